import type { LoginSession } from '@noek/contract/auth/schemas';
import { and, eq, gt, ne } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { browserName, deviceName, systemName } from '../../../text/device-name.ts';
import { placeName } from '../devices/time-zone.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { refuseDeletedAccount } from './deleted-account.ts';
import { requireSession, type SignedIn } from './require-user.ts';
import { addSignOut, announceSignOut } from './sign-out.ts';

export const sessionNotFound = () => notFound('Session not found.');

/**
 * The caller's logins: the current one first, then by last use. Sessions of one login on several hosts are one entry.
 * Throws UNAUTHORIZED.
 */
export async function ownSessions(ctx: Ctx): Promise<LoginSession[]> {
  const me = requireSession(ctx);
  const { sessions } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, me.user.id), gt(sessions.expiresAt, ctx.now())));
  const families = Map.groupBy(rows, (row) => row.familyId);
  return [...families]
    .map(([id, family]) => {
      const seen = family.toSorted((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime());
      const userAgent = seen[0]?.userAgent ?? null;
      const began = Math.min(...family.map((row) => row.createdAt.getTime()));
      return {
        id,
        device: deviceName(userAgent),
        browser: browserName(userAgent),
        system: systemName(userAgent),
        place: placeName(seen.find((row) => row.timeZone)?.timeZone ?? null),
        createdAt: new Date(began).toISOString(),
        lastSeenAt: (seen[0]?.lastSeenAt ?? ctx.now()).toISOString(),
        current: family.some((row) => row.id === me.sessionId),
      };
    })
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt));
}

/** Ends one of the caller's logins on every host; it may be the current one. Throws UNAUTHORIZED and NOT_FOUND. */
export async function endOwnSession(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const me = requireSession(ctx);
  const { sessions } = ctx.db.tables;
  const { rows: ended } = await ctx.db.atomic((step) => {
    const deleted = step.must(
      step.orm
        .delete(sessions)
        .where(and(eq(sessions.userId, me.user.id), eq(sessions.familyId, id)))
        .returning({ id: sessions.id }),
      sessionNotFound,
    );
    addSignOut(ctx, step, me.user.id);

    return deleted;
  });
  announceSignOut(ctx, me.user.id);
  if (ended.some((session) => session.id === me.sessionId)) ctx.cookies.set('session', null);
  return { message: 'Session ended.' };
}

/** Ends all of the caller's logins except the current one. Throws UNAUTHORIZED. */
export async function endOtherSessions(ctx: Ctx): Promise<{ message: string }> {
  const me = requireSession(ctx);
  const { sessions } = ctx.db.tables;
  const familyId = await familyOf(ctx, me);
  await ctx.db
    .atomic((step) => {
      step.add(step.orm.delete(sessions).where(and(eq(sessions.userId, me.user.id), ne(sessions.familyId, familyId))));
      addSignOut(ctx, step, me.user.id);
      step.add(securityEvent(ctx, step.orm, { userId: me.user.id, kind: 'sessions-ended' }));
    })
    .catch(refuseDeletedAccount);
  announceSignOut(ctx, me.user.id);
  return { message: 'All other sessions ended.' };
}

async function familyOf(ctx: Ctx, { sessionId }: SignedIn): Promise<string> {
  const { sessions } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select({ familyId: sessions.familyId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return row?.familyId ?? '';
}
