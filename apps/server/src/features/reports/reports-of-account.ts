import { eq, sql } from 'drizzle-orm';
import type { AccountDependent } from '../auth/account-dependents.ts';

/** What reports store per account. Those about a person's own conversations are deleted with the conversations. */
export const reportsOfAccount: AccountDependent = {
  /** A thing that the account already has an open report about is not reported twice. */
  adoptGuest({ db }, step, { guestId, userId }) {
    const { reports: r } = db.tables;
    const reportedToo = sql`select 1 from ${r} as other where other.reporter_user_id = ${userId} and other.kind = ${r.kind} and other.target_id = ${r.targetId} and other.closed_at is null`;
    step.add(
      step.orm
        .update(r)
        .set({ reporterUserId: userId, reporterGuestId: null })
        .where(sql`${r.reporterGuestId} = ${guestId} and not (${r.closedAt} is null and exists (${reportedToo}))`),
    );
    step.add(step.orm.delete(r).where(eq(r.reporterGuestId, guestId)));
    return null;
  },
  /** A report about another person's shared conversation stays, without its writer and text. */
  deleteAccount({ db }, step, userId) {
    const { reports: r } = db.tables;
    step.add(step.orm.update(r).set({ text: null, reporterUserId: null }).where(eq(r.reporterUserId, userId)));
  },
};
