import type { ErrorCode } from '@noek/contract/calls/errors';
import { modelsGoneText } from '@noek/contract/chat/models-gone';
import type { AppError } from '../../errors.ts';
import type { LlmError } from '../../integrations/llm/llm.ts';

/** A request of OpenAI's protocol is refused: `param` is the field that is wrong, `code` is for programs. */
export class CompletionRefusal extends Error {
  readonly param: string | null;
  readonly code: string | null;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(
    message: string,
    more: { param?: string; code?: string; status?: number; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'CompletionRefusal';
    this.param = more.param ?? null;
    this.code = more.code ?? null;
    this.status = more.status ?? 400;
    this.headers = more.headers ?? {};
  }
}

/** The body of every error: https://platform.openai.com/docs/guides/error-codes */
export type CompletionErrorBody = {
  error: { message: string; type: string; param: string | null; code: string | null };
};

/** An error as clients of OpenAI's protocol expect it. */
export function toErrorAnswer(error: AppError | CompletionRefusal): {
  status: number;
  headers: Record<string, string>;
  body: CompletionErrorBody;
} {
  const { status, message } = error;
  const { param, code } = error instanceof CompletionRefusal ? error : { param: null, code: codeOf(error.code) };
  return { status, headers: headersOf(error), body: { error: { message, type: typeOf(status), param, code } } };
}

/** The headers of a refusal. Clients wait for as long as they say. */
function headersOf(error: AppError | CompletionRefusal): Record<string, string> {
  const wait = error.headers['Retry-After'];
  if (error.code !== 'MESSAGE_LIMIT_REACHED' || !wait) return error.headers;
  return { ...error.headers, 'X-RateLimit-Remaining-Requests': '0', 'X-RateLimit-Reset-Requests': `${wait}s` };
}

const types: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

const typeOf = (status: number): string => types[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');

/** The codes that clients know, otherwise ours in lower case. */
const codes: { [Code in ErrorCode]?: string } = {
  UNAUTHORIZED: 'invalid_api_key',
  RATE_LIMITED: 'rate_limit_exceeded',
  MESSAGE_LIMIT_REACHED: 'rate_limit_exceeded',
  INTERNAL: 'internal_error',
};

const codeOf = (code: ErrorCode): string => codes[code] ?? code.toLowerCase();

/** The refusal for an answer that no model gave. */
export function asRefusal(error: LlmError): CompletionRefusal {
  // The hint of a model that is gone says which setting to change.
  if (error.kind === 'gone') {
    const message = error.gone.length > 0 ? modelsGoneText(error.gone) : error.message;
    return new CompletionRefusal(message, { status: 502, param: 'model', code: 'model_ended' });
  }
  const message = error.hint ? `${error.message} ${error.hint}` : error.message;
  if (error.kind === 'too-long')
    return new CompletionRefusal(message, { param: 'messages', code: 'context_length_exceeded' });
  if (error.requestRefused) {
    const { said } = error.requestRefused;
    const refusal = error.hint ?? error.message;
    return new CompletionRefusal(said ? `${refusal} It said: ${said}` : refusal, { code: 'provider_refused' });
  }
  if (error.kind === 'rate-limited')
    return new CompletionRefusal(message, { status: 503, code: 'provider_busy', headers: { 'Retry-After': '5' } });
  return new CompletionRefusal(message, { status: 502, code: 'provider_failed' });
}

export const modelNotFound = (model: string) =>
  new CompletionRefusal(`The model "${model}" does not exist, or you cannot use it.`, {
    status: 404,
    param: 'model',
    code: 'model_not_found',
  });
