/**
 * The rules for sending a message, shared by the page's outbox, the typed client and the server. A send has a `clientMessageId`. The
 * same id means the same message, so a send whose response was lost can be repeated.
 */

/** How long to wait for the response to a send, its repetition included, before it counts as lost, in milliseconds. */
export const sendTimeoutMs = 30_000;

/** The delays between tries while the server is unreachable, in milliseconds. The last one repeats. */
export const sendRetryDelaysMs = [2_000, 5_000, 10_000, 30_000, 60_000] as const;

/** The longest that an answer can take, with all tries at all models, in milliseconds. */
export const answerWithinMs = 5 * 60_000;

/** The data of an error response other than its message: the error code, the HTTP status, and the fields of the code. */
export type RefusalData = { code?: string; httpStatus?: number } & Record<string, unknown>;

/** The data of the server's error response, or null if there was no response. */
export function refusalOf(error: unknown): RefusalData | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null;
  const { data } = error;
  return typeof data === 'object' && data !== null ? (data as RefusalData) : null;
}

/**
 * Why a send failed, which decides what to do next:
 * - `lost`: there was no response. The server may have the message; repeating the send is safe.
 * - `unavailable`: the server cannot accept it now, but may later.
 * - `signed-in`: the guest has signed in in the meantime. Reload the session and repeat the send once, for the account.
 * - `refused`: repeating the send would be refused again.
 */
export type SendFailure = 'lost' | 'unavailable' | 'signed-in' | 'refused';

export function sendFailure(error: unknown): SendFailure {
  const refusal = refusalOf(error);
  if (refusal === null) return 'lost';
  const { code, httpStatus } = refusal;
  if (code === 'GUEST_SIGNED_IN') return 'signed-in';
  return httpStatus === undefined || httpStatus >= 500 || httpStatus === 408 ? 'unavailable' : 'refused';
}

/** Sends, and repeats the send once if its response was lost. Rejects with the last error. */
export async function sendOnce<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (sendFailure(error) !== 'lost') throw error;
    return send();
  }
}
