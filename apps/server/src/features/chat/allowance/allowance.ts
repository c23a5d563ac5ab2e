import { createHash, randomUUIDv7 } from 'node:crypto';
import { type Allowance, type AllowanceWindow, guestWindowMs, planAllowances } from '@noek/contract/plans';
import type { Database, Orm, Statement } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Actor, BaseCtx } from '../../../base-context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { ipPrefix } from '../../../ip-address.ts';
import { type Owner, ownerOf, userOf } from '../owner.ts';

type Subject = { key: string; windows: readonly AllowanceWindow[] };

/** The state of one window when it was read. `base` is the account's total at the start of the window. */
type WindowState = AllowanceWindow & { base: number; oldestAt: Date | null };
type SubjectState = { key: string; total: number; windows: WindowState[] };

/** One charge on each of the actor's accounts, to be written in the same atomic step as the message that it pays for. */
export type Charge = {
  ids: string[];
  statements(orm: Orm): Statement[];
  /** Takes the results of the statements. Throws MESSAGE_LIMIT_REACHED when any account had nothing left. */
  verify(rows: readonly unknown[]): void;
  allowanceAfter(rows: readonly unknown[]): Allowance;
};

/**
 * Prepares one charge. The use of a rolling window is the account's total minus its total at the start of the window. That
 * base is read beforehand and can only be too low, never too high. The conditional UPDATE compares it with the current total
 * while it holds the row lock, so parallel sends cannot exceed the limit. Throws MESSAGE_LIMIT_REACHED.
 */
export async function prepareCharge(ctx: BaseCtx, owner: Owner): Promise<Charge> {
  const now = ctx.now();
  const subjects = subjectsOf(ctx, owner);
  const states = await Promise.all(subjects.map((subject) => readSubject(ctx.db, subject, now)));
  for (const state of states) if (used(state).some(({ left }) => left <= 0)) throw limitReached(state, now, ctx.actor);

  const ids = states.map(() => randomUUIDv7());
  const totalsIn = (rows: readonly unknown[]) =>
    states.map((_, i) => (rows[i * 2] as { total: number }[])[0]?.total ?? null);
  return {
    ids,
    statements: (orm) =>
      states.flatMap((state, i) => [
        takeOne.in(ctx.db, orm, { subject: state.key, ceiling: ceilingOf(state) }),
        appendCharge.in(ctx.db, orm, { id: ids[i] as string, subject: state.key, now }),
      ]),
    verify(rows) {
      const refused = totalsIn(rows).indexOf(null);
      if (refused >= 0) throw limitReached(states[refused] as SubjectState, now, ctx.actor);
    },
    allowanceAfter(rows) {
      const totals = totalsIn(rows);
      const after = states.map((state, i) => ({
        ...state,
        total: totals[i] ?? state.total,
        windows: state.windows.map((window) => ({ ...window, oldestAt: window.oldestAt ?? now })),
      }));
      return tightest(after);
    },
  };
}

/** How many messages the actor has left, and when more become available. */
export async function readAllowance(ctx: BaseCtx): Promise<Allowance> {
  const owner = ownerOf(ctx.actor);
  const subjects = owner ? subjectsOf(ctx, owner) : guestSubjects(ctx, 'nobody');
  return tightest(await Promise.all(subjects.map((subject) => readSubject(ctx.db, subject, ctx.now()))));
}

/**
 * Statements that refund charges where `onlyIf` holds. Each charge is refunded once, however often this runs. A charge of a
 * deleted account changes nothing.
 */
