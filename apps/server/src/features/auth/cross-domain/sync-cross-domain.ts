import type { User } from '@noek/contract/auth';
import type { Ctx } from '../../../context.ts';
import { isOurOrigin } from '../../../hosts/our-origins.ts';
import { limit } from '../limits/auth-limits.ts';
import { requireUser } from '../session/require-user.ts';
import { crossDomainToken } from './generate-cross-domain-token.ts';

/**
 * Says who is signed in on the host that was asked. A page of another origin of ours also gets a one-time token with which
 * its own host makes a session of the same login: good for that origin alone. Throws UNAUTHORIZED and RATE_LIMITED.
 */
export async function syncCrossDomain(ctx: Ctx): Promise<{ user: User; token?: string }> {
  const { user, sessionId } = requireUser(ctx);
  const { callerOrigin, origin } = ctx.request;
  if (!callerOrigin || callerOrigin === origin || !isOurOrigin(ctx.config, callerOrigin)) return { user };
  await limit(ctx, 'crossDomainUser', user.id);
  return { user, token: await crossDomainToken(ctx, { userId: user.id, sessionId, targetOrigin: callerOrigin }) };
}
