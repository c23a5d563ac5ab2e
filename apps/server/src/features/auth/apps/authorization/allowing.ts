import { appLimits } from '@noek/contract/auth/limits';
import type { Orm, Statement } from '@noek/db/database';
import { count, eq } from 'drizzle-orm';
import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { refuseDeletedAccount } from '../../session/deleted-account.ts';
import type { SignedIn } from '../../session/require-user.ts';
import { requireSignedIn, sessionStatements } from '../../session/session-statements.ts';

/**
 * Writes, in one step, what a signed-in person allows. Returns the rows of the statement. Throws UNAUTHORIZED if the session has ended, and
 * CONFLICT if too many apps are connected.
 */
export async function writeAllowed(
  { db }: Ctx,
  signedIn: SignedIn,
  statement: (orm: Orm) => Statement,
): Promise<readonly unknown[]> {
  const { connectedApps } = db.tables;
  const [, , , rows] = await db
    .atomic(
      (orm) => [
        ...sessionStatements(db, orm, signedIn),
        orm.select({ apps: count() }).from(connectedApps).where(eq(connectedApps.userId, signedIn.user.id)),
        statement(orm),
      ],
      ([, session, counted]) => {
        requireSignedIn(session);
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
