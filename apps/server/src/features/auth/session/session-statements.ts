import type { Database, Orm } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../errors.ts';
import type { SignedIn } from './require-user.ts';

/**
 * The first two statements of a step that only a signed-in person may take. Such steps, and changes of the password, take the same lock:
 * none of them can overlap. `requireSignedIn` checks the rows of the second one.
 */
export const sessionStatements = (
  { tables: { sessions, users } }: Pick<Database, 'tables'>,
  orm: Orm,
  { user, sessionId }: SignedIn,
) =>
  [
    orm
      .update(users)
      .set({ signedInAt: users.signedInAt as never })
      .where(and(eq(users.id, user.id), isNull(users.deletedAt))),
    orm.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)),
  ] as const;

/**
 * The statement of a step whose result may not outlive the session: a sign-out comes before it, or finds what it has written.
 * `requireSignedIn` checks its rows.
 */
export const holdSession = ({ tables: { sessions } }: Pick<Database, 'tables'>, orm: Orm, { sessionId }: SignedIn) =>
  orm
    .update(sessions)
    .set({ expiresAt: sessions.expiresAt as never })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });

/** Throws UNAUTHORIZED if the session has ended. */
export function requireSignedIn(session: readonly unknown[]): void {
  if (session.length === 0) throw new AppError('UNAUTHORIZED', 'Please sign in again.');
}
