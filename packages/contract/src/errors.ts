import { z } from 'zod';

/** Every refusal of the product has one of these codes, each with its HTTP status and what it means. */
export const refusals = {
  BAD_REQUEST: { status: 400, meaning: 'Malformed, or not allowed' },
  UNAUTHORIZED: { status: 401, meaning: 'Signed out' },
  FORBIDDEN: { status: 403, meaning: 'Not allowed, or asked by a page of another site' },
  EMAIL_NOT_VERIFIED: { status: 403, meaning: 'The email address is not verified yet' },
  NOT_FOUND: { status: 404, meaning: 'Not there, or not yours' },
  CONFLICT: { status: 409, meaning: 'In conflict with what is already there' },
  GUEST_SIGNED_IN: {
    status: 409,
    meaning: "The browser's guest signed in while the message was on its way; send it again",
  },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is over 256 kB' },
  MISDIRECTED_HOST: { status: 421, meaning: 'This host is not served here' },
  PASSWORD_RESET_REQUIRED: { status: 423, meaning: 'A new password has to be set first' },
  RATE_LIMITED: { status: 429, meaning: 'Too many attempts; `Retry-After` says how many seconds to wait' },
  MESSAGE_LIMIT_REACHED: { status: 429, meaning: 'No messages left; `Retry-After` as above' },
  PROVIDER_FAILED: { status: 502, meaning: 'No model answered; the message is kept, the charge given back' },
  UNAVAILABLE: { status: 503, meaning: 'The server restarts (`Retry-After: 2`), or its database is away' },
  INTERNAL: { status: 500, meaning: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof refusals;
export const errorCodeSchema = z.enum(Object.keys(refusals) as [ErrorCode, ...ErrorCode[]]);

/** The body of every refusal: a sentence for people, a code for programs, and fields that belong to the code. */
export const errorBodySchema = z.looseObject({ message: z.string(), code: errorCodeSchema });
export type ErrorBody = z.infer<typeof errorBodySchema>;
