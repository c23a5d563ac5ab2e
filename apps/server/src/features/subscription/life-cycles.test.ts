import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Sandbox } from '../../integrations/payments/payments.ts';
import { createTestCtx, type TestCtx } from '../../testing/create-test-ctx.ts';
import { mailsTo } from '../../testing/read-outbox.ts';
import { insertPerson, signedInAs } from '../../testing/sign-in.ts';
import { deleteAccount } from '../auth/account/delete-account.ts';
import { confirmSandbox } from './confirm-sandbox.ts';
import { createSubscription } from './create-subscription.ts';
import { endDueLevels } from './keeping/end-due-levels.ts';
import {
  cancelSubscription,
  changeCard,
  finishCardChange,
  listInvoices,
  reactivateSubscription,
} from './own-subscription.ts';
import { subscriptionStatus } from './subscription-status.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const cards = {
  works: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asks: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
};

/** One person's life with SuperNoek, at the sandbox and its clock. */
type Life = Awaited<ReturnType<typeof begin>>;

async function begin(ctx: TestCtx) {
  const sandbox = ctx.payments.sandbox as Sandbox;
  const user = await insertPerson(ctx);
  const me = await signedInAs(ctx, user.id);
  const enter = (clientSecret: string, cardNumber: string, authentication?: 'complete' | 'fail') =>
    confirmSandbox(me, { clientSecret, cardNumber, expiry: '12/40', cvc: '123', authentication });
  const life = {
    ctx,
    me,
    user,
    sandbox,
    /** Enters a card for the open attempt. */
    async pays(card = cards.works, authentication?: 'complete' | 'fail') {
      const { clientSecret = '' } = await createSubscription(me);
      await enter(clientSecret, card, authentication);
    },
    async isRefused(card: string, authentication?: 'complete' | 'fail') {
      await expect(life.pays(card, authentication)).rejects.toMatchObject({ code: 'PAYMENT_DECLINED' });
    },
    async changesCard(card = cards.works) {
      const { clientSecret } = await changeCard(me);
      await enter(clientSecret, card);
      await finishCardChange(me, { setupId: clientSecret.split('_secret_')[0] ?? '' });
    },
    /** Moves the clock forward and runs the due work. */
    async later(ms: number) {
      ctx.clock.advance(ms);
      await sandbox.tick();
      await endDueLevels(ctx);
    },
    /** "active supernoek", "active supernoek ending", "past_due supernoek payment-failed". */
    async sees() {
      const { state, plan, isActive, cancelAtPeriodEnd, problem } = await subscriptionStatus(me);
      expect(isActive).toBe(plan === 'supernoek');
      return [state, plan, ...(cancelAtPeriodEnd ? ['ending'] : []), ...(problem ? [problem] : [])].join(' ');
    },
    newestInvoice: async () => (await listInvoices(me))[0]?.id ?? '',
    invoices: async () => (await listInvoices(me)).map(({ amountCents, status }) => `${amountCents} ${status}`),
    /** Audit entries that say that a refund was undone, which cannot happen. */
    undone: async () => {
      const { auditLog } = ctx.db.tables;
      const entries = await ctx.db.orm.select({ detail: auditLog.detail }).from(auditLog);
      return entries.filter(({ detail }) => String(detail.refunded) === 'true,false');
    },
    /** The kinds of mails, receipts aside. */
    mails: async () => (await mailsTo(ctx.db, user.email)).map(({ kind }) => kind).filter((kind) => kind !== 'receipt'),
    receipts: async () => (await mailsTo(ctx.db, user.email)).filter(({ kind }) => kind === 'receipt').length,
  };
  return life;
}

type Step = [what: string, run: (life: Life) => Promise<unknown>, sees: string];
type Story = { name: string; steps: Step[]; mails?: string[]; invoices?: string[] };

const subscribes: Step[] = [
  ['begins', ({ me }) => createSubscription(me), 'incomplete basic'],
  ['pays', (life) => life.pays(), 'active supernoek'],
];
const paid = '3000 paid';

