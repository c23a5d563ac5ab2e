import { eq } from 'drizzle-orm';
import type { AccountDependent } from '../auth/account-dependents.ts';
import { removeArchives } from './archive-files.ts';

/** What exports and imports store per account: rows, and files. Running jobs notice that they are gone. */
export const archiveOfAccount: AccountDependent = {
  deleteAccount({ db }, step, userId) {
    const { archiveJobs: j } = db.tables;
    step.add(step.orm.delete(j).where(eq(j.userId, userId)));
  },
  afterDeletion: (deps, userId) => removeArchives(deps, userId),
};
