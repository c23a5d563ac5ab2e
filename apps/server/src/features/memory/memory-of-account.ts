import { deleteSome } from '@noek/db/delete-some';
import { eq } from 'drizzle-orm';
import type { AccountDependent } from '../auth/account-dependents.ts';

/** Memories and their earlier versions. */
export const memoryOfAccount: AccountDependent = {
  empty: async ({ db }, userId) => {
    const { memories, memoryVersions } = db.tables;
    return (
      (await deleteSome(db, memoryVersions, eq(memoryVersions.userId, userId))) ||
      deleteSome(db, memories, eq(memories.userId, userId))
    );
  },
};
