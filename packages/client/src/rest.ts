import type { ErrorBody } from '@noek/contract/calls/errors';
import type { InputOf, JsonOf } from '@noek/contract/calls/operation';
import type { OperationKey, OperationsByKey } from '@noek/contract/calls/operations';

/** The documented calls that return JSON, by method and path. */
export type RestCall = {
  [Key in OperationKey]: [JsonOf<OperationsByKey[Key]>] extends [never] ? never : Key;
}[OperationKey];

/** Input in the path or the query. It is sent as text, so numbers and booleans are also accepted. */
type AsText<Given> = { [Name in keyof Given]: string | number | boolean | Extract<Given[Name], undefined> };
type Written<Input> = {
  [Place in keyof Input]: Place extends 'body' ? Input[Place] : AsText<Input[Place]>;
};
/** If all fields of a place are optional, the place is optional. */
type Optional<Input> = {
  [Place in keyof Input as object extends Input[Place] ? never : Place]: Input[Place];
} & { [Place in keyof Input as object extends Input[Place] ? Place : never]?: Input[Place] };

/** The input of a documented call: `params` of the path, `query`, `headers` and `body`. */
export type RestInput<Call extends RestCall> = Optional<Written<InputOf<OperationsByKey[Call], 'input'>>>;
/** The result of a documented call. */
export type RestAnswer<Call extends RestCall> = JsonOf<OperationsByKey[Call]>;

/**
 * Makes a documented call: `rest('PATCH /api/memories/{id}', { params: { id }, body: { title } })`. Throws a NoekRefusal for an
 * error response, and the error of `fetch` if the server is unreachable.
 */
export type RestCaller = <Call extends RestCall>(
  call: Call,
  ...input: object extends RestInput<Call> ? [input?: RestInput<Call>] : [input: RestInput<Call>]
) => Promise<RestAnswer<Call>>;

/** An error response: a message for people, a code for programs, and the fields of the code. */
export class NoekRefusal extends Error {
  override readonly name = 'NoekRefusal';
  readonly status: number;
  /** Null if the response is not from Noek, for example from a proxy. */
  readonly body: ErrorBody | null;

  constructor(status: number, body: ErrorBody | null) {
    super(body?.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.body = body;
  }

  get code(): ErrorBody['code'] | null {
    return this.body?.code ?? null;
  }
}

type AnyInput = Partial<Record<'params' | 'query' | 'headers', Record<string, unknown>>> & { body?: unknown };

/** A caller of the server at `baseUrl`. `fetch` adds the authentication. */
export function createRestCaller(baseUrl: string, fetch: typeof globalThis.fetch): RestCaller {
  return async (call, ...[given]) => {
    const { params = {}, query = {}, headers = {}, body } = (given ?? {}) as AnyInput;
    const [method, path = ''] = call.split(' ');
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      baseUrl,
    );
    for (const [name, value] of present(query)) url.searchParams.set(name, value);
    const sent = new Headers(present(headers));
    if (body !== undefined) sent.set('Content-Type', 'application/json');
    const answer = await fetch(url, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await answer.json().catch(() => null);
    if (!answer.ok || json === null) throw new NoekRefusal(answer.status, isRefusal(json) ? json : null);
    return json as never;
  };
}

const present = (values: Record<string, unknown>): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

const isRefusal = (json: unknown): json is ErrorBody => typeof json === 'object' && json !== null && 'code' in json;
