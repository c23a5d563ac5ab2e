import { z } from 'zod';

/** The error codes, each with its HTTP status and meaning. Every refused request has one of them. */
export const refusals = {
  BAD_REQUEST: { status: 400, meaning: 'Malformed, or not allowed' },
  UNAUTHORIZED: { status: 401, meaning: 'Signed out' },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    meaning: 'The password is right; send `challenge` with a code to `/api/auth/second-factor`',
  },
  PAYMENT_DECLINED: { status: 402, meaning: 'The card was declined, or the bank asks for authentication' },
  FORBIDDEN: { status: 403, meaning: 'Not allowed, or requested by a page on another site' },
  FRESH_PROOF_REQUIRED: {
    status: 403,
    meaning: 'The sign-in was more than ten minutes ago; prove who you are at `/api/auth/prove`',
  },
  EMAIL_NOT_VERIFIED: { status: 403, meaning: 'The email address is not verified yet' },
  ACCOUNT_SUSPENDED: { status: 403, meaning: 'An administrator has suspended the account' },
  NOT_FOUND: { status: 404, meaning: 'Does not exist, or belongs to someone else' },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The body took too long to arrive' },
  CONFLICT: { status: 409, meaning: 'Conflicts with existing data' },
  CHANGED: { status: 409, meaning: 'It has been changed since; the body has its newest state' },
  ALREADY_SUBSCRIBED: { status: 409, meaning: 'There is a subscription already' },
  SUBSCRIPTION_DECISION_REQUIRED: {
    status: 409,
    meaning: 'The person pays and would lose the plan; send `subscription` with one of `decisions`',
  },
  GUEST_SIGNED_IN: {
    status: 409,
    meaning: 'The guest signed in while the message was being sent; send it again',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is over 256 kB, an archive over 2 GB, or a file over its limit',
  },
  UNSUPPORTED_FILE: { status: 415, meaning: 'Files of this kind are not taken' },
  MISDIRECTED_HOST: { status: 421, meaning: 'This server does not serve the requested host' },
  PASSWORD_RESET_REQUIRED: { status: 423, meaning: 'A new password has to be set first' },
  RATE_LIMITED: { status: 429, meaning: 'Too many attempts; `Retry-After` is the number of seconds to wait' },
  MESSAGE_LIMIT_REACHED: { status: 429, meaning: 'No messages left; `Retry-After` is the number of seconds to wait' },
  PROVIDER_FAILED: { status: 502, meaning: 'No model answered; the message is kept and its charge refunded' },
  MODEL_ENDED: {
    status: 502,
    also: 400,
    meaning:
      'No model that was asked is available any more; the message is kept and its charge refunded. 400: the request names one',
  },
  PAYMENTS_UNAVAILABLE: { status: 502, meaning: 'The payment service does not answer, or payments are switched off' },
  UNAVAILABLE: {
    status: 503,
    meaning: 'The server is restarting, its disk is full, or its database is busy or unreachable; see `Retry-After`',
  },
  INTERNAL: { status: 500, meaning: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; also?: number; meaning: string }>;

export type ErrorCode = keyof typeof refusals;

/** The statuses that an error code comes with. */
export const statusesOf = (code: ErrorCode): number[] => {
  const refusal: { status: number; also?: number } = refusals[code];
  return [refusal.status, ...(refusal.also ? [refusal.also] : [])];
};

export const errorCodeSchema = z.enum(Object.keys(refusals) as [ErrorCode, ...ErrorCode[]]);

/** The body of every error: a sentence for people, a code for programs, and the fields of that code. */
export const errorBodySchema = z.looseObject({ message: z.string(), code: errorCodeSchema });
export type ErrorBody = z.infer<typeof errorBodySchema>;
