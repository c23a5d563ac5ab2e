import { z } from 'zod';

/** Every refusal of the product has one of these codes; transports map them to an HTTP status or a tRPC code. */
export const errorCodes = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'EMAIL_NOT_VERIFIED',
  'NOT_FOUND',
  'CONFLICT',
  'GUEST_SIGNED_IN',
  'PAYLOAD_TOO_LARGE',
  'MISDIRECTED_HOST',
  'PASSWORD_RESET_REQUIRED',
  'RATE_LIMITED',
  'MESSAGE_LIMIT_REACHED',
  'PROVIDER_FAILED',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export const errorCodeSchema = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** The body of every refusal: a sentence for people, a code for programs, and flags that belong to the code. */
export const errorBodySchema = z.looseObject({ message: z.string(), code: errorCodeSchema });
export type ErrorBody = z.infer<typeof errorBodySchema>;
