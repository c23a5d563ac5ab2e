import type { AllowanceWindow } from '@noek/contract/subscription/plans';
import type { Database, StatementResult, Step } from '@noek/db/database';
import { preparedQuery, preparedStatement } from '@noek/db/prepared';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { readFreeingCharge } from './freeing-charge.ts';

/** An account of the ledger with the windows that limit it. */
export type Subject = { key: string; windows: readonly AllowanceWindow[] };

/**
 * The state of one window when it was read. `totalAtStart` is the account's total at the start of the window. Refunds of earlier charges may
 * have made the total lower since.
 */
export type WindowState = AllowanceWindow & {
  totalAtStart: number;
  /** The first charge of the window. */
  oldestAt: Date | null;
  /** The charge that frees a message when it leaves the window: the first one, while more than one message is left. */
  nextFreedAt: Date | null;
};
export type SubjectState = { key: string; total: number; windows: readonly WindowState[] };

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
  const sinceOf = ({ windowMs }: AllowanceWindow) => new Date(now.getTime() - windowMs);
  const read = await Promise.all(
    windows.map((window) => readWindow.run(db, { subject: key, since: sinceOf(window) }).then(([row]) => row)),
  );
  // The lowest total of the reads counts: a window's start may be too low, never too high.
  const total = Math.min(...read.map((row) => row?.total ?? 0));
  const states = windows.map(async (window, i) => {
    const state = { ...window, totalAtStart: read[i]?.totalBefore ?? total, oldestAt: read[i]?.createdAt ?? null };
    const isScarce = state.oldestAt !== null && leftOf(state, total) <= 1;
    const nextFreedAt = isScarce
      ? await readFreeingCharge(db, key, sinceOf(window), { ...state, total })
      : state.oldestAt;
    return { ...state, nextFreedAt };
  });
  return { key, total, windows: await Promise.all(states) };
}

/** A last charge further ahead than this, in milliseconds, was dated by a wrong clock and does not date the next one. */
const aheadMs = 60 * 60_000;
export const latestDate = (now: Date) => new Date(now.getTime() + aheadMs);

/**
 * When an account is charged: now, or with its last charge if that is later, because another process or this machine's clock was
 * ahead. The first charge of a window by time must be the first by total, too: otherwise those made before it would not count.
 */
export const chargedAt = (account: Database['tables']['allowanceAccounts'], now: SQL, latest: SQL): SQL<Date> =>
  sql<Date>`case when ${account.chargedAt} > ${now} and ${account.chargedAt} <= ${latest} then ${account.chargedAt} else ${now} end`;

/** The total of an account after it was charged. */
export type NewTotal = { subject: string; total: number };

type Take = Record<`subject${number}`, string> & Record<`maxTotal${number}`, number> & { now: Date; latest: Date };

/** Charges one on each account whose total is below the lowest total at the start + limit of its windows. Returns the accounts that were charged. */
const takeOnes = perCount((count) =>
  preparedStatement<Take, NewTotal[]>(`allowance_take_${count}`, (orm, { allowanceAccounts: account }, value) => {
    const date = (name: 'now' | 'latest') => sql`${sql.param(value(name), account.chargedAt)}`;
    const ceilings = sql.join(
      upTo(count).map((i) => sql`when ${value(`subject${i}`)} then cast(${value(`maxTotal${i}`)} as bigint)`),
      sql` `,
    );
    return orm
      .insert(account)
      .values(upTo(count).map((i) => ({ subject: value(`subject${i}`), total: 1, chargedAt: value('now') })))
      .onConflictDoUpdate({
        target: account.subject,
        set: { total: sql`${account.total} + 1`, chargedAt: chargedAt(account, date('now'), date('latest')) },
        setWhere: sql`${account.total} < case ${account.subject} ${ceilings} end`,
      })
      .returning({ subject: account.subject, total: account.total });
  }),
);
const maxTotalOf = (state: SubjectState) =>
  Math.min(...state.windows.map(({ totalAtStart, limit }) => Math.min(totalAtStart, state.total) + limit));

type Charges = Record<`id${number}` | `subject${number}`, string>;

const appendCharges = perCount((count) =>
  preparedStatement<Charges, unknown>(
    `allowance_charge_${count}`,
    (orm, { allowanceAccounts: account, allowanceLedger }, value) =>
      orm.insert(allowanceLedger).values(
        upTo(count).map((i) => ({
          id: value(`id${i}`),
          subject: value(`subject${i}`),
          amount: 1,
          totalBefore: sql<number>`(select ${account.total} - 1 from ${account} where ${account.subject} = ${value(`subject${i}`)})`,
          refundOf: null,
          createdAt: sql<Date>`(select ${account.chargedAt} from ${account} where ${account.subject} = ${value(`subject${i}`)})`,
        })),
      ),
  ),
);

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

/** One query per number of accounts. */
function perCount<Query>(make: (count: number) => Query): (count: number) => Query {
  const made = new Map<number, Query>();
  return (count) => {
    const query = made.get(count) ?? make(count);
    made.set(count, query);
    return query;
  };
}

/** How much each window has left. */
export function used(state: SubjectState) {
  return state.windows.map((window) => ({ window, left: leftOf(window, state.total) }));
}
const leftOf = ({ totalAtStart, limit }: { totalAtStart: number; limit: number }, total: number) =>
  Math.max(0, limit - Math.max(0, total - totalAtStart));

/** When a window gets its next message back; null if no charge takes one. */
export const resetOf = (window: WindowState) =>
  window.nextFreedAt && new Date(window.nextFreedAt.getTime() + window.windowMs);

/**
 * Takes one from each account that has one left, and writes the ledger rows `ids`. The use of a window is the account's total minus its
 * total at the start of the window. It was read beforehand and can only be too low, never too high. The conditional UPDATE
 * compares it with the current total while it holds the row lock, so parallel calls cannot exceed the limit. Returns the new totals; an
 * account that had nothing left is missing.
 */
export function takeOneOfEach(
  db: Database,
  step: Step,
  states: readonly SubjectState[],
  ids: readonly string[],
  now: Date,
): StatementResult<NewTotal[]> {
  const take: Take = { now, latest: latestDate(now) };
  const charges: Charges = {};
  for (const [i, state] of states.entries()) {
    take[`subject${i}`] = state.key;
    take[`maxTotal${i}`] = maxTotalOf(state);
    charges[`id${i}`] = ids[i] as string;
    charges[`subject${i}`] = state.key;
  }
  const taken = step.add(takeOnes(states.length).in(db, step.orm, take));
  step.add(appendCharges(states.length).in(db, step.orm, charges));
  return taken;
}
