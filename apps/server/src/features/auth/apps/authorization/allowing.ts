import { appLimits } from '@noek/contract/auth/limits';
import type { Step } from '@noek/db/database';
import { count, eq } from 'drizzle-orm';
import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { refuseDeletedAccount } from '../../session/deleted-account.ts';
import type { SignedIn } from '../../session/require-user.ts';
import { lockSession } from '../../session/session-statements.ts';

/**
 * Writes, in one step, what a signed-in person allows: `write` adds it. Throws UNAUTHORIZED if the session has ended, and CONFLICT if too
 * many apps are connected.
 */
export async function writeAllowed({ db }: Ctx, signedIn: SignedIn, write: (step: Step) => void): Promise<void> {
  const { connectedApps } = db.tables;
  await db
    .atomic((step) => {
      lockSession(db, step, signedIn);
      const counted = step.add(
        step.orm.select({ apps: count() }).from(connectedApps).where(eq(connectedApps.userId, signedIn.user.id)),
      );
      step.check(() => {
        if ((counted.rows[0]?.apps ?? 0) >= appLimits.perPerson) throw tooManyApps();
      });
      write(step);
    })
    .catch(refuseDeletedAccount);
}

const tooManyApps = () =>
  new AppError(
    'CONFLICT',
    `You have ${appLimits.perPerson} connected apps, which is the limit. Revoke one on your account page first.`,
  );
