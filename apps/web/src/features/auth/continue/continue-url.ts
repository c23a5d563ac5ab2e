import { errorCode } from '../../../api/base/error-text.ts';

/** `return_to` as an absolute http(s) URL; null for anything else. */
function parseReturnTo(returnTo: string | null): URL | null {
  if (!returnTo || !URL.canParse(returnTo)) return null;
  const url = new URL(returnTo);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/**
 * The URL to open after signing in, with a login token in its query: `returnTo` if the server issues a token for its origin,
 * otherwise the chat. `makeToken` requests the token and throws the server's refusals.
 */
export async function continueUrl(
  returnTo: string | null,
  chatOrigin: string,
  makeToken: (returnTo: string) => Promise<string>,
): Promise<string> {
  const wanted = parseReturnTo(returnTo);
  const chat = new URL(chatOrigin);
  if (!wanted) return withToken(chat, await makeToken(chat.href));
  try {
    return withToken(wanted, await makeToken(wanted.href));
  } catch (error) {
    if (errorCode(error) !== 'BAD_REQUEST') throw error;
    return withToken(chat, await makeToken(chat.href));
  }
}

/** Adds the token, and drops parameters of the sign-in flow that the URL already has. */
function withToken(url: URL, token: string): string {
  const target = new URL(url);
  for (const name of ['sync', 'return_to', 'force_login', 'error']) target.searchParams.delete(name);
  target.searchParams.set('auth_token', token);
  target.searchParams.set('auth_action', 'login');
  return target.href;
}
