import { callAuth } from './call-auth.ts';
import { failedAnswer } from './failed-answer.ts';

let ignored = false;

/** Ignores the session that the server has for this browser, because its user has just signed out; `false` ends that. */
export function ignoreSession(ignore = true) {
  ignored = ignore;
}

/** For event streams, which always send cookies. */
export const isSessionIgnored = () => ignored;

/**
 * `fetch` for calls to our server. While the session is ignored, reads are sent without cookies, so that nothing of the user who
 * signed out is shown, and the first write ends the session before it is sent. Throws the errors of `failedAnswer`.
 */
export async function sessionFetch(input: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetchForSession(input, init);
  const failure = await failedAnswer(answer);
  if (failure) throw failure;
  return answer;
}

async function fetchForSession(input: string, init: RequestInit): Promise<Response> {
  if (!ignored) return fetch(input, init);
  if ((init.method ?? 'GET') === 'GET') return fetch(input, { ...init, credentials: 'omit' });
  await callAuth('logout');
  ignored = false;
  return fetch(input, init);
}
