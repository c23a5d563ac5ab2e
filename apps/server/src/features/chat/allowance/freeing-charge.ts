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
 * When the charge was made whose leaving frees a message of a window that has at most one left; null if no charge takes one. It is later
 * than the first charge if refunds have freed what the first ones took, or if more is used than the limit of a new plan: a
 * message is free once the window begins with a charge that was made above `base` and above `total - limit`, and stays so.
 */
export async function readFreeingCharge(
  db: Database,
  subject: string,
  since: Date,
  { base, total, limit }: { base: number; total: number; limit: number },
): Promise<Date | null> {
  const atMost = Math.max(Math.min(base, total), total - limit);
  const [last] = await readLastAtMost.run(db, { subject, since, total: atMost });
  return last?.createdAt ?? null;
}
