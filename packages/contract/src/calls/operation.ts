import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { TokenAccess } from './token-scopes.ts';

/**
 * Who may call: anyone; anyone, and a new guest gets an identity; signed-in people; administrators. If a call needs an account,
 * callers without one are refused before the rest of the request is read.
 */
export type Access = 'anyone' | 'guest' | 'signed-in' | 'admin';

/**
 * Whether a call of signed-in people needs a recent proof of who they are: always, or only if they have a second factor. Personal API
 * tokens never are such a proof.
 */
export type FreshProof = 'always' | 'with-second-factor';

/** A body that the verb gets byte for byte because it is signed, such as a payment service's webhook. */
export type RawBody = { mediaType: string };

/** A file that the verb gets as a stream. `maxBytes` is its limit, instead of the limit of other bodies. */
export type StreamedBody = { mediaType: string; maxBytes: number };

/** One way for a call to succeed. */
export type Answer =
  | { status: 200 | 201 | 202; json: z.ZodType; headers?: Record<string, string> }
  /** An event stream, if the Accept header asks for one. Each event's data, by event name. */
  | { status: 200; events: Record<string, z.ZodType> }
  | { status: 200; file: string }
  /** The browser is redirected; the text says where. */
  | { status: 302; redirect: string }
  /** The caller already has this response: If-None-Match contains its ETag. */
  | { status: 304 };

/** An error that a call can return: its code, or its code and the extra fields of its body. */
export type Refusal = ErrorCode | { code: ErrorCode; fields: z.ZodObject };

/** The places of a request where input can be. */
export const places = ['params', 'query', 'headers', 'body'] as const;
export type Place = (typeof places)[number];

/**
 * One documented call. The mounted route, /api/openapi.json, the developers' pages of the company site, the test of every documented path
 * and the client's types are all derived from this declaration.
 */
export type Operation = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Parameters are in braces: /api/conversations/{id}. */
  path: `/api/${string}`;
  /** A sentence for people. */
  summary: string;
  access: Access;
  /** The scope that a personal API token needs; 'never' refuses every token, and so does a call that declares nothing. */
  token?: TokenAccess;
  freshProof?: FreshProof;
  /** Parameters that do not match the schema are a 404. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType | RawBody | StreamedBody;
  /** The first one is the default; the others have to be asked for. */
  answers: readonly [Answer, ...Answer[]];
  /** Errors that cannot be derived from the rest of the declaration; see `refusalsOf`. */
  refusals?: readonly Refusal[];
  /** Valid input, as it is sent. Leave out values that only a running server knows, such as ids. */
  example?: { query?: Record<string, string>; body?: unknown };
};

/** The calls of a feature, by name. */
export type Operations = Record<string, Operation>;

/** A call's method and path: "GET /api/conversations/{id}/messages". */
export type KeyOf<O extends Operation> = `${Uppercase<O['method']>} ${O['path']}`;
export const keyOf = <O extends Operation>({ method, path }: O) => `${method.toUpperCase()} ${path}` as KeyOf<O>;

/** Whether a body is not JSON. */
export const isRawBody = (body: z.ZodType | RawBody | StreamedBody): body is RawBody | StreamedBody =>
  'mediaType' in body;
export const isStreamedBody = (body: z.ZodType | RawBody | StreamedBody): body is StreamedBody => 'maxBytes' in body;

/** A call's input as it is sent (`input`) or after parsing (`output`). */
export type InputOf<O extends Operation, As extends 'input' | 'output'> = {
  [P in Place as P extends keyof O ? (O[P] extends z.ZodType | RawBody ? P : never) : never]: O[P &
    keyof O] extends z.ZodType
    ? O[P & keyof O]['_zod'][As]
    : O[P & keyof O] extends StreamedBody
      ? ReadableStream<Uint8Array>
      : Uint8Array;
};

/** The default one, if that is JSON: another one has to be asked for. */
type JsonAnswer<O extends Operation> = O['answers'][0] extends { json: z.ZodType }
  ? O['answers'][0]
  : Extract<O['answers'][number], { json: z.ZodType }>;
/** The JSON of a successful response that was not asked for otherwise; `never` for a call without one. */
export type JsonOf<O extends Operation> = [JsonAnswer<O>] extends [never] ? never : z.input<JsonAnswer<O>['json']>;

/** One event of a call's event stream; `id` is its sequence in the stream. */
export type EventOf<O extends Operation> = Sent<Extract<O['answers'][number], { events: object }>['events']>;
type Sent<Events> = {
  [Name in keyof Events & string]: Events[Name] extends z.ZodType
    ? { event: Name; data: z.input<Events[Name]>; id?: number }
    : never;
}[keyof Events & string];

/** Every error that a call can return: those derived from its access, method and input, then its declared ones. */
export function refusalsOf(operation: Operation): { code: ErrorCode; fields?: z.ZodObject }[] {
  const { access, method, params, body, freshProof } = operation;
  const derived: ErrorCode[] = [
    ...(body ? (['BAD_REQUEST'] as const) : []),
    ...(access === 'signed-in' || access === 'admin' ? (['UNAUTHORIZED'] as const) : []),
    ...(access === 'admin' || method !== 'get' ? (['FORBIDDEN'] as const) : []),
    ...(freshProof ? (['FRESH_PROOF_REQUIRED'] as const) : []),
    ...(params ? (['NOT_FOUND'] as const) : []),
    ...(method === 'get' ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
  ];
  const own = (operation.refusals ?? []).map((refusal) => (typeof refusal === 'string' ? { code: refusal } : refusal));
  return [...derived.filter((code) => own.every((refusal) => refusal.code !== code)).map((code) => ({ code })), ...own];
}
