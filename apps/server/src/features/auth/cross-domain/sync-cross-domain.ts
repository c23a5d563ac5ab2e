import type { SyncInput, User } from '@noek/contract/auth/schemas';
import type { Ctx } from '../../../context.ts';
import { isOurOrigin } from '../../../hosts/our-origins.ts';
import { limit } from '../limits/auth-limits.ts';
import { requireSession } from '../session/require-user.ts';
import { crossDomainToken } from './generate-cross-domain-token.ts';

/**
 * Returns who is signed in on the requested host. A page on another of our origins also gets a one-time token, which its host
 * exchanges for a session of the same login. The token works on that origin only. If no person is signed in, `ifNobody` says whether
 * that is a null or an UNAUTHORIZED. Throws RATE_LIMITED.
 */
export async function syncCrossDomain(
  ctx: Ctx,
  { ifNobody }: SyncInput,
): Promise<{ user: User | null; token?: string }> {
  if (ifNobody === 'null' && !('user' in ctx.actor)) return { user: null };
  const { user, sessionId } = requireSession(ctx);
  const { callerOrigin, origin } = ctx.request;
  if (!callerOrigin || callerOrigin === origin || !isOurOrigin(ctx.config, callerOrigin)) return { user };
  await limit(ctx, 'crossDomainUser', user.id);
  return { user, token: await crossDomainToken(ctx, { userId: user.id, sessionId, targetOrigin: callerOrigin }) };
}