const stories: Story[] = [
  { name: '[4.40] subscribes', steps: subscribes, invoices: [paid] },
  {
    name: '[8.46] is declined, and pays with another card',
    steps: [
      ['is declined', (life) => life.isRefused(cards.declined), 'incomplete basic'],
      ['pays', (life) => life.pays(), 'active supernoek'],
    ],
    invoices: [paid],
  },
  {
    name: 'is asked by the bank, and completes it',
    steps: [
      ['is asked', (life) => life.isRefused(cards.asks), 'incomplete basic'],
      ['completes it', (life) => life.pays(cards.asks, 'complete'), 'active supernoek'],
      ['a month later', (life) => life.later(31 * DAY), 'active supernoek'],
    ],
    invoices: [paid, paid],
  },
  {
    name: 'is asked by the bank, fails, and leaves',
    steps: [
      ['is asked', (life) => life.isRefused(cards.asks), 'incomplete basic'],
      ['fails', (life) => life.isRefused(cards.asks, 'fail'), 'incomplete basic'],
      ['a day later', (life) => life.later(DAY), 'none basic'],
    ],
    invoices: ['3000 void'],
  },
  {
    name: 'leaves the form, which expires, and comes back',
    steps: [
      ['begins', ({ me }) => createSubscription(me), 'incomplete basic'],
      ['23 hours later', (life) => life.later(23 * HOUR), 'none basic'],
      ['pays for a new attempt', (life) => life.pays(), 'active supernoek'],
    ],
    invoices: [paid, '3000 void'],
  },
  {
    name: '[4.41] cancels, keeps the rest of the month, and subscribes again later',
    steps: [
      ...subscribes,
      ['cancels', ({ me }) => cancelSubscription(me), 'active supernoek ending'],
      ['29 days later', (life) => life.later(29 * DAY), 'active supernoek ending'],
      ['the month ends', (life) => life.later(DAY), 'ended basic'],
      ['subscribes again', (life) => life.pays(), 'active supernoek'],
    ],
    mails: ['subscription-ended'],
    invoices: [paid, paid],
  },
  {
    name: '[4.42] cancels, reactivates, and renews',
    steps: [
      ...subscribes,
      ['cancels', ({ me }) => cancelSubscription(me), 'active supernoek ending'],
      ['reactivates', ({ me }) => reactivateSubscription(me), 'active supernoek'],
      ['a month later', (life) => life.later(31 * DAY), 'active supernoek'],
    ],
    invoices: [paid, paid],
  },
  {
    name: 'renews month after month',
    steps: [
      ...subscribes,
      ['a month later', (life) => life.later(31 * DAY), 'active supernoek'],
      ['two months later', (life) => life.later(61 * DAY), 'active supernoek'],
    ],
    invoices: [paid, paid, paid, paid],
  },
  {
    name: 'has a renewal that fails, and changes the card',
    steps: [
      ['pays', (life) => life.pays(cards.failsLater), 'active supernoek'],
      ['the renewal fails', (life) => life.later(30 * DAY), 'past_due supernoek payment-failed'],
      ['changes the card', (life) => life.changesCard(), 'active supernoek'],
      ['a month later', (life) => life.later(31 * DAY), 'active supernoek'],
    ],
    mails: ['payment-failed'],
    invoices: [paid, paid, paid],
  },
  {
    name: 'has a renewal that fails, and does nothing',
    steps: [
      ['pays', (life) => life.pays(cards.failsLater), 'active supernoek'],
      ['the renewal fails', (life) => life.later(30 * DAY), 'past_due supernoek payment-failed'],
      ['and again', (life) => life.later(3 * DAY), 'past_due supernoek payment-failed'],
      ['the last try fails', (life) => life.later(5 * DAY), 'ended basic'],
    ],
    mails: ['payment-failed', 'subscription-ended'],
  },
  {
    name: 'gets the payment back in part, and then in full',
    steps: [
      ...subscribes,
      ['in part', async (life) => life.sandbox.refund(await life.newestInvoice(), 500), 'active supernoek'],
      ['in full', async (life) => life.sandbox.refund(await life.newestInvoice()), 'ended basic'],
      ['a month later', (life) => life.later(31 * DAY), 'ended basic'],
    ],
    mails: ['subscription-refunded'],
    invoices: [paid],
  },
  {
    name: 'disputes the payment, and the dispute is won',
    steps: [
      ...subscribes,
      [
        'disputes it',
        async (life) => life.sandbox.dispute(await life.newestInvoice(), 'open'),
        'active basic disputed',
      ],
      ['a day later', (life) => life.later(DAY), 'active basic disputed'],
      ['it is won', async (life) => life.sandbox.dispute(await life.newestInvoice(), 'won'), 'active supernoek'],
    ],
    mails: ['payment-disputed'],
    invoices: [paid],
  },
  {
    name: 'disputes the payment, and the dispute is lost',
    steps: [
      ...subscribes,
      [
        'disputes it',
        async (life) => life.sandbox.dispute(await life.newestInvoice(), 'open'),
        'active basic disputed',
      ],
      ['it is lost', async (life) => life.sandbox.dispute(await life.newestInvoice(), 'lost'), 'active basic disputed'],
    ],
    mails: ['payment-disputed'],
  },
];

