import { appLimits } from '@noek/contract/auth/limits';
import type { Orm, Statement } from '@noek/db/database';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { refuseDeletedAccount } from '../session/deleted-account.ts';
import type { SignedIn } from '../session/require-user.ts';

/**
 * Writes, in one step, what a signed-in person allows. Changes of the password take the same lock, so that none of them can overlap with
 * this step. Returns the rows of the statement. Throws UNAUTHORIZED if the session has ended, and CONFLICT if too many apps are connected.
 */
export async function writeAllowed(
  { db }: Ctx,
  { user, sessionId }: SignedIn,
  statement: (orm: Orm) => Statement,
): Promise<readonly unknown[]> {
  const { connectedApps, sessions, users } = db.tables;
  const [, , , rows] = await db
    .atomic(
      (orm) => [
        orm
          .update(users)
          .set({ signedInAt: users.signedInAt as never })
          .where(and(eq(users.id, user.id), isNull(users.deletedAt))),
        orm.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)),
        orm.select({ apps: count() }).from(connectedApps).where(eq(connectedApps.userId, user.id)),
        statement(orm),
      ],
      ([, session, counted]) => {
        if (session.length === 0) throw new AppError('UNAUTHORIZED', 'Please sign in again.');
        if ((counted[0]?.apps ?? 0) >= appLimits.perPerson) throw tooManyApps();
      },
    )
    .catch(refuseDeletedAccount);
  return rows as readonly unknown[];
}

const tooManyApps = () =>
  new AppError(
    'CONFLICT',
    `You have ${appLimits.perPerson} connected apps, which is the limit. Revoke one on your account page first.`,
  );
