import { setImmediate } from 'node:timers/promises';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';

/** Twice the longest window: what is older counts nowhere, and no answer is on its way for so long. */
const keptMs = 48 * 60 * 60_000;
const perStep = 500;
const maxSteps = 200;

/**
 * Removes ledger rows that are in no window any more, and accounts without a row, a few at a time. What is used and left stays
 * the same for everybody: a window's use is a difference of two totals, and an account without rows has used nothing.
 */
export async function purgeLedger({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { allowanceLedger: ledger } = db.tables;
  const before = new Date(now().getTime() - keptMs);
  for (let step = 0; step < maxSteps; step++) {
    const old = await db.orm
      .select({ id: ledger.id, subject: ledger.subject })
      .from(ledger)
      .where(lte(ledger.createdAt, before))
      .orderBy(ledger.createdAt)
      .limit(perStep);
    for (const [subject, rows] of Map.groupBy(old, (row) => row.subject))
      await purgeSubject(
        db,
        subject,
        rows.map(({ id }) => id),
        before,
      );
    if (old.length < perStep) return;
    await setImmediate();
  }
}

/** One account at a time, so that nobody who is charged on several waits for us in a circle. */
async function purgeSubject(db: Deps['db'], subject: string, ids: string[], before: Date): Promise<void> {
  const { allowanceAccounts: account, allowanceLedger: ledger } = db.tables;
  await db.atomic((orm) => [
    // Charges wait for this row, so that the last statement sees all that were made, and none comes after it.
    orm
      .update(account)
      .set({ total: sql`${account.total}` })
      .where(eq(account.subject, subject)),
    // A row that went to another account meanwhile counts from then on.
    orm.delete(ledger).where(and(inArray(ledger.id, ids), lte(ledger.createdAt, before))),
    orm
      .delete(account)
      .where(
        and(
          eq(account.subject, subject),
          sql`not exists (select 1 from ${ledger} where ${ledger.subject} = ${subject})`,
        ),
      ),
  ]);
}
