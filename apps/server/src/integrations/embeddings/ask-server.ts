import { readText } from '../read-text.ts';

/** A server that speaks OpenAI's protocol. */
export type EmbeddingServer = { name: string; baseUrl: string; apiKey: string; headers?: Record<string, string> };

type Ask = { body?: object; timeoutMs: number; mostBytes: number; signal?: AbortSignal };

/**
 * Asks a path of a server. `json` is undefined for a body that is none. Rejects if the server does not answer in time, redirects, or answers
 * with more than `mostBytes`.
 */
export async function askServer(
  { baseUrl, apiKey, headers }: EmbeddingServer,
  path: string,
  { body, timeoutMs, mostBytes, signal }: Ask,
): Promise<{ status: number; json: unknown }> {
  const timeOut = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
    headers: {
      Accept: 'application/json',
      ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
      ...headers,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await readText(response.body, mostBytes, () => new Error('The answer of a server is too long.'));
  return { status: response.status, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
