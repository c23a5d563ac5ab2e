import type { Database, Step } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../errors.ts';
import type { SignedIn } from './require-user.ts';

/**
 * For a step that only a signed-in person may take: throws UNAUTHORIZED if the session has ended. Call it first. Such steps, and changes of
 * the password, take the same lock: none of them can overlap.
 */
export function lockSession(
  { tables: { sessions, users } }: Pick<Database, 'tables'>,
  step: Step,
  { user, sessionId }: SignedIn,
): void {
  step.add(
    step.orm
      .update(users)
      .set({ signedInAt: users.signedInAt as never })
      .where(and(eq(users.id, user.id), isNull(users.deletedAt))),
  );
  step.must(step.orm.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)), signInAgain);
}

/**
 * For a step whose result may not outlive the session: throws UNAUTHORIZED if it has ended. A sign-out comes before the step, or finds what
 * it has written.
 */
export function holdSession(
  { tables: { sessions } }: Pick<Database, 'tables'>,
  step: Step,
  { sessionId }: SignedIn,
): void {
  step.must(
    step.orm
      .update(sessions)
      .set({ expiresAt: sessions.expiresAt as never })
      .where(eq(sessions.id, sessionId))
      .returning({ id: sessions.id }),
    signInAgain,
  );
}

const signInAgain = () => new AppError('UNAUTHORIZED', 'Please sign in again.');
