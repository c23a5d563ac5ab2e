import { hash } from 'node:crypto';
import { type Allowance, guestWindowMs, planAllowances } from '@noek/contract/subscription/plans';
import type { Step } from '@noek/db/database';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor, BaseCtx } from '../../../base-context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { ipPrefix, ipSite } from '../../../ip-address.ts';
import { countMessageStatement } from '../../auth/tokens/token-messages.ts';
import { type Owner, ownerOf, userOf } from '../records/owner.ts';
import { readSubject, resetOf, type Subject, type SubjectState, takeOneOfEach, used } from './rolling-windows.ts';
import { forgetWindows, recallWindows, rememberWindows } from './window-cache.ts';

/** One charge on each of the actor's accounts, for the atomic step of the message that it pays for. */
export type Charge = {
  ids: string[];
  /**
   * Takes it from the accounts of the actor. It comes first, because it also keeps the account from being deleted or moved meanwhile. The
   * step throws MESSAGE_LIMIT_REACHED when any account had nothing left.
   */
  addTo(step: Step): AddedCharge;
};

export type AddedCharge = {
  /**
   * Takes it from the accounts that others share. It comes late, because all guests of a network count on one row, which PostgreSQL locks
   * from here to the commit. People with an account have none, and on SQLite, which commits one step at a time anyway, they are taken first.
   */
  addShared(): void;
  /** What is left. Call it after the commit. */
  allowance(): Allowance;
};

/** Prepares one charge. Parallel sends cannot exceed the limit. Throws MESSAGE_LIMIT_REACHED. */
export async function prepareCharge(ctx: BaseCtx, owner: Owner): Promise<Charge> {
  const now = ctx.now();
  const subjects = subjectsOf(ctx, owner);
  const states = await Promise.all(subjects.map((subject) => stateOf(ctx, subject, now)));
  const usedUp = states.filter((state) => isLeft(state, 0));
  if (usedUp.length > 0) throw limitReached(usedUp, now, ctx.actor);

  const ids = states.map(() => uuidv7());
  // Accounts of networks are the last ones.
  const ownCount = states.filter(({ key }) => ctx.db.engine === 'sqlite' || !key.startsWith(networkPrefix)).length;
  const byToken = 'token' in ctx.actor ? ctx.actor : null;
  return {
    ids,
    addTo(step) {
      const own = takeOneOfEach(ctx.db, step, states.slice(0, ownCount), ids.slice(0, ownCount), now);
      if (byToken) step.add(countMessageStatement(ctx, step.orm, byToken.user.id, byToken.token));
      let shared: typeof own | null = null;
      /** The new totals by account. */
      const totals = () =>
        new Map([...own.rows, ...(shared?.rows ?? [])].map(({ subject, total }) => [subject, total]));
      step.check(() => {
        const charged = totals();
        const refused = states.filter(({ key }) => !charged.has(key));
        if (refused.length === 0) return;
        for (const { key } of refused) forgetWindows(ctx.db, key);
        throw limitReached(refused, now, ctx.actor);
      });
      return {
        addShared() {
          if (ownCount < states.length)
            shared = takeOneOfEach(ctx.db, step, states.slice(ownCount), ids.slice(ownCount), now);
        },
        allowance() {
          const charged = totals();
          const after = states.map((state) => chargedState(state, charged.get(state.key) ?? state.total, now));
          for (const state of after) rememberWindows(ctx.db, state);
          return tightest(after);
        },
      };
    },
  };
}

/** An account after its charge. */
const chargedState = (state: SubjectState, total: number, now: Date): SubjectState => ({
  ...state,
  total,
  windows: state.windows.map((window) =>
    window.oldestAt
      ? { ...window, nextFreedAt: window.nextFreedAt ?? now }
      : { ...window, oldestAt: now, nextFreedAt: now },
  ),
});

/** Whether a window has at most this many messages left. */
const isLeft = (state: SubjectState, atMost: number): boolean => used(state).some(({ left }) => left <= atMost);

/**
 * An account as this process remembers it. It is read from the database if it is not remembered, before a refusal, and for the last
 * message, because the reply then says when more become available, which a refund may have changed.
 */
async function stateOf({ db }: BaseCtx, subject: Subject, now: Date): Promise<SubjectState> {
  const known = recallWindows(db, subject, now);
  return known && !isLeft(known, 1) ? known : readSubject(db, subject, now);
}

/** How many messages the actor has left, and when more become available. */
export async function readAllowance(ctx: BaseCtx): Promise<Allowance> {
  const owner = ownerOf(ctx.actor);
  const subjects = owner ? subjectsOf(ctx, owner) : guestSubjects(ctx, 'nobody');
  return tightest(await Promise.all(subjects.map((subject) => readSubject(ctx.db, subject, ctx.now()))));
}

/**
 * Refunds charges where `onlyIf` holds. Each charge is refunded once, however often this runs. A charge of a deleted account changes
 * nothing.
 */