describeOnEngines('a person who', (open) => {
  const start = async () => begin(createTestCtx({ db: await open() }));

  test.each(stories)('$name', async ({ steps, mails = [], invoices }) => {
    const life = await start();
    const seen: [string, string][] = [];
    for (const [what, run] of steps) {
      await run(life);
      seen.push([what, await life.sees()]);
    }
    expect(seen).toEqual(steps.map(([what, , sees]) => [what, sees]));
    expect(await life.mails()).toEqual(mails);
    expect(await life.undone()).toEqual([]);
    if (invoices) expect(await life.invoices()).toEqual(invoices);
    expect(await life.receipts()).toBe((await life.invoices()).filter((one) => one === paid).length);
  });

  test('changes the card to one that is declined keeps the old state, and is told so', async () => {
    const life = await start();
    await life.pays(cards.failsLater);
    await life.later(30 * DAY);
    await expect(life.changesCard(cards.failsLater)).rejects.toMatchObject({ code: 'PAYMENT_DECLINED' });
    expect(await life.sees()).toBe('past_due supernoek payment-failed');
  });

  test('whose renewal fails sees the end of the paid time; cancelling then ends it at once, and no card is tried again', async () => {
    const life = await start();
    await life.pays(cards.failsLater);
    const paidUntil = '2026-12-21T12:00:00.000Z';
    expect((await subscriptionStatus(life.me)).currentPeriodEnd).toBe(paidUntil);
    await life.later(31 * DAY);
    expect(await subscriptionStatus(life.me)).toMatchObject({
      state: 'past_due',
      isActive: true,
      problem: 'payment-failed',
      currentPeriodEnd: paidUntil,
    });
    expect(await cancelSubscription(life.me)).toMatchObject({ state: 'ended', plan: 'basic', currentPeriodEnd: null });
    await life.later(31 * DAY);
    expect(await life.receipts()).toBe(1);
    expect(await life.sees()).toBe('ended basic');
  });

  test("cannot use another person's secret or setup", async () => {
    const life = await start();
    await life.pays();
    const { clientSecret } = await changeCard(life.me);
    const stranger = await begin(life.ctx);
    const { clientSecret: theirs = '' } = await createSubscription(stranger.me);
    const card = { cardNumber: cards.works, expiry: '12/40', cvc: '123' };
    for (const secret of [clientSecret, 'pi_1_secret_1', 'x'])
      await expect(confirmSandbox(stranger.me, { ...card, clientSecret: secret })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    await expect(confirmSandbox(life.me, { ...card, clientSecret: theirs })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await stranger.pays();
    await confirmSandbox(life.me, { ...card, clientSecret });
    await expect(
      finishCardChange(stranger.me, { setupId: clientSecret.split('_secret_')[0] ?? '' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await stranger.invoices()).toEqual([paid]);
  });

  test('begins 20 times at once, in two processes, has one subscription and pays once', async () => {
    const life = await start();
    const { db, clock } = life.ctx;
    const other = createTestCtx({ db, clock }).as(life.me.actor);
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_, at) => createSubscription(at % 2 ? life.me : other)),
    );
    expect(new Set(begun.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    const { sandboxObjects } = db.tables;
    const made = await db.orm.select({ kind: sandboxObjects.kind }).from(sandboxObjects);
    const count = (kind: string) => made.filter((one) => one.kind === kind).length;
    expect([count('customer'), count('subscription'), count('invoice')]).toEqual([1, 1, 1]);
    await life.pays();
    expect(await life.invoices()).toEqual([paid]);
  });

  test('deletes the account leaves nothing that is charged', async () => {
    const life = await start();
    await life.pays();
    await deleteAccount(life.me);
    const { sandboxObjects, sandboxEvents, subscriptions } = life.ctx.db.tables;
    for (const table of [sandboxObjects, sandboxEvents, subscriptions])
      expect(await life.ctx.db.orm.select().from(table)).toEqual([]);
    await life.later(31 * DAY);
    expect(await life.ctx.db.orm.select().from(sandboxObjects)).toEqual([]);
  });

  test('was made Basic by an administrator stays Basic through renewals, until the subscription ends and another begins', async () => {
    const life = await start();
    await life.pays();
    const { users } = life.ctx.db.tables;
    await life.ctx.db.write((orm) => orm.update(users).set({ accessLevel: 'basic' }).where(eq(users.id, life.user.id)));
    await life.later(31 * DAY);
    const status = await subscriptionStatus(life.me);
    expect([status.plan, status.isActive, status.problem]).toEqual(['basic', false, 'lowered']);
    await life.sandbox.dispute(await life.newestInvoice(), 'open');
    await life.sandbox.dispute(await life.newestInvoice(), 'won');
    expect((await subscriptionStatus(life.me)).plan).toBe('supernoek');
  });
});
