import type { Database, Step } from '@noek/db/database';
import { and, eq, gte, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { requireSession } from '../session/require-user.ts';
import { announceEndedSessions } from '../session/watch-session.ts';

export const tokenNotFound = () => notFound('Token not found.');

/** Revokes one of the caller's tokens and ends its open streams. Throws UNAUTHORIZED and NOT_FOUND. */
export async function revokeToken(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireSession(ctx);
  const { apiTokens } = ctx.db.tables;
  const isIt = and(eq(apiTokens.userId, user.id), eq(apiTokens.id, id), isNull(apiTokens.appId));
  const [found] = await ctx.db.orm.select({ name: apiTokens.name }).from(apiTokens).where(isIt);
  if (!found) throw tokenNotFound();
  await ctx.db.atomic((step) => {
    step.must(step.orm.delete(apiTokens).where(isIt).returning({ id: apiTokens.id }), tokenNotFound);
    step.add(securityEvent(ctx, step.orm, { userId: user.id, kind: 'token-revoked', detail: found.name }));
  });
  announceEndedSessions(ctx, user.id);
  return { message: 'Token revoked.' };
}

/**
 * Revokes every token of a person, disconnects all apps, and voids what was allowed to an app that has not fetched its tokens yet. Use it in
 * each step that ends the person's sessions because a secret may be known to others: an intruder may have created a token or connected an
 * app. `since`: only what came into being from then on.
 */
export function revokeAllTokens({ tables }: Pick<Database, 'tables'>, step: Step, userId: string, since?: Date): void {
  const { apiTokens, appAuthorizations, connectedApps } = tables;
  step.add(step.orm.delete(appAuthorizations).where(eq(appAuthorizations.userId, userId)));
  for (const table of [connectedApps, apiTokens])
    step.add(step.orm.delete(table).where(and(eq(table.userId, userId), since && gte(table.createdAt, since))));
}
