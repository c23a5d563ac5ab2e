import { and, eq, sql } from 'drizzle-orm';
import type { AccountDependent } from '../auth/account-dependents.ts';
import { afterEnd, type EndingDeps, endStatement } from './conversations/end-temporary.ts';
import { deletedForever } from './deletion/trash.ts';

/** Temporary chats end at every sign-out. */
export const temporaryOfAccount = (deps: EndingDeps): AccountDependent => ({
  signOut: ({ db }, step, userId) =>
    void step.add(endStatement(db, step.orm, eq(db.tables.conversations.userId, userId))),
  async afterSignOut(userId) {
    const { conversations: c } = deps.db.tables;
    const ended = await deps.db.orm
      .select()
      .from(c)
      .where(and(eq(c.userId, userId), sql`${c.temporary}`, eq(c.deletedAt, deletedForever)));
    await afterEnd(deps, ended);
  },
});
