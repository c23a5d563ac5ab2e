import { deleteSome } from '@noek/db/delete-some';
import { eq } from 'drizzle-orm';
import type { AccountDependent } from '../auth/account-dependents.ts';

/** The prompts that a person keeps. */
export const promptsOfAccount: AccountDependent = {
  empty: ({ db }, userId) => deleteSome(db, db.tables.prompts, eq(db.tables.prompts.userId, userId)),
};
