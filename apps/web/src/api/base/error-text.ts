import type { ErrorCode } from '@noek/contract/calls/errors';
import { refusalOf } from '@noek/contract/chat/sending';

/** Texts for a failed call for which the server gave no reason. */
const apiTexts = {
  offline: 'You seem to be offline. Check your connection and try again.',
  unreachable: "Can't reach Noek right now. Please try again in a moment.",
  failed: 'Something went wrong. Please try again.',
} as const;

/** The code of a refusal; null for errors that are not the server's refusals. */
export const errorCode = (error: unknown) => (refusalOf(error)?.code ?? null) as ErrorCode | null;

/** Whether the server refused because the caller is not signed in. */
export function isUnauthorized(error: unknown): boolean {
  const refusal = refusalOf(error);
  if (refusal) return refusal.httpStatus === 401 || refusal.code === 'UNAUTHORIZED';
  return error instanceof Error && /\b401\b/.test(error.message);
}

/** Whether the server refused permanently, so that a retry would give the same answer. */
export function isRefused(error: unknown): boolean {
  if (isUnauthorized(error)) return true;
  const status = refusalOf(error)?.httpStatus;
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** The server's own text for a refusal; null if no answer came, or an answer without a text. */
export const serverText = (error: unknown): string | null =>
  refusalOf(error) && error instanceof Error && error.message ? error.message : null;

/**
 * An error as a sentence for people: the server's own text for a refusal, a text about the connection if no answer came, otherwise
 * `fallback`.
 */
export function errorText(error: unknown, fallback: string = apiTexts.failed): string {
  if (refusalOf(error)) return serverText(error) ?? fallback;
  if (!navigator.onLine) return apiTexts.offline;
  return isConnectionFailure(error) || isProxyFailure(error) ? apiTexts.unreachable : fallback;
}

/** Whether a proxy in front of the server could not reach it. */
const isProxyFailure = (error: unknown) => error instanceof Error && /^50[234]: /.test(error.message);

/** `fetch` reports every failed connection as a TypeError; tRPC keeps it as the cause. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof Error && error.cause instanceof TypeError;
}
