import type { Ctx } from '../../../context.ts';
import { hashToken, newToken } from '../cross-domain/one-time-token.ts';

// A browser of guests keeps a cookie of its own, a random token, so that what one guest used stays used when the next one
// begins: signing in ends a guest, and after signing out there is a new one. It opens nothing and names nobody, and only its hash
// is stored, beside what was used.

/** The name of the browser with this cookie in the books; null without one that we could have made. */
export const browserOf = (cookie: string | null): string | null =>
  cookie && /^[\w-]{43}$/.test(cookie) ? hashToken(cookie) : null;

/** Gives the browser its cookie, unless it has one. */
export function rememberBrowser(ctx: Ctx): string {
  if (ctx.request.browser) return ctx.request.browser;
  const token = newToken();
  ctx.cookies.set('browser', token);
  return hashToken(token);
}
