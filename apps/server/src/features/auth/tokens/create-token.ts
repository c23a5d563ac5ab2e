import { apiTokenLimit } from '@noek/contract/auth/limits';
import { type createTokenInputSchema, type NewApiToken, tokenPrefix } from '@noek/contract/auth/tokens';
import { and, count, eq, gt, isNull, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { limit } from '../limits/auth-limits.ts';
import { hashToken, newToken } from '../secrets/one-time-token.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { refuseDeletedAccount } from '../session/deleted-account.ts';
import { requireSession } from '../session/require-user.ts';
import { lockSession } from '../session/session-statements.ts';
import { toApiToken } from './list-tokens.ts';

/**
 * Creates a personal API token of the caller. The result is the only place where it can be seen. Throws BAD_REQUEST for an expiry
 * in the past, CONFLICT if the person has too many tokens, UNAUTHORIZED and RATE_LIMITED.
 */
export async function createToken(
  ctx: Ctx,
  { name, scopes, expiresAt }: z.output<typeof createTokenInputSchema>,
): Promise<NewApiToken> {
  const signedIn = requireSession(ctx);
  const { user } = signedIn;
  const now = ctx.now();
  const expires = expiresAt ? new Date(expiresAt) : null;
  if (expires && expires <= now) throw new AppError('BAD_REQUEST', 'The expiry must be in the future.');
  await limit(ctx, 'tokenUser', user.id);
  const token = `${tokenPrefix}${newToken()}`;
  const row = {
    id: uuidv7(),
    userId: user.id,
    appId: null,
    name,
    scopes: [...new Set(scopes)],
    createdAt: now,
    expiresAt: expires,
    lastUsedAt: null,
  };
  const { apiTokens } = ctx.db.tables;
  const alive = or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now));
  await ctx.db
    .atomic((step) => {
      lockSession(ctx.db, step, signedIn);
      const counted = step.add(
        step.orm
          .select({ tokens: count() })
          .from(apiTokens)
          .where(and(eq(apiTokens.userId, user.id), isNull(apiTokens.appId), alive)),
      );
      step.check(() => {
        if ((counted.rows[0]?.tokens ?? 0) >= apiTokenLimit)
          throw new AppError('CONFLICT', `You have ${apiTokenLimit} tokens, which is the limit. Revoke one first.`);
      });
      step.add(step.orm.insert(apiTokens).values({ ...row, tokenHash: hashToken(token) }));
      step.add(securityEvent(ctx, step.orm, { userId: user.id, kind: 'token-created', detail: name }));
    })
    .catch(refuseDeletedAccount);
  return { ...toApiToken(row, 0), token };
}
