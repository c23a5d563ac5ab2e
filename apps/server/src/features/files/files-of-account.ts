import { eq, sql } from 'drizzle-orm';
import type { AccountDependent } from '../auth/account-dependents.ts';
import { filesOfGuests, removeSomeFiles } from './removal/remove-files.ts';

/** Files and the space that they use. */
export const filesOfAccount: AccountDependent = {
  adoptGuest({ db }, step, { guestId, userId }) {
    const { files: f, fileAccounts: a } = db.tables;
    const theirBytes = sql`(select coalesce(sum(${f.size}), 0) from ${f} where ${f.guestId} = ${guestId})`;
    step.add(
      step.orm
        .insert(a)
        .values({ userId, bytes: theirBytes })
        .onConflictDoUpdate({ target: a.userId, set: { bytes: sql`${a.bytes} + ${theirBytes}` } }),
    );
    step.add(step.orm.update(f).set({ userId, guestId: null }).where(eq(f.guestId, guestId)));
    return null;
  },
  empty: (deps, userId) => removeSomeFiles(deps, eq(deps.db.tables.files.userId, userId)),
  emptyGuests: (deps, guestIds) => removeSomeFiles(deps, filesOfGuests(deps, guestIds)),
};
