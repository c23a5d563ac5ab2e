import { guestWindowMs } from '@noek/contract/subscription/plans';
import type { Database, Step } from '@noek/db/database';
import { deleteSome } from '@noek/db/delete-some';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { BaseCtx } from '../../../base-context.ts';
import { chargedAt, latestDate } from './rolling-windows.ts';

/**
 * Moves what a guest used in the current window to the user's account, where it counts as used at the time of the sign-in.
 * The charges keep their ids, so that they can still be refunded.
 */
export function adoptAllowance(ctx: BaseCtx, step: Step, guestKey: string, userKey: string): void {
  const { allowanceAccounts: account, allowanceLedger: ledger } = ctx.db.tables;
  const now = ctx.now();
  const since = new Date(now.getTime() - guestWindowMs);
  const current = and(eq(ledger.subject, guestKey), gt(ledger.createdAt, since));
  const totalOf = (subject: string) => sql`(select total from ${account} as one where one.subject = ${subject})`;
  const base = sql`(select min(${ledger.totalBefore}) from ${ledger} where ${and(current, gt(ledger.amount, 0))})`;
  const used = sql<number>`coalesce(case when ${totalOf(guestKey)} > ${base} then ${totalOf(guestKey)} - ${base} end, 0)`;
  const date = (at: Date) => sql`${sql.param(at, account.chargedAt)}`;
  step.add(
    step.orm
      .insert(account)
      .values({ subject: userKey, total: used, chargedAt: now })
      .onConflictDoUpdate({
        target: account.subject,
        set: {
          total: sql`${account.total} + excluded.total`,
          chargedAt: chargedAt(account, date(now), date(latestDate(now))),
        },
      }),
  );
  step.add(
    step.orm
      .update(ledger)
      .set({
        subject: userKey,
        totalBefore: sql`${ledger.totalBefore} + ${totalOf(userKey)} - ${totalOf(guestKey)}`,
        createdAt: sql`(select one.charged_at from ${account} as one where one.subject = ${userKey})`,
      })
      .where(current),
  );
}

/** Deletes an account's charges, which no foreign key covers. Its row goes first: a send in progress locks it. */
export function deleteAllowance({ db }: Pick<BaseCtx, 'db'>, step: Step, key: string): void {
  const { allowanceAccounts: account, allowanceLedger: ledger } = db.tables;
  step.add(step.orm.delete(account).where(eq(account.subject, key)));
  step.add(step.orm.delete(ledger).where(eq(ledger.subject, key)));
}

/** Deletes a part of an account's ledger. Returns false if nothing is left of it. */
export function emptyLedger(db: Database, key: string): Promise<boolean> {
  const { allowanceLedger: ledger } = db.tables;
  return deleteSome(db, ledger, eq(ledger.subject, key));
}
