import { z } from 'zod';
import { readText } from '../../read-text.ts';
import { WebSearchError } from '../web-search.ts';

const longestBody = 2 * 1024 * 1024;
/** Says who asks, as Wikipedia requires. */
export const userAgent = 'Noek/1.5 (AI chat assistant; reads pages that people ask about)';

/**
 * Asks a search service and returns its checked answer. Redirects are not followed, so that a key is never sent to another host.
 * Throws WebSearchError for a status other than 2xx, a body over 2 MB, and JSON of another shape.
 */
export async function askJson<Shape extends z.ZodType>(
  url: URL,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  shape: Shape,
  signal: AbortSignal,
): Promise<z.infer<Shape>> {
  const headers = { Accept: 'application/json', 'User-Agent': userAgent, ...init.headers };
  const response = await fetch(url, { ...init, headers, redirect: 'error', signal });
  if (!response.ok) {
    await response.body?.cancel();
    throw new WebSearchError(`it answered with status ${response.status}`);
  }
  const text = await readText(response.body, longestBody, () => new WebSearchError('its answer is too long'));
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) throw new WebSearchError(`its answer has another shape: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WebSearchError('its answer is not JSON');
  }
}
