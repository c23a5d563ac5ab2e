import { type ErrorBody, type ErrorCode, refusals } from '@noek/contract/calls/errors';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';

/**
 * An error that is shown to the caller. `message` is for people, `code` is for programs, and `flags` are extra fields of the body
 * (`needsPasswordReset`, `remainingMessages`, …). `headers` are added to the HTTP response. `status`
 * is one of `statusesOf(code)`; absent: the usual one.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly flags: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly status: number;

  constructor(
    code: ErrorCode,
    message: string,
    more: { flags?: Record<string, unknown>; headers?: Record<string, string>; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.flags = more.flags ?? {};
    this.headers = more.headers ?? {};
    this.status = more.status ?? refusals[code].status;
  }

  body(): ErrorBody {
    return { ...this.flags, message: this.message, code: this.code };
  }
}

export const trpcCode = {
  BAD_REQUEST: 'BAD_REQUEST',
  UNAUTHORIZED: 'UNAUTHORIZED',
  SECOND_FACTOR_REQUIRED: 'UNAUTHORIZED',
  PAYMENT_DECLINED: 'PAYMENT_REQUIRED',
  FORBIDDEN: 'FORBIDDEN',
  FRESH_PROOF_REQUIRED: 'FORBIDDEN',
  EMAIL_NOT_VERIFIED: 'FORBIDDEN',
  ACCOUNT_SUSPENDED: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  REQUEST_TIMEOUT: 'TIMEOUT',
  CONFLICT: 'CONFLICT',
  CHANGED: 'CONFLICT',
  ALREADY_SUBSCRIBED: 'CONFLICT',
  SUBSCRIPTION_DECISION_REQUIRED: 'CONFLICT',
  GUEST_SIGNED_IN: 'CONFLICT',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_FILE: 'UNSUPPORTED_MEDIA_TYPE',
  MISDIRECTED_HOST: 'BAD_REQUEST',
  PASSWORD_RESET_REQUIRED: 'PRECONDITION_FAILED',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  MESSAGE_LIMIT_REACHED: 'TOO_MANY_REQUESTS',
  PROVIDER_FAILED: 'BAD_GATEWAY',
  MODEL_ENDED: 'BAD_GATEWAY',
  PAYMENTS_UNAVAILABLE: 'BAD_GATEWAY',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  INTERNAL: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<ErrorCode, TRPC_ERROR_CODE_KEY>;

/** The same error for things that do not exist and things that belong to someone else. */
export const notFound = (message = 'Not found.') => new AppError('NOT_FOUND', message);
