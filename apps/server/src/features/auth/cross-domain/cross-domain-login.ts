import type { User } from '@noek/contract/auth/schemas';
import { isForeignKeyViolation } from '@noek/db/database';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { toUser, userColumns } from '../auth.queries.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { hashToken } from '../secrets/one-time-token.ts';
import { endSession, prepareSession } from '../session/session.ts';
import { offersPasskey } from './offers-passkey.ts';

/**
 * Exchanges a cross-domain token for a session of the same login on the requested host. Sets the session cookie and moves what the
 * browser's guest owned into the account. A used token is refused. One of its two users must have stolen it, so the session from the first
 * use ends, too. Throws UNAUTHORIZED and RATE_LIMITED.
 */
export async function crossDomainLogin(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ user: User; movedConversations: number; offersPasskey: boolean }> {
  await limit(ctx, 'crossDomainIp', callerOf(ctx));
  const id = hashToken(token);
  const found = await findToken(ctx, id);
  if (!found) throw refusal();
  const session = await prepareSession(ctx, found.user.id, {
    familyId: found.familyId,
    beganAt: found.beganAt,
    method: found.method,
    provenAt: found.provenAt,
  });
  const { crossDomainTokens: t } = ctx.db.tables;
  const now = ctx.now();
  const usable = [eq(t.id, id), isNull(t.consumedAt), gt(t.expiresAt, now), eq(t.targetOrigin, ctx.request.origin)];
  const written = await ctx.db
    .atomic((step) => {
      const added = session.addTo(step);
      step.must(
        step.orm
          .update(t)
          .set({ consumedAt: now, madeSessionId: session.sessionId })
          .where(and(...usable))
          .returning({ id: t.id }),
        refusal,
      );
      return added;
    })
    .catch((error) => {
      if (error instanceof AppError || isForeignKeyViolation(error)) return null;
      throw error;
    });
  if (!written) {
    await endReplayedSession(ctx, id);
    throw refusal();
  }
  const { movedConversations } = written.finish();
  return {
    user: toUser(found.user, ctx.now()),
    movedConversations,
    offersPasskey: await offersPasskey(ctx, found.user.id),
  };
}

/** The token with its user and the login that it came from, if that login is still active. */
async function findToken({ db, now }: Ctx, id: string) {
  const { crossDomainTokens, sessions, users } = db.tables;
  const [row] = await db.orm
    .select({
      user: userColumns(db.tables),
      familyId: sessions.familyId,
      beganAt: sessions.createdAt,
      method: sessions.method,
      provenAt: sessions.provenAt,
    })
    .from(crossDomainTokens)
    .innerJoin(sessions, and(eq(sessions.id, crossDomainTokens.parentSessionId), gt(sessions.expiresAt, now())))
    .innerJoin(users, eq(users.id, crossDomainTokens.userId))
    .where(eq(crossDomainTokens.id, id));
  return row;
}

async function endReplayedSession(ctx: Ctx, id: string): Promise<void> {
  const { crossDomainTokens } = ctx.db.tables;
  const [token] = await ctx.db.orm
    .select({ madeSessionId: crossDomainTokens.madeSessionId })
    .from(crossDomainTokens)
    .where(eq(crossDomainTokens.id, id));
  if (token?.madeSessionId) await endSession(ctx, token.madeSessionId);
}

const refusal = () => new AppError('UNAUTHORIZED', 'This sign-in link is no longer valid. Please sign in again.');
