import type { Ctx } from '../../../context.ts';
import { hashToken, newToken } from '../secrets/one-time-token.ts';

// Signing in ends a guest, and signing out starts a new one. A browser used by guests therefore gets a cookie with a random token,
// so that what one guest used still counts for the next. The cookie gives no access and identifies nobody. Only its hash is
// stored, next to what was used.

/** The stored id of the browser with this cookie; null if the cookie is missing or malformed. */
export const browserOf = (cookie: string | null): string | null =>
  cookie && /^[\w-]{43}$/.test(cookie) ? hashToken(cookie) : null;

/** Gives the browser its cookie, unless it has one. */
export function rememberBrowser(ctx: Ctx): string {
  if (ctx.request.browser) return ctx.request.browser;
  const token = newToken();
  ctx.cookies.set('browser', token);
  return hashToken(token);
}
