import type { RequestFacts } from '../../../base-context.ts';
import type { Ctx } from '../../../context.ts';
import { hashToken, newToken } from '../secrets/one-time-token.ts';

// Signing in ends a guest, and signing out starts a new one. A browser used by guests therefore gets a cookie with a random token,
// so that what one guest used still counts for the next. The cookie gives no access and identifies no person. Only its hash is
// stored, next to what was used.

/** The stored id of the browser with this cookie, and the cookie; nothing if it is missing or malformed. */
export function browserFacts(cookie: string | null): Pick<RequestFacts, 'browser' | 'browserCookie'> {
  const known = cookie && /^[\w-]{43}$/.test(cookie) ? cookie : null;
  return { browser: known && hashToken(known), browserCookie: known };
}

/** Gives the browser of a new guest its cookie, or the same one again, so that it lasts longer than the guest. Returns its id. */
export function rememberBrowser(ctx: Ctx): string {
  const token = ctx.request.browserCookie ?? newToken();
  ctx.cookies.set('browser', token);
  return hashToken(token);
}
