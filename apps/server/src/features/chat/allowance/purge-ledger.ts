import { setImmediate } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';

/** Twice the longest window: older rows count in no window, and no answer runs that long. */
const keptMs = 48 * 60 * 60_000;
const perStep = 500;
const maxSteps = 200;

/**
 * Deletes ledger rows that no window needs any more, and accounts without rows, in small batches. No allowance changes:
 * a window's use is the difference of two totals, and an account without rows has used nothing.
 */
export async function purgeLedger(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await purgeRows(deps);
  await purgeAccounts(deps.db, new Date(deps.now().getTime() - keptMs));
}

async function purgeRows({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
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

/** Deletes accounts that have no rows. Those of guests who signed in have none, because their rows moved to the user. */
async function purgeAccounts(db: Deps['db'], before: Date): Promise<void> {
  const { allowanceLedger: ledger, allowanceAccounts: account } = db.tables;
  let last = '';
  for (;;) {
    const page = await db.orm
      .select({ subject: account.subject })
      .from(account)
      .where(gt(account.subject, last))
      .orderBy(asc(account.subject))
      .limit(perStep);
    const subjects = page.map(({ subject }) => subject);
    const used = await db.orm
      .selectDistinct({ subject: ledger.subject })
      .from(ledger)
      .where(inArray(ledger.subject, subjects));
    const inUse = new Set(used.map(({ subject }) => subject));
    for (const subject of subjects) if (!inUse.has(subject)) await purgeSubject(db, subject, [], before);
    if (page.length < perStep) return;
    last = subjects.at(-1) ?? last;
    await setImmediate();
  }
}

/** One account per transaction, so that it cannot deadlock with a charge on several accounts. */
async function purgeSubject(db: Deps['db'], subject: string, ids: string[], before: Date): Promise<void> {
  const { allowanceAccounts: account, allowanceLedger: ledger } = db.tables;
  await db.atomic((step) => {
    // Locks the row: charges wait for it, so the last statement sees all earlier ones and none follows it.
    step.add(
      step.orm
        .update(account)
        .set({ total: sql`${account.total}` })
        .where(eq(account.subject, subject)),
    );
    // A row that was moved to another account in the meantime counts from the time of the move.
    step.add(step.orm.delete(ledger).where(and(inArray(ledger.id, ids), lte(ledger.createdAt, before))));
    step.add(
      step.orm
        .delete(account)
        .where(
          and(
            eq(account.subject, subject),
            sql`not exists (select 1 from ${ledger} where ${ledger.subject} = ${subject})`,
          ),
        ),
    );
  });
}
