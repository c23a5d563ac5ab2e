import { and, eq, isNotNull } from 'drizzle-orm';
import type { Ctx } from '../../../../context.ts';
import { callerOf, limit } from '../../limits/auth-limits.ts';
import { hashToken } from '../../secrets/one-time-token.ts';
import { disconnectItself } from '../disconnect-app.ts';
import { type Parameters, required } from '../parameters.ts';

/**
 * Disconnects the app whose access token or current refresh token this is (RFC 7009). Anything else changes nothing: neither a personal API
 * token nor the token of an app with another client_id. Throws invalid_request, and RATE_LIMITED.
 */
export async function revokeAppToken(ctx: Ctx, parameters: Parameters): Promise<void> {
  await limit(ctx, 'appIp', callerOf(ctx));
  const tokenHash = hashToken(required(parameters, 'token'));
  const { apiTokens: t, connectedApps: c } = ctx.db.tables;
  const [byAccess] = await ctx.db.orm
    .select({ id: c.id, clientId: c.clientId })
    .from(t)
    .innerJoin(c, eq(c.id, t.appId))
    .where(and(eq(t.tokenHash, tokenHash), isNotNull(t.appId)));
  const [byRefresh] = await ctx.db.orm
    .select({ id: c.id, clientId: c.clientId })
    .from(c)
    .where(eq(c.refreshHash, tokenHash));
  const app = byAccess ?? byRefresh;
  if (app && (parameters.get('client_id') ?? app.clientId) === app.clientId) await disconnectItself(ctx, app.id);
}
