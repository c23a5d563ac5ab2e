import { randomUUID } from 'node:crypto';
import type { ReplyCookies } from '../../../base-context.ts';
import type { Ctx } from '../../../context.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { hashToken, newToken } from '../secrets/one-time-token.ts';
import { rememberBrowser } from './guest-browser.ts';

/** A request with a batch of procedures creates only one guest: later calls share the first one's. */
const inProgress = new WeakMap<ReplyCookies, Promise<Made>>();
type Made = { guestId: string; browser: string };

/**
 * Gives a visitor a guest identity with its cookie (90 days), and makes it the context's actor. Does nothing for people who are
 * signed in, already have an identity, or have signed in since their guest cookie was sent. Throws RATE_LIMITED.
 */
export async function ensureGuest(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'guest' || ctx.actor.guestId) return;
  if (ctx.actor.signedIn) return;
  const made = inProgress.get(ctx.cookies) ?? makeGuest(ctx);
  inProgress.set(ctx.cookies, made);
  const { guestId, browser } = await made;
  ctx.actor = { kind: 'guest', guestId };
  ctx.request = { ...ctx.request, browser };
}

async function makeGuest(ctx: Ctx): Promise<Made> {
  await limit(ctx, 'guestIp', callerOf(ctx));
  const id = randomUUID();
  const token = newToken();
  await ctx.db.write((orm) =>
    orm.insert(ctx.db.tables.guests).values({ id, tokenHash: hashToken(token), createdAt: ctx.now() }),
  );
  ctx.cookies.set('guest', token);
  return { guestId: id, browser: rememberBrowser(ctx) };
}
