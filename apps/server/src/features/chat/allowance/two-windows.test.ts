import { planAllowances } from '@noek/contract/subscription/plans';
import { describeOnEngines } from '@noek/db/testing/engines';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppError } from '../../../errors.ts';
import { addCharge } from '../../../testing/add-charge.ts';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { randomFrom } from '../../../testing/random-from.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { requireOwner } from '../records/owner.ts';
import { prepareCharge, readAllowance, refundCharges } from './allowance.ts';
import { purgeLedger } from './purge-ledger.ts';

const hour = 60 * 60_000;
const windows = [
  { limit: 3, windowMs: 4 * hour },
  { limit: 8, windowMs: 24 * hour },
];

// SuperNoek's windows with limits that a test reaches often.
const { supernoek } = planAllowances;
beforeAll(() => {
  planAllowances.supernoek = windows;
});
afterAll(() => {
  planAllowances.supernoek = supernoek;
});

/** A row of a ledger from which nothing is deleted, in the order of writing. */
type Row = { at: number; amount: 1 | -1; ids: string[] };

/** What is left of a window: the plain sum of the rows since its first charge. */
function leftOf(rows: readonly Row[], { limit, windowMs }: (typeof windows)[number], now: number): number {
  const first = rows.findIndex(({ at, amount }) => amount > 0 && at > now - windowMs);
  const sum = first < 0 ? 0 : rows.slice(first).reduce((total, { amount }) => total + amount, 0);
  return Math.max(0, limit - Math.max(0, sum));
}

describeOnEngines('two windows, two processes whose clocks differ', (open) => {
  test.each([1, 2, 3, 4])('agree with a plain sum over the ledger at every step (seed %i)', async (seed) => {
    const db = await open();
    const random = randomFrom(seed);
    const here = createChatCtx(db, createScriptedLlm(), { actor: await userActor(db, { accessLevel: 'supernoek' }) });
    const now = () => new Date(here.now().getTime() + 3_000);
    const there: TestCtx = { ...here, now, db: { ...db, orm: Object.create(db.orm) } };
    const rows: Row[] = [];
    const smallest = (at: number) => Math.min(...windows.map((window) => leftOf(rows, window, at)));
    let refusals = 0;

    const send = async (ctx: TestCtx) => {
      const at = ctx.now().getTime();
      const left = smallest(at);
      const attempt = async () => {
        const charge = await prepareCharge(ctx, requireOwner(ctx));
        const after = (await addCharge(db, charge)).allowance();
        return { ids: charge.ids, after };
      };
      if (left > 0) {
        const { ids, after } = await attempt();
        const last = rows.findLast(({ amount }) => amount > 0)?.at ?? 0;
        rows.push({ at: Math.max(at, last), amount: 1, ids });
        return expect(after.remainingMessages).toBe(smallest(at));
      }
      refusals++;
      await expect(attempt()).rejects.toMatchObject({ code: 'MESSAGE_LIMIT_REACHED' });
      // The first refusal may rest on what this process remembers, the next one on what it reads.
      const { flags, headers } = await attempt().then(
        () => expect.unreachable('a message was sent'),
        (error: AppError) => error,
      );
      const resetAt = Date.parse(String(flags?.resetAt));
      expect(headers).toEqual({ 'Retry-After': String(Math.ceil((resetAt - at) / 1000)) });
      const full = windows.filter((window) => leftOf(rows, window, at) === 0);
      for (const later of [0, 1, hour, 4 * hour])
        for (const window of full) expect(leftOf(rows, window, resetAt + later)).toBeGreaterThan(0);
      const isGivenBack = rows.some(({ amount }) => amount < 0);
      if (!isGivenBack && resetAt > at + 1_000) expect(smallest(resetAt - 1)).toBe(0);
    };
    /** To the millisecond in which a charge leaves a window, or the one before. */
    const toAnEdge = () => {
      const edges = rows
        .flatMap(({ at }) => windows.map(({ windowMs }) => at + windowMs - Math.round(random())))
        .filter((edge) => edge > here.now().getTime());
      const edge = edges[Math.floor(random() * Math.min(edges.length, 4))];
      if (edge !== undefined) here.clock.advance(edge - here.now().getTime());
    };

    for (let step = 0; step < 150; step++) {
      const dice = random();
      const ctx = random() < 0.5 ? here : there;
      if (dice < 0.6) await send(ctx);
      else if (dice < 0.7) {
        const back = new Set(rows.flatMap(({ amount, ids }) => (amount < 0 ? ids : [])));
        const charges = rows.filter(
          ({ at, amount, ids: [id = ''] }) => amount > 0 && !back.has(id) && at > ctx.now().getTime() - hour,
        );
        const charge = charges[Math.floor(random() * charges.length)];
        if (charge) {
          await db.atomic((step) => refundCharges(ctx, step, charge.ids));
          rows.push({ at: ctx.now().getTime(), amount: -1, ids: charge.ids });
        }
      } else if (dice < 0.8) toAnEdge();
      else if (dice < 0.97) here.clock.advance(Math.floor(random() ** 3 * 7 * hour));
      else await purgeLedger(ctx);
      for (const caller of [here, there]) {
        const at = caller.now().getTime();
        const allowance = await readAllowance(caller);
        expect(allowance.remainingMessages).toBe(smallest(at));
        expect(allowance.windows.map(({ remaining }) => remaining)).toEqual(
          windows.map((window) => leftOf(rows, window, at)),
        );
        for (const { remaining, resetAt, windowMs } of allowance.windows)
          for (const window of windows)
            if (remaining === 0 && window.windowMs === windowMs)
              expect(leftOf(rows, window, Date.parse(resetAt ?? ''))).toBeGreaterThan(0);
      }
    }
    expect(refusals).toBeGreaterThan(5);
  });
});
