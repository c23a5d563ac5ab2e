import { appLimits } from '@noek/contract/auth/limits';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Ctx } from '../../../../context.ts';
import { OAuthError } from '../oauth-error.ts';
import { type Parameters, required } from '../parameters.ts';
import { type Authorization, connectApp, invalidGrant, readAuthorization, type TokenAnswer } from './connect-app.ts';

/** A timer of a device may be a little early. */
const slackMs = 500;
const intervalMs = appLimits.deviceIntervalSeconds * 1_000 - slackMs;

/**
 * The tokens of a device, once its person has allowed it (RFC 8628). Throws authorization_pending, slow_down, access_denied, expired_token,
 * invalid_request and invalid_grant.
 */
export async function pollDevice(ctx: Ctx, parameters: Parameters): Promise<TokenAnswer> {
  const authorization = await readAuthorization(ctx, required(parameters, 'device_code'));
  const clientId = required(parameters, 'client_id');
  if (authorization?.kind !== 'device' || authorization.clientId !== clientId) throw invalidGrant();
  if (authorization.consumedAt) return connectApp(ctx, authorization);
  if (authorization.expiresAt <= ctx.now()) throw new OAuthError('expired_token', 'The code has expired.');
  if (authorization.status === 'denied') throw new OAuthError('access_denied', 'The person refused.');
  if (authorization.status === 'allowed') return connectApp(ctx, authorization);
  if (await isInTime(ctx, authorization))
    throw new OAuthError('authorization_pending', 'The person has not answered yet.');
  throw new OAuthError('slow_down', 'Wait five seconds longer between two requests.');
}

/** Whether the device has waited since it last asked. */
async function isInTime({ db, now }: Ctx, { id }: Authorization): Promise<boolean> {
  const { appAuthorizations: a } = db.tables;
  const before = new Date(now().getTime() - intervalMs);
  const noted = await db.write((orm) =>
    orm
      .update(a)
      .set({ polledAt: now() })
      .where(and(eq(a.id, id), or(isNull(a.polledAt), lte(a.polledAt, before))))
      .returning({ id: a.id }),
  );
  return noted.length > 0;
}
