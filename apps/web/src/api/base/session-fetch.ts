import { failedAnswer } from './failed-answer.ts';

/** A call that hangs must not keep a page from starting. */
const timeoutMs = 15_000;

let ignored = false;

/** Ignores the session that the server has for this browser, because its user has just signed out. `false` stops ignoring it. */
export function ignoreSession(ignore = true) {
  ignored = ignore;
}

export const isSessionIgnored = () => ignored;

/**
 * The options of a call that finds out or changes who is here. It has a time limit, shares no request with other calls, and is sent with
 * cookies even while the session is ignored.
 */
export const sessionCall = () => ({ signal: AbortSignal.timeout(timeoutMs), context: { isSessionCall: true } });

export const isSessionCall = ({ context }: { context: Record<string, unknown> }): boolean =>
  context.isSessionCall === true;

/**
 * `fetch` for our server. While the session is ignored, reads are sent without cookies, so that nothing of the user who signed out is
 * shown. Throws the errors of `failedAnswer`.
 */
export async function sessionFetch(input: string, init: RequestInit = {}): Promise<Response> {
  const omits = ignored && (init.method ?? 'GET') === 'GET';
  return checkedFetch(input, omits ? { ...init, credentials: 'omit' } : init);
}

/** The same with cookies, whether or not the session is ignored. */
export async function checkedFetch(input: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init);
  const failure = await failedAnswer(answer);
  if (failure) throw failure;
  return answer;
}
