import { refusalOf } from './errors.ts';
import { readEvents } from './event-stream.ts';
import type { CallOptions, IterateOptions } from './procedures.ts';
import { jsonOf } from './read-json.ts';
import type { NoekApi } from './types.ts';

type Handlers = {
  onData?: (value: unknown) => void;
  onError?: (error: unknown) => void;
  onComplete?: () => void;
};

/**
 * Every typed procedure of the server at `baseUrl`. They throw NoekRefusal, NoekUnreachable or the signal's reason. This is what tRPC's
 * client sends for a single call; the client itself would be half of the package.
 */
export function createApi(baseUrl: string, fetch: typeof globalThis.fetch): NoekApi {
  const addressOf = (path: string, input?: unknown): URL => {
    const address = new URL(`/api/trpc/${path}`, baseUrl);
    if (input !== undefined) address.searchParams.set('input', JSON.stringify(input));
    return address;
  };
  const request = async (address: URL, init: RequestInit & CallOptions): Promise<unknown> => {
    const { signal, ...others } = init;
    const response = await fetch(address, { ...others, ...(signal && { signal }) });
    if (!response.ok) throw await refusalOf(response);
    const { result } = await jsonOf<{ result: { data: unknown } }>(response, signal);
    return result.data;
  };
  const read = (path: string, input: unknown, { signal }: CallOptions = {}) =>
    request(addressOf(path, input), { ...(signal && { signal }) });
  const write = (path: string, input: unknown, { signal }: CallOptions = {}) =>
    request(addressOf(path), {
      method: 'POST',
      ...(signal && { signal }),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input ?? {}),
    });
  async function* iterate(
    path: string,
    input: unknown,
    { signal, onRestart }: IterateOptions = {},
  ): AsyncGenerator<unknown, void> {
    for await (const { id, data } of readEvents(fetch, addressOf(path, input), signal, onRestart))
      yield id ? { id, data } : data;
  }

  const procedure = (path: string) => ({
    query: (input?: unknown, options?: CallOptions) => read(path, input, options),
    mutate: (input?: unknown, options?: CallOptions) => write(path, input, options),
    iterate: (input?: unknown, options?: IterateOptions) => iterate(path, input, options),
    subscribe: (input: unknown, { onData, onError, onComplete }: Handlers) => {
      const left = new AbortController();
      const follow = async () => {
        for await (const event of iterate(path, input, { signal: left.signal })) onData?.(event);
        onComplete?.();
      };
      follow().catch((error: unknown) => left.signal.aborted || onError?.(error));
      return { unsubscribe: () => left.abort() };
    },
  });
  return byName((router) => byName((name) => procedure(`${router}.${name}`))) as NoekApi;
}

/** An object whose properties are made from their names. It is no promise, so that an async function can return it. */
export const byName = (make: (name: string) => unknown): object =>
  new Proxy({}, { get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : make(name)) });
