import type { Step } from '@noek/db/database';
import type { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import type { AccountDependent } from '../account-dependents.ts';
import { announceEndedSessions } from './watch-session.ts';

type Parts = { accountDependents: readonly AccountDependent[] };

/** The statements of other features for a step that ends logins of an account. */
export const addSignOut = ({ db, accountDependents }: Pick<Deps, 'db'> & Parts, step: Step, userId: string): void => {
  for (const part of accountDependents) part.signOut?.({ db }, step, userId);
};

/** Tells all processes that logins of an account ended, and lets other features finish what they ended with them. Call it after the commit. */
export function announceSignOut(
  { db, background, accountDependents }: Pick<Deps, 'db'> & Parts & { background: BackgroundWork },
  userId: string,
): void {
  announceEndedSessions({ db }, userId);
  for (const part of accountDependents)
    if (part.afterSignOut) background.run('a sign-out was not finished', async () => part.afterSignOut?.(userId));
}
