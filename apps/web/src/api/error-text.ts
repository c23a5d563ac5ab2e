import type { ErrorCode } from '@noek/contract/errors';
import { refusalOf } from '@noek/contract/sending';

const offlineText = 'You seem to be offline. Check your connection and try again.';
const unreachableText = 'Noek cannot be reached just now. Please try again in a moment.';

/** The code of a refusal, or null when the server did not answer in its own words. */
export const errorCode = (error: unknown) => (refusalOf(error)?.code ?? null) as ErrorCode | null;

/** Is it the answer for people who are signed out? */
export function isUnauthorized(error: unknown): boolean {
  const refusal = refusalOf(error);
  if (refusal) return refusal.httpStatus === 401 || refusal.code === 'UNAUTHORIZED';
  return error instanceof Error && /\b401\b/.test(error.message);
}

/** Did the server refuse for good, so that asking again gives the same answer? */
export function isRefused(error: unknown): boolean {
  if (isUnauthorized(error)) return true;
  const status = refusalOf(error)?.httpStatus;
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/**
 * An error as a sentence for people. The server's own sentence is kept; without one: a sentence about the connection, or
 * `fallback` when the server answered something else than its words.
 */
export function errorText(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  if (refusalOf(error)) return error instanceof Error && error.message ? error.message : fallback;
  if (!navigator.onLine) return offlineText;
  return isConnectionFailure(error) || isProxyFailure(error) ? unreachableText : fallback;
}

/** Whoever stands before the server could not reach it. */
const isProxyFailure = (error: unknown) => error instanceof Error && /^50[234]: /.test(error.message);

/** fetch reports every connection that failed as a TypeError; tRPC carries it as the cause. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof Error && error.cause instanceof TypeError;
}