export function refundCharges(
  deps: Pick<Deps, 'db' | 'now'>,
  step: Step,
  chargeIds: readonly string[],
  onlyIf?: SQL,
): void {
  const { allowanceAccounts: account, allowanceLedger: ledger } = deps.db.tables;
  for (const chargeId of chargeIds) {
    const id = uuidv7();
    const refund = step.orm
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
      .where(and(eq(ledger.id, chargeId), onlyIf));
    step.add(step.orm.insert(ledger).select(refund).onConflictDoNothing());
    step.add(
      step.orm
        .update(account)
        .set({ total: sql`${account.total} - 1` })
        .where(sql`${account.subject} = (select ${ledger.subject} from ${ledger} where ${ledger.id} = ${id})`),
    );
  }
}

function subjectsOf(ctx: BaseCtx, owner: Owner): Subject[] {
  if (owner.userId) return [{ key: owner.key, windows: planAllowances[levelOf(ctx.actor)] }];
  const [own, ...browser] = guestSubjects(ctx, owner.key);
  return own ? [own, ...(ctx.request.chargedTo ?? [...browser, ...networkSubjects(ctx)])] : [];
}

/** What the message of a guest is charged to besides the guest; for a person with an account, nothing. */
export const sharedSubjectsOf = (ctx: BaseCtx, owner: Owner): Subject[] => subjectsOf(ctx, owner).slice(1);

/** How many networks of one site may use up their allowance on a day. */
const networksPerSite = 10;

/** Guests of one network share an allowance, and so do all guests of the /48 that contains an IPv6 network. */
function networkSubjects({ config: { guestIpDailyLimit: limit, secret }, request: { ip } }: BaseCtx): Subject[] {
  const site = ipSite(ip);
  const networks = [
    { network: ipPrefix(ip), limit },
    ...(site === null ? [] : [{ network: site, limit: limit * networksPerSite }]),
  ];
  return networks.map(({ network, limit }) => ({
    key: networkKey(network, secret),
    windows: [{ limit, windowMs: guestWindowMs }],
  }));
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

const networkPrefix = 'ip:';

/** Only a keyed hash of a network's prefix is stored. */
const networkKey = (network: string, secret: string): string =>
  `${networkPrefix}${hash('sha256', `${secret}\0${network}`, 'base64url').slice(0, 22)}`;

/** People see the window with the least left (of several, the one that resets last), and one window of each other length. */
function tightest(states: readonly SubjectState[]): Allowance {
  const all = states.flatMap(used);
  const first = all.reduce(less);
  const lengths = [...new Set(all.map(({ window }) => window.windowMs))].toSorted((a, b) => a - b);
  return {
    remainingMessages: first.left,
    messageLimit: first.window.limit,
    resetAt: resetText(first),
    windows: lengths.map((windowMs) => {
      const own = all.filter(({ window }) => window.windowMs === windowMs).reduce(less);
      return { limit: own.window.limit, remaining: own.left, windowMs, resetAt: resetText(own) };
    }),
  };
}

type Used = ReturnType<typeof used>[number];
const resetMs = ({ window }: Used) => resetOf(window)?.getTime() ?? 0;
const less = (a: Used, b: Used) => (b.left < a.left || (b.left === a.left && resetMs(b) > resetMs(a)) ? b : a);
const resetText = ({ window }: Used) => resetOf(window)?.toISOString() ?? null;

/** All of these accounts are used up. A message can be sent once each of them has one again. */
function limitReached(states: readonly SubjectState[], now: Date, actor: Actor): AppError {
  const full = states.map(fullWindows);
  const resets = full.flat().map((window) => resetOf(window)?.getTime() ?? now.getTime() + window.windowMs);
  const resetAt = new Date(Math.max(now.getTime() + 1000, ...resets));
  const limit = Math.min(...(full[0] ?? []).map((window) => window.limit));
  const message =
    actor.kind !== 'guest'
      ? `You've used all ${limit.toLocaleString('en-US')} messages of your plan for now. More become available as time passes.`
      : states[0]?.key.startsWith(networkPrefix)
        ? 'Too many guest messages came from your network today. Sign in to continue chatting.'
        : `You've used all ${limit} guest messages! Create a free account to continue chatting.`;
  return new AppError('MESSAGE_LIMIT_REACHED', message, {
    flags: { remainingMessages: 0, resetAt: resetAt.toISOString() },
    headers: { 'Retry-After': String(Math.ceil((resetAt.getTime() - now.getTime()) / 1000)) },
  });
}

/** The windows that refuse: those with the least left. It may be more than zero if a parallel send took it after this read. */
function fullWindows(state: SubjectState) {
  const all = used(state);
  const least = Math.min(...all.map(({ left }) => left));
  return all.filter(({ left }) => left === least).map(({ window }) => window);
}
