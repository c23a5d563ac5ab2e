import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';

/** The last charge of a window that was made at or below a total. The index has all of it, so a long window is a short scan. */
const readLastAtMost = preparedQuery<{ subject: string; since: Date; total: number }, { createdAt: Date }[]>(
  'allowance_last_at_most',
  (orm, { allowanceLedger: ledger }, value) =>
    orm
      .select({ createdAt: ledger.createdAt })
      .from(ledger)
      .where(
        and(
          eq(ledger.subject, value('subject')),
          gt(ledger.createdAt, sql.param(value('since'), ledger.createdAt)),
          lte(ledger.totalBefore, sql.param(value('total'), ledger.totalBefore)),
          gt(ledger.amount, 0),
        ),
      )
      .orderBy(desc(ledger.createdAt))
      .limit(1),
);

/**
 * For a window with at most one message left, when the charge was made that frees another message once it leaves the window; null if there
 * is none. It is not the first charge if refunds have already freed the messages of the first ones, or if more is used than a new plan
 * allows. A message becomes free once the window begins with a charge made above both `totalAtStart` and `total - limit`.
 */
export async function readFreeingCharge(
  db: Database,
  subject: string,
  since: Date,
  { totalAtStart, total, limit }: { totalAtStart: number; total: number; limit: number },
): Promise<Date | null> {
  const atMost = Math.max(Math.min(totalAtStart, total), total - limit);
  const [last] = await readLastAtMost.run(db, { subject, since, total: atMost });
  return last?.createdAt ?? null;
}
