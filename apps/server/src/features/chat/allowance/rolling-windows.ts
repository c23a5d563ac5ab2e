import type { AllowanceWindow } from '@noek/contract/plans';
import type { Database, Orm, Statement } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';

/** An account of the ledger with the windows that limit it. */
export type Subject = { key: string; windows: readonly AllowanceWindow[] };

/** The state of one window when it was read. `base` is the account's total at the start of the window. */
export type WindowState = AllowanceWindow & { base: number; oldestAt: Date | null };
export type SubjectState = { key: string; total: number; windows: WindowState[] };

type FirstCharge = { total: number; totalBefore: number | null; createdAt: Date | null };

/** An account's total with the first charge of a window, read together so that no send comes in between. */
const readWindow = preparedQuery<{ subject: string; since: Date }, FirstCharge[]>(
  'allowance_window',
  (orm, { allowanceAccounts: account, allowanceLedger: ledger }, value) =>
    orm
      .select({ total: account.total, totalBefore: ledger.totalBefore, createdAt: ledger.createdAt })
      .from(account)
      .leftJoin(
        ledger,
        and(
          eq(ledger.subject, account.subject),
          gt(ledger.createdAt, sql.param(value('since'), ledger.createdAt)),
          gt(ledger.amount, 0),
        ),
      )
      .where(eq(account.subject, value('subject')))
      .orderBy(asc(ledger.createdAt), asc(ledger.totalBefore))
      .limit(1),
);

/** The state of an account. */
export async function readSubject(db: Database, { key, windows }: Subject, now: Date): Promise<SubjectState> {
  const read = await Promise.all(
    windows.map(({ windowMs }) =>
      readWindow.run(db, { subject: key, since: new Date(now.getTime() - windowMs) }).then(([row]) => row),
    ),
  );
  // The lowest total of the reads counts: a window's base may be too low, never too high.
  const total = Math.min(...read.map((row) => row?.total ?? 0));
  return {
    key,
    total,
    windows: windows.map((window, i) => ({
      ...window,
      base: Math.min(read[i]?.totalBefore ?? total, total),
      oldestAt: read[i]?.createdAt ?? null,
    })),
  };
}

/** Charges one while the account's total is below the lowest base + limit of its windows. */
const takeOne = preparedQuery<{ subject: string; ceiling: number }, { total: number }[]>(
  'allowance_take',
  (orm, { allowanceAccounts }, value) =>
    orm
      .insert(allowanceAccounts)
      .values({ subject: value('subject'), total: 1 })
      .onConflictDoUpdate({
        target: allowanceAccounts.subject,
        set: { total: sql`${allowanceAccounts.total} + 1` },
        setWhere: lt(allowanceAccounts.total, value('ceiling')),
      })
      .returning({ total: allowanceAccounts.total }),
);
const ceilingOf = (state: SubjectState) => Math.min(...state.windows.map(({ base, limit }) => base + limit));

const appendCharge = preparedQuery<{ id: string; subject: string; now: Date }, unknown>(
  'allowance_charge',
  (orm, { allowanceAccounts, allowanceLedger }, value) =>
    orm.insert(allowanceLedger).values({
      id: value('id'),
      subject: value('subject'),
      amount: 1,
      totalBefore: sql<number>`(select ${allowanceAccounts.total} - 1 from ${allowanceAccounts} where ${allowanceAccounts.subject} = ${value('subject')})`,
      refundOf: null,
      createdAt: value('now'),
    }),
);

/** How much each window has left. */
export function used(state: SubjectState) {
  return state.windows.map((window) => ({ window, left: Math.max(0, window.limit - (state.total - window.base)) }));
}

/** When the oldest charge of a window leaves it; null without one. */
export const resetOf = (window: WindowState) =>
  window.oldestAt && new Date(window.oldestAt.getTime() + window.windowMs);

/**
 * Statements that take one from each account, and write the ledger rows `ids`. The use of a window is the account's total minus its
 * total at the start of the window. That base was read beforehand and can only be too low, never too high. The conditional UPDATE
 * compares it with the current total while it holds the row lock, so parallel calls cannot exceed the limit.
 */
export const takeStatements = (
  db: Database,
  orm: Orm,
  states: readonly SubjectState[],
  ids: readonly string[],
  now: Date,
): Statement[] =>
  states.flatMap((state, i) => [
    takeOne.in(db, orm, { subject: state.key, ceiling: ceilingOf(state) }),
    appendCharge.in(db, orm, { id: ids[i] as string, subject: state.key, now }),
  ]);

/** The totals that the results of `takeStatements` contain; null for an account that had nothing left. */
export const totalsAfter = (rows: readonly unknown[], states: readonly SubjectState[]): (number | null)[] =>
  states.map((_, i) => (rows[i * 2] as { total: number }[])[0]?.total ?? null);
