import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call: anybody; anybody, and a guest gets an identity by it; signed-in people; administrators. Where an account is
 * needed, a caller without one is refused before anything else of the request is looked at.
 */
export type Access = 'anyone' | 'guest' | 'signed-in' | 'admin';

/** A body that the verb gets byte for byte, because it is signed: the webhook of a payment service, say. */
export type RawBody = { mediaType: string };

/** One way for a call to succeed. */
export type Answer =
  | { status: 200 | 201 | 202; json: z.ZodType; headers?: Record<string, string> }
  /** An event stream, for a caller whose Accept names it: the data of each event by the event's name. */
  | { status: 200; events: Record<string, z.ZodType> }
  | { status: 200; file: string }
  /** The browser is sent on; the text says where to. */
  | { status: 302; redirect: string }
  /** The caller has this answer already: it named its ETag in If-None-Match. */
  | { status: 304 };

/** A refusal of one call: its code alone, or with the fields that its body also has. */
export type Refusal = ErrorCode | { code: ErrorCode; fields: z.ZodObject };

/** What a call is given, by the place where it stands in the request. */
export const places = ['params', 'query', 'headers', 'body'] as const;
export type Place = (typeof places)[number];

/**
 * One documented call, and the only place where it is written down: the mounted route, /api/openapi.json, the tables of
 * docs/api.md, the test of every documented path and the client's types follow from it.
 */
export type Operation = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Parameters stand in braces: /api/conversations/{id}. */
  path: `/api/${string}`;
  /** A sentence for people. */
  summary: string;
  access: Access;
  /** What does not fit these names nothing that exists: 404. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType | RawBody;
  /** The first one is what a caller gets who asks for nothing in particular. */
  answers: readonly [Answer, ...Answer[]];
  /** Refusals that do not follow from the rest of the declaration; see `refusalsOf`. */
  refusals?: readonly Refusal[];
  /** Input that is taken, as it stands in the request; leave out what only a running server can know, such as ids. */
  example?: { query?: Record<string, string>; body?: unknown };
};

/** The calls of a feature, by the names of what they do. */
export type Operations = Record<string, Operation>;

/** "GET /api/conversations/{id}/messages". */
export type KeyOf<O extends Operation> = `${Uppercase<O['method']>} ${O['path']}`;
export const keyOf = <O extends Operation>({ method, path }: O) => `${method.toUpperCase()} ${path}` as KeyOf<O>;

export const isRawBody = (body: z.ZodType | RawBody): body is RawBody => 'mediaType' in body;

/** What a call takes, as it travels (`input`) or as it was read (`output`). */
export type InputOf<O extends Operation, As extends 'input' | 'output'> = {
  [P in Place as P extends keyof O ? (O[P] extends z.ZodType | RawBody ? P : never) : never]: O[P &
    keyof O] extends z.ZodType
    ? O[P & keyof O]['_zod'][As]
    : Uint8Array;
};

type JsonAnswer<O extends Operation> = Extract<O['answers'][number], { json: z.ZodType }>;
/** The JSON that a call answers with when it succeeds; never for a call that answers something else. */
export type JsonOf<O extends Operation> = [JsonAnswer<O>] extends [never] ? never : z.input<JsonAnswer<O>['json']>;

/** One event of the stream that a call can answer with; `id` is its number in the stream. */
export type EventOf<O extends Operation> = Sent<Extract<O['answers'][number], { events: object }>['events']>;
type Sent<Events> = {
  [Name in keyof Events & string]: Events[Name] extends z.ZodType
    ? { event: Name; data: z.input<Events[Name]>; id?: number }
    : never;
}[keyof Events & string];

/** Every refusal of a call: those that follow from its access, place and input, then its own. */
export function refusalsOf(operation: Operation): { code: ErrorCode; fields?: z.ZodObject }[] {
  const { access, method, params, body } = operation;
  const derived: ErrorCode[] = [
    ...(body ? (['BAD_REQUEST'] as const) : []),
    ...(access === 'signed-in' || access === 'admin' ? (['UNAUTHORIZED'] as const) : []),
    ...(access === 'admin' || method !== 'get' ? (['FORBIDDEN'] as const) : []),
    ...(params ? (['NOT_FOUND'] as const) : []),
    ...(method === 'get' ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
  ];
  const own = (operation.refusals ?? []).map((refusal) => (typeof refusal === 'string' ? { code: refusal } : refusal));
  return [...derived.filter((code) => own.every((refusal) => refusal.code !== code)).map((code) => ({ code })), ...own];
}
