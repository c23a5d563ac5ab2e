import { callAuth } from './call-auth.ts';
import { failedAnswer } from './failed-answer.ts';

let ignored = false;

/** Says whether a session that the server has for this browser counts: not, when its person just signed out. */
export function ignoreSession(ignore = true) {
  ignored = ignore;
}

/** For what takes the cookies along in any case: event streams. */
export const isSessionIgnored = () => ignored;

/**
 * How this page calls its server. While a session is ignored, reads go without cookies, so that nothing of the person who
 * left is shown; the first write, which is somebody else's, ends that session before it goes out. Throws what `failedAnswer`
 * makes of an answer.
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
