import { refusalOf } from './errors.ts';
import type { CallOptions, RawInput } from './procedures.ts';
import { jsonOf } from './read-json.ts';
import type { RestCalls } from './types.ts';

/** The documented calls that return JSON, by method and path. */
export type RestCall = { [Key in keyof RestCalls]: RestCalls[Key]['json'] extends null ? never : Key }[keyof RestCalls];
/** The documented calls that return a file. */
export type FileCall = { [Key in keyof RestCalls]: RestCalls[Key]['file'] extends true ? Key : never }[keyof RestCalls];

/** The input of a documented call: `params` of the path, `query`, `headers`, `body`, and a `signal` to abort it. */
export type RestInput<Call extends keyof RestCalls> = RestCalls[Call]['input'] & CallOptions;
/** The result of a documented call. */
export type RestAnswer<Call extends RestCall> = RestCalls[Call]['json'];

type Given<Call extends keyof RestCalls> =
  object extends RestInput<Call> ? [input?: RestInput<Call>] : [input: RestInput<Call>];

/**
 * Makes a documented call: `rest('PATCH /api/memories/{id}', { params: { id }, body: { title } })`. Throws a NoekRefusal for an
 * error response, NoekUnreachable if there is none, and the reason of a signal that aborts.
 */
export type RestCaller = <Call extends RestCall>(call: Call, ...input: Given<Call>) => Promise<RestAnswer<Call>>;

/**
 * Makes a documented call that returns a file: `file('GET /api/files/{id}/content', { params: { id } })`. Resolves to the response, whose
 * body is the file. Throws like `rest`.
 */
export type FileCaller = <Call extends FileCall>(call: Call, ...input: Given<Call>) => Promise<Response>;

type AnyInput = Partial<Record<'params' | 'query' | 'headers', Record<string, unknown>>> & {
  body?: unknown;
} & CallOptions;

/** Callers of the server at `baseUrl`. `fetch` adds the authentication. */
export function createRestCallers(
  baseUrl: string,
  fetch: typeof globalThis.fetch,
): { rest: RestCaller; file: FileCaller } {
  const ask = async (call: string, given: unknown): Promise<Response> => {
    const { params = {}, query = {}, headers = {}, body, signal } = (given ?? {}) as AnyInput;
    const [method = '', path = ''] = call.split(' ');
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      baseUrl,
    );
    for (const [name, value] of present(query)) url.searchParams.set(name, value);
    const sent = new Headers(present(headers));
    const raw = isRaw(body);
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm && !sent.has('Content-Type'))
      sent.set('Content-Type', raw ? 'application/octet-stream' : 'application/json');
    return fetch(url, {
      method,
      headers: sent,
      ...(signal && { signal }),
      ...(body === undefined ? {} : { body: raw ? (body as RawInput) : JSON.stringify(body) }),
      // Node.js asks for it where a body is streamed.
      ...(body instanceof ReadableStream ? ({ duplex: 'half' } as object) : {}),
    });
  };
  return {
    rest: async (call, ...[given]) => {
      const answer = await ask(call, given);
      if (!answer.ok) throw await refusalOf(answer);
      return jsonOf(answer, given?.signal);
    },
    file: async (call, ...[given]) => {
      const answer = await ask(call, given);
      if (!answer.ok) throw await refusalOf(answer);
      return answer;
    },
  };
}

const present = (values: Record<string, unknown>): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

const isRaw = (body: unknown): boolean =>
  body instanceof Blob ||
  body instanceof ArrayBuffer ||
  body instanceof Uint8Array ||
  body instanceof ReadableStream ||
  body instanceof FormData;
