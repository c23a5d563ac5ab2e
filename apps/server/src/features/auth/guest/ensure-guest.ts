import { randomUUID } from 'node:crypto';
import type { ReplyCookies } from '../../../base-context.ts';
import type { Ctx } from '../../../context.ts';
import { hashToken, newToken } from '../cross-domain/one-time-token.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { rememberBrowser } from './guest-browser.ts';

/** Calls of one request share what its first one made: a batch of procedures makes one guest. */
const underWay = new WeakMap<ReplyCookies, Promise<Made>>();
type Made = { guestId: string; browser: string };

/**
 * Gives a guest who has none an identity and its cookie (90 days) and makes it the context's actor. Whoever has one, or is
 * signed in, keeps what they are; the cookie of a guest who has signed in meanwhile gets no new one. Throws RATE_LIMITED.
 */
export async function ensureGuest(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'guest' || ctx.actor.guestId) return;
  if (ctx.actor.signedIn) return;
  const made = underWay.get(ctx.cookies) ?? makeGuest(ctx);
  underWay.set(ctx.cookies, made);
  const { guestId, browser } = await made;
  ctx.actor = { kind: 'guest', guestId };
  ctx.request = { ...ctx.request, browser };
}

async function makeGuest(ctx: Ctx): Promise<Made> {
  await limit(ctx, 'guestIp', callerOf(ctx));
  const id = randomUUID();
  const token = newToken();
  await ctx.db.orm.insert(ctx.db.tables.guests).values({ id, tokenHash: hashToken(token), createdAt: ctx.now() });
  ctx.cookies.set('guest', token);
  return { guestId: id, browser: rememberBrowser(ctx) };
}
