import { appLimits } from '@noek/contract/auth/limits';
import type { TokenScope } from '@noek/contract/calls/token-scopes';
import { isForeignKeyViolation } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, count, eq, gt, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../../../context.ts';
import { hashToken } from '../../secrets/one-time-token.ts';
import { securityEvent } from '../../security-events/security-event.ts';
import { isBuiltIn } from '../clients/client.ts';
import { disconnectCopied } from '../disconnect-app.ts';
import { OAuthError } from '../oauth-error.ts';
import { newAccessToken, newRefreshToken } from './app-tokens.ts';

/** The answer of the token endpoint. */
export type TokenAnswer = {
  access_token: string;
  token_type: 'Bearer';
  scope: string;
  /** In seconds. Absent: it does not expire. */
  expires_in?: number;
  refresh_token?: string;
};

export type Authorization = Tables['appAuthorizations']['$inferSelect'];

export const accessTokenMs = appLimits.accessTokenMinutes * 60_000;
export const refreshTokenMs = appLimits.refreshTokenDays * 24 * 60 * 60_000;

/** The authorization with this code. */
export async function readAuthorization({ db }: Ctx, code: string): Promise<Authorization | null> {
  const { appAuthorizations: a } = db.tables;
  const [row] = await db.orm
    .select()
    .from(a)
    .where(eq(a.id, hashToken(code)));
  return row ?? null;
}

/**
 * Connects the app for the person who allowed it, and gives it its tokens. An authorization does that once. If it was used before, its
 * code was copied, and what it connected is disconnected. Throws invalid_grant.
 */
export async function connectApp(ctx: Ctx, authorization: Authorization): Promise<TokenAnswer> {
  if (authorization.consumedAt) throw await refuseCopy(ctx, authorization);
  try {
    return await connect(ctx, authorization);
  } catch (error) {
    if (isForeignKeyViolation(error)) throw invalidGrant();
    if (!(error instanceof NotTaken)) throw error;
    const [now] = await ctx.db.orm
      .select()
      .from(ctx.db.tables.appAuthorizations)
      .where(eq(ctx.db.tables.appAuthorizations.id, authorization.id));
    throw now?.consumedAt ? await refuseCopy(ctx, now) : invalidGrant();
  }
}

class NotTaken extends Error {}

async function connect(ctx: Ctx, { id, userId, clientId, clientName, scopes }: Authorization): Promise<TokenAnswer> {
  if (userId === null) throw invalidGrant();
  const { apiTokens, appAuthorizations: a, connectedApps, users } = ctx.db.tables;
  const now = ctx.now();
  const appId = uuidv7();
  const isLasting = isBuiltIn(clientId);
  const access = newAccessToken();
  const refresh = isLasting ? null : newRefreshToken(ctx.config, appId);
  const app = {
    id: appId,
    userId,
    clientId,
    name: clientName,
    scopes,
    refreshHash: refresh && hashToken(refresh),
    refreshExpiresAt: isLasting ? null : new Date(now.getTime() + refreshTokenMs),
    createdAt: now,
  };
  const token = { userId, appId, name: clientName, scopes, createdAt: now };
  await ctx.db.atomic((step) => {
    // Changes of the password and suspensions take the same lock: none of them can overlap with this step.
    step.must(
      step.orm
        .update(users)
        .set({ signedInAt: users.signedInAt as never })
        .where(and(eq(users.id, userId), isNull(users.deletedAt), isNull(users.suspendedAt)))
        .returning({ id: users.id }),
      () => new NotTaken(),
    );
    step.must(
      step.orm
        .update(a)
        .set({ consumedAt: now, appId })
        .where(and(eq(a.id, id), eq(a.status, 'allowed'), isNull(a.consumedAt), gt(a.expiresAt, now)))
        .returning({ id: a.id }),
      () => new NotTaken(),
    );
    const counted = step.add(
      step.orm.select({ apps: count() }).from(connectedApps).where(eq(connectedApps.userId, userId)),
    );
    step.add(step.orm.insert(connectedApps).values(app));
    step.add(
      step.orm.insert(apiTokens).values({
        ...token,
        id: uuidv7(),
        tokenHash: hashToken(access),
        expiresAt: isLasting ? null : new Date(now.getTime() + accessTokenMs),
      }),
    );
    step.add(securityEvent(ctx, step.orm, { userId, kind: 'app-connected', detail: clientName }));
    step.check(() => {
      if ((counted.rows[0]?.apps ?? 0) >= appLimits.perPerson)
        throw new OAuthError('invalid_grant', 'This person has too many connected apps.');
    });
  });
  return {
    ...answerWith(access, scopes),
    ...(refresh && { expires_in: accessTokenMs / 1_000, refresh_token: refresh }),
  };
}

export const answerWith = (access: string, scopes: readonly TokenScope[]) => ({
  access_token: access,
  token_type: 'Bearer' as const,
  scope: scopes.join(' '),
});

async function refuseCopy(ctx: Ctx, { appId }: Authorization): Promise<OAuthError> {
  if (appId !== null) await disconnectCopied(ctx, appId);
  return new OAuthError('invalid_grant', 'This code was used before. What it connected was disconnected.');
}

export const invalidGrant = () => new OAuthError('invalid_grant', 'This code or token is unknown or has expired.');
