import { eq, sql } from 'drizzle-orm';
import type { AccountDependent } from '../auth/account-dependents.ts';
import { filesOfGuests, removeSomeFiles } from './removal/remove-files.ts';

/** Files and the space that they use. */
export const filesOfAccount: AccountDependent = {
  adoptGuest({ db }, orm, { guestId, userId }) {
    const { files: f, fileAccounts: a } = db.tables;
    const theirBytes = sql`(select coalesce(sum(${f.size}), 0) from ${f} where ${f.guestId} = ${guestId})`;
    return [
      orm
        .insert(a)
        .values({ userId, bytes: theirBytes })
        .onConflictDoUpdate({ target: a.userId, set: { bytes: sql`${a.bytes} + ${theirBytes}` } }),
      orm.update(f).set({ userId, guestId: null }).where(eq(f.guestId, guestId)),
    ];
  },
  empty: (deps, userId) => removeSomeFiles(deps, eq(deps.db.tables.files.userId, userId)),
  emptyGuests: (deps, guestIds) => removeSomeFiles(deps, filesOfGuests(deps, guestIds)),
};
