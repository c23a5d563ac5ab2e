import type { Database, Orm, Statement } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { requireSession } from '../session/require-user.ts';
import { announceEndedSessions } from '../session/watch-session.ts';

export const tokenNotFound = () => notFound('Token not found.');

/** Revokes one of the caller's tokens and ends its open streams. Throws UNAUTHORIZED and NOT_FOUND. */
export async function revokeToken(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireSession(ctx);
  const { apiTokens } = ctx.db.tables;
  const revoked = await ctx.db.write((orm) =>
    orm
      .delete(apiTokens)
      .where(and(eq(apiTokens.userId, user.id), eq(apiTokens.id, id)))
      .returning({ id: apiTokens.id }),
  );
  if (revoked.length === 0) throw tokenNotFound();
  announceEndedSessions(ctx, user.id);
  return { message: 'Token revoked.' };
}

/**
 * Revokes every token of a person. Use it in each step that ends the person's sessions because a secret may be known to others: an intruder
 * may have created a token.
 */
export function revokeTokensStatement({ tables }: Pick<Database, 'tables'>, orm: Orm, userId: string): Statement {
  return orm.delete(tables.apiTokens).where(eq(tables.apiTokens.userId, userId));
}
