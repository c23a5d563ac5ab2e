import { appLimits } from '@noek/contract/auth/limits';
import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { limit } from '../../limits/auth-limits.ts';
import { hashToken, newToken } from '../../secrets/one-time-token.ts';
import { requireSession } from '../../session/require-user.ts';
import { keepRegistered } from '../clients/keep-registered.ts';
import { OAuthError } from '../oauth-error.ts';
import { writeAllowed } from './allowing.ts';
import { readAuthorizationRequest } from './authorization-request.ts';

/**
 * Allows what an app asks for. The result is the address with which the browser returns to the app. It contains a code that the app
 * exchanges for its tokens, once, within a minute. Throws UNAUTHORIZED, FORBIDDEN, BAD_REQUEST for a request that is not valid, CONFLICT
 * if too many apps are connected, and RATE_LIMITED.
 */
export async function allowApp(ctx: Ctx, { query }: { query: string }): Promise<{ to: string }> {
  const me = requireSession(ctx);
  await limit(ctx, 'tokenUser', me.user.id);
  const request = await readAuthorizationRequest(ctx, query).catch((error: unknown) => {
    throw error instanceof OAuthError ? new AppError('BAD_REQUEST', error.message, { cause: error }) : error;
  });
  if ('error' in request) return { to: request.returnTo() };
  const { client, redirectUri, scopes, codeChallenge, returnTo } = request;
  const code = newToken();
  const now = ctx.now();
  const row = {
    id: hashToken(code),
    kind: 'redirect' as const,
    userId: me.user.id,
    clientId: client.id,
    clientName: client.name,
    scopes,
    redirectUri,
    codeChallenge,
    status: 'allowed' as const,
    createdAt: now,
    expiresAt: new Date(now.getTime() + appLimits.codeSeconds * 1_000),
  };
  // It is kept first: it may be about to expire.
  if (client.isRegistered) await keepRegistered(ctx, client.id);
  await writeAllowed(ctx, me, (step) => step.add(step.orm.insert(ctx.db.tables.appAuthorizations).values(row)));
  return { to: returnTo({ code }) };
}