export function refundStatements(
  deps: Pick<Deps, 'db' | 'now'>,
  orm: Orm,
  chargeIds: readonly string[],
  onlyIf?: SQL,
): Statement[] {
  const { allowanceAccounts: account, allowanceLedger: ledger } = deps.db.tables;
  return chargeIds.flatMap((chargeId) => {
    const id = randomUUIDv7();
    return [
      orm
        .insert(ledger)
        .select(
          orm
            .select({
              id: sql<string>`${id}`.as('id'),
              subject: ledger.subject,
              amount: sql<number>`-1`.as('amount'),
              totalBefore: account.total,
              refundOf: sql<string>`${ledger.id}`.as('refund_of'),
              // PostgreSQL infers the type of the parameter from the second value.
              createdAt: sql<Date>`coalesce(${sql.param(deps.now(), ledger.createdAt)}, ${ledger.createdAt})`.as(
                'created_at',
              ),
            })
            .from(ledger)
            .innerJoin(account, eq(account.subject, ledger.subject))
            .where(and(eq(ledger.id, chargeId), onlyIf)),
        )
        .onConflictDoNothing(),
      orm
        .update(account)
        .set({ total: sql`${account.total} - 1` })
        .where(sql`${account.subject} = (select ${ledger.subject} from ${ledger} where ${ledger.id} = ${id})`),
    ];
  });
}

function subjectsOf(ctx: BaseCtx, owner: Owner): Subject[] {
  if (owner.userId) return [{ key: owner.key, windows: planAllowances[levelOf(ctx.actor)] }];
  return [
    ...guestSubjects(ctx, owner.key),
    {
      key: `ip:${ipSubject(ctx.request.ip, ctx.config.secret)}`,
      windows: [{ limit: ctx.config.guestIpDailyLimit, windowMs: guestWindowMs }],
    },
  ];
}

/**
 * A guest, and the browser of this and earlier guests. Signing in moves what the guest used to the account; it still counts
 * for the next guest of the browser.
 */
function guestSubjects({ config, request }: BaseCtx, key: string): Subject[] {
  const windows = [{ limit: config.guestMessageLimit, windowMs: guestWindowMs }];
  return [{ key, windows }, ...(request.browser ? [{ key: `browser:${request.browser}`, windows }] : [])];
}

const levelOf = (actor: Actor) => userOf(actor)?.accessLevel ?? 'basic';

/** Guests of one network share an allowance; only a keyed hash of its prefix is stored. */
function ipSubject(ip: string, secret: string): string {
  return createHash('sha256').update(secret).update('\0').update(ipPrefix(ip)).digest('base64url').slice(0, 22);
}

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

async function readSubject(db: Database, { key, windows }: Subject, now: Date): Promise<SubjectState> {
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

/** Charges one message while the account's total is below the lowest base + limit of its windows. */
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

function used(state: SubjectState) {
  return state.windows.map((window) => ({ window, left: Math.max(0, window.limit - (state.total - window.base)) }));
}

/** People see the window that runs out first. */
function tightest(states: readonly SubjectState[]): Allowance {
  const all = states.flatMap(used);
  const { window, left } = all.reduce((a, b) => (b.left < a.left ? b : a));
  return { remainingMessages: left, messageLimit: window.limit, resetAt: resetOf(window)?.toISOString() ?? null };
}

const resetOf = (window: WindowState) => window.oldestAt && new Date(window.oldestAt.getTime() + window.windowMs);

function limitReached(state: SubjectState, now: Date, actor: Actor): AppError {
  const all = used(state);
  // A parallel send may have used the last message after the read. Then any of the windows may be the full one.
  const full = all.some(({ left }) => left <= 0) ? all.filter(({ left }) => left <= 0) : all;
  const resetAt = new Date(
    Math.max(
      now.getTime() + 1000,
      ...full.map(({ window }) => resetOf(window)?.getTime() ?? now.getTime() + window.windowMs),
    ),
  );
  const limit = Math.min(...full.map(({ window }) => window.limit));
  const message =
    actor.kind !== 'guest'
      ? `You've used all ${limit.toLocaleString('en-US')} messages of your plan for now. More become available as time passes.`
      : state.key.startsWith('ip:')
        ? 'Too many guest messages came from your network today. Sign in to continue chatting.'
        : `You've used all ${limit} guest messages! Create a free account to continue chatting.`;
  return new AppError('MESSAGE_LIMIT_REACHED', message, {
    flags: { remainingMessages: 0, resetAt: resetAt.toISOString() },
    headers: { 'Retry-After': String(Math.ceil((resetAt.getTime() - now.getTime()) / 1000)) },
  });
}
