import type { Ctx } from '../../../context.ts';
import { limit } from '../limits/auth-limits.ts';
import { hashToken, newToken } from '../secrets/one-time-token.ts';
import { refuseDeletedAccount } from '../session/deleted-account.ts';
import { requireSession } from '../session/require-user.ts';
import { allowedReturnUrl } from './return-to.ts';

const lifetimeMs = 60_000;

/**
 * Makes a token that the host of `returnTo` (by default the chat host) exchanges for a session of this login. It works once,
 * for one minute, on that origin only. Throws UNAUTHORIZED, BAD_REQUEST for an origin that is not allowed, and RATE_LIMITED.
 */
export async function generateCrossDomainToken(
  ctx: Ctx,
  { returnTo }: { returnTo?: string },
): Promise<{ token: string }> {
  const { user, sessionId } = requireSession(ctx);
  const targetOrigin = returnTo === undefined ? ctx.config.origins.chat : allowedReturnUrl(ctx.config, returnTo).origin;
  await limit(ctx, 'crossDomainUser', user.id);
  return { token: await crossDomainToken(ctx, { userId: user.id, sessionId, targetOrigin }) };
}

/** Makes a token for an origin that has been checked. Throws UNAUTHORIZED if the login has ended in the meantime. */
export async function crossDomainToken(
  ctx: Ctx,
  { userId, sessionId, targetOrigin }: { userId: string; sessionId: string; targetOrigin: string },
): Promise<string> {
  const token = newToken();
  const row = {
    id: hashToken(token),
    userId,
    parentSessionId: sessionId,
    targetOrigin,
    expiresAt: new Date(ctx.now().getTime() + lifetimeMs),
  };
  const { crossDomainTokens } = ctx.db.tables;
  await ctx.db.write((orm) => orm.insert(crossDomainTokens).values(row)).catch(refuseDeletedAccount);
  return token;
}
