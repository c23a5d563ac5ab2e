import { errorCode } from '../../api/error-text.ts';

/** An absolute http(s) address, or null for anything else that stands in `return_to`. */
function parseReturnTo(returnTo: string | null): URL | null {
  if (!returnTo || !URL.canParse(returnTo)) return null;
  const url = new URL(returnTo);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/**
 * Where to go after signing in: to `returnTo` when the server gives a token for its origin, else to the chat. The token
 * travels in the address; `makeToken` asks the server for it and throws its refusals.
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

/** What the address brought of the sign-in flow itself does not count. */
function withToken(url: URL, token: string): string {
  const target = new URL(url);
  for (const name of ['sync', 'return_to', 'force_login', 'error']) target.searchParams.delete(name);
  target.searchParams.set('auth_token', token);
  target.searchParams.set('auth_action', 'login');
  return target.href;
}
