import type { ErrorCode, RefusalFields } from './types.ts';

/** The body of an error response: a sentence for people, a code for programs, and the fields of the code. */
export type RefusalBody<Code extends ErrorCode = ErrorCode> = { message: string; code: Code } & RefusalFields[Code];

/** An error response: a message for people, a code for programs, and the fields of the code. */
export class NoekRefusal<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'NoekRefusal';
  /** The HTTP status. */
  readonly status: number;
  /** Null if the response is not from Noek, for example from a proxy. */
  readonly body: RefusalBody<Code> | null;
  /** How many seconds to wait, where the response said so. */
  readonly retryAfter: number | null;

  constructor(status: number, body: RefusalBody<Code> | null, retryAfter: number | null = null) {
    super(body?.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  get code(): Code | null {
    return this.body?.code ?? null;
  }
}

/** There was no response: the server is not running, or the connection broke. `cause` is the error of `fetch`. */
export class NoekUnreachable extends Error {
  override readonly name = 'NoekUnreachable';
  /** The origin that was asked. */
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`No server answers at ${url}.`, { cause });
    this.url = url;
  }
}

/** Whether this is an error response with that code. The compiler then knows the fields of `error.body`. */
export function isRefusal<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is NoekRefusal<Code> & { body: RefusalBody<Code> } {
  return error instanceof NoekRefusal && error.code === code;
}

/** Whether JSON is the body of an error response of Noek. */
const isRefusalBody = (json: unknown): json is RefusalBody =>
  typeof json === 'object' && json !== null && 'code' in json;

/** An error response as an error. Reads its body. */
export async function refusalOf(response: Response): Promise<NoekRefusal> {
  const json: unknown = await response.json().catch(() => null);
  return new NoekRefusal(response.status, isRefusalBody(json) ? json : bodyOfProcedure(json), retryAfterOf(response));
}

/** The error response of a typed procedure: `{ error: { message, data: { code, httpStatus, … } } }`. */
export function bodyOfProcedure(json: unknown): RefusalBody | null {
  const { message, data } = (json as { error?: { message?: unknown; data?: unknown } } | null)?.error ?? {};
  if (typeof message !== 'string' || !isRefusalBody(data)) return null;
  const { httpStatus: _, ...fields } = data as RefusalBody & { httpStatus?: number };
  return { ...fields, message } as RefusalBody;
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
