/**
 * What everybody who sends a message agrees on: the page's outbox, the typed client, and the server that is called. A send
 * carries a `clientMessageId`, and the same id again is the same message, so a send whose answer was lost is simply repeated.
 */

/** A send without an answer after this time, with its repetition, counts as lost; in milliseconds. */
export const sendTimeoutMs = 30_000;

/** The waits before the next try while the server cannot be reached, in milliseconds; the last one repeats. */
export const sendRetryDelaysMs = [2_000, 5_000, 10_000, 30_000, 60_000] as const;

/** No answer takes longer than this, with all tries at all models, in milliseconds. */
export const answerWithinMs = 5 * 60_000;

/** What a refusal says besides its sentence: the code of the product, the HTTP status, and the flags of the code. */
export type RefusalData = { code?: string; httpStatus?: number } & Record<string, unknown>;

/** The data of a refusal in the server's own words, or null if there was no answer. */
export function refusalOf(error: unknown): RefusalData | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null;
  const { data } = error;
  return typeof data === 'object' && data !== null ? (data as RefusalData) : null;
}

/**
 * Why a send failed, and so what can be done:
 * - `lost`: no answer. The server may have the message; the same send again is safe.
 * - `unavailable`: the server cannot take it now, and may later.
 * - `signed-in`: its guest has just been signed in. It belongs to the account: find out who is here, and send it again, once.
 * - `refused`: the same send again would be refused again.
 */
export type SendFailure = 'lost' | 'unavailable' | 'signed-in' | 'refused';

export function sendFailure(error: unknown): SendFailure {
  const refusal = refusalOf(error);
  if (refusal === null) return 'lost';
  const { code, httpStatus } = refusal;
  if (code === 'GUEST_SIGNED_IN') return 'signed-in';
  return httpStatus === undefined || httpStatus >= 500 || httpStatus === 408 ? 'unavailable' : 'refused';
}

/** Sends, and repeats the send once if its answer was lost. Rejects with the last error. */
export async function sendOnce<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (sendFailure(error) !== 'lost') throw error;
    return send();
  }
}
