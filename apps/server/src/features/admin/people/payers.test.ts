import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { auditOf, openSubscriptions, paid, storedLevel } from '../../../testing/open-subscriptions.ts';
import { mailsTo } from '../../../testing/read-outbox.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { carryOutDecisions } from '../../subscription/decisions/carry-out-decisions.ts';
import { reportPayersWithoutPlan } from '../../subscription/keeping/payers-without-plan.ts';
import { reactivateSubscription } from '../../subscription/own-subscription.ts';
import { subscriptionStatus } from '../../subscription/subscription-status.ts';
import { changeUser } from './change-user.ts';
import { listPayersWithoutPlan, readPayment } from './read-payment.ts';
import { liftSuspension, suspendUser } from './suspend-user.ts';

const HOUR = 60 * 60 * 1000;
/** Decisions are carried out in the background after the commit. */
const settled = async (ctx: TestCtx) => expect(await ctx.background.settled(30_000)).toBe(true);

describeOnEngines('a person who pays', (open) => {
  async function opened() {
    const opened = openSubscriptions(await open(), { env: { SUPPORT_EMAIL: 'help@noek.test' } });
    const { ctx, payments } = opened;
    const boss = await insertPerson(ctx, { name: 'Ida Admin', accessLevel: 'admin' });
    const admin = await signedInAs(ctx, boss.id);
    const ada = await opened.person({ name: 'Ada', email: 'ada@people.example' });
    await opened.happens(ada, paid);
    payments.calls.length = 0;
    return {
      ...opened,
      admin,
      ada,
      atService: () => {
        const { status, cancelAtPeriodEnd } = payments.subscriptions.get(ada.id) ?? {};
        return [status, cancelAtPeriodEnd];
      },
      mails: async (kind: string) => (await mailsTo(ctx.db, ada.user.email)).filter((mail) => mail.kind === kind),
      decisions: async () =>
        (await auditOf(ctx, ada))
          .filter(([, detail]) => detail.subscription)
          .map(([action, detail]) => [action, detail]),
    };
  }
  type Opened = Awaited<ReturnType<typeof opened>>;

  /** The two ways in which an administrator leaves a person without the plan. */
  const ways = {
    lowering: ({ admin, ada }: Opened, more: object) =>
      changeUser(admin, { id: ada.user.id, accessLevel: 'basic', ...more }),
    suspending: ({ admin, ada }: Opened, more: object) =>
      suspendUser(admin, { id: ada.user.id, reason: 'Spam', ...more }),
  };
  type Way = keyof typeof ways;

  test.each(['lowering', 'suspending'] as Way[])(
    '%s asks what happens to the subscription, and changes nothing before that is decided',
    async (way) => {
      const all = await opened();
      await expect(ways[way](all, {})).rejects.toMatchObject({
        code: 'SUBSCRIPTION_DECISION_REQUIRED',
        message: expect.stringContaining('$30 per month'),
        flags: { decisions: ['end-now', 'end-with-period', 'keep'] },
      });
      expect(await storedLevel(all.ctx, all.ada)).toMatchObject({ accessLevel: 'supernoek' });
      expect(all.atService()).toEqual(['active', false]);
      expect(await all.mails('subscription-decided')).toEqual([]);
      expect(await readPayment(all.admin, { id: all.ada.user.id })).toMatchObject({
        payment: { isOverdue: false, card: { last4: '4242' }, decision: null },
      });
    },
  );

  test.each([
    ['lowering', 'end-now', ['canceled', false], /being ended/],
    ['lowering', 'end-with-period', ['active', true], /will not renew\. It ends on/],
    ['lowering', 'keep', ['active', false], /continues: \$30 per month/],
    ['suspending', 'end-now', ['canceled', false], /being ended/],
    ['suspending', 'end-with-period', ['active', true], /will not renew\. It ends on/],
    ['suspending', 'keep', ['active', false], /continues: \$30 per month/],
  ] as const)(
    '%s with "%s" does it, writes it to the audit log and mails the person',
    async (way, subscription, after, words) => {
      const all = await opened();
      const { ctx, ada, admin } = all;
      await ways[way](all, { subscription, reason: 'They asked' });
      await settled(ctx);
      expect(all.atService()).toEqual(after);
      expect(await all.decisions()).toEqual([
        [
          way === 'lowering' ? 'user.updated' : 'user.suspended',
          expect.objectContaining({ subscription: [null, subscription], reason: 'They asked' }),
        ],
      ]);
      const [mail, ...others] = await all.mails('subscription-decided');
      expect(others).toEqual([]);
      expect(mail?.text).toMatch(words);
      expect(mail?.text).toContain(way === 'lowering' ? '/account/billing' : '/suspended?token=');
      const listed = await listPayersWithoutPlan(admin);
      expect(listed.map(({ user, why }) => [user.id, why])).toEqual(
        subscription === 'keep' ? [[ada.user.id, way === 'lowering' ? 'basic' : 'suspended']] : [],
      );
      if (subscription === 'keep')
        expect(listed[0]).toMatchObject({
          payment: { decision: { decision: 'keep', reason: 'They asked', isPending: false } },
          advice: expect.stringContaining('They asked'),
        });
    },
  );

  test('keeping needs a reason', async () => {
    const all = await opened();
    for (const reason of [undefined, ' '])
      await expect(ways.lowering(all, { subscription: 'keep', reason })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await all.decisions()).toEqual([]);
  });

  test('a cancellation is retried, by one of two processes, and listed until the payment service confirms it', async () => {
    const all = await opened();
    const { ctx, payments, clock, admin, otherProcess } = all;
    payments.isDown = true;
    expect(await ways.suspending(all, { subscription: 'end-now' })).toMatchObject({ suspendedAt: expect.any(String) });
    await settled(ctx);
    expect(payments.calls.length).toBeGreaterThan(0);
    for (let n = 0; n < 20; n++) {
      clock.advance(HOUR / 2);
      await carryOutDecisions(ctx);
    }
    expect(all.atService()).toEqual(['active', false]);
    expect(await listPayersWithoutPlan(admin)).toMatchObject([
      { payment: { decision: { isPending: true } }, advice: expect.stringContaining('asked again') },
    ]);
    payments.isDown = false;
    payments.calls.length = 0;
    clock.advance(HOUR);
    await Promise.all([carryOutDecisions(ctx), carryOutDecisions(otherProcess())]);
    expect(all.atService()).toEqual(['canceled', false]);
    expect(payments.calls.filter((call) => call === 'endSubscription')).toHaveLength(1);
    expect(await listPayersWithoutPlan(admin)).toEqual([]);
    clock.advance(2 * HOUR);
    payments.calls.length = 0;
    await carryOutDecisions(ctx);
    expect(payments.calls).toEqual([]);
  });

  test('a payer who is kept on Basic is told so and cannot reactivate, and an administrator can decide again', async () => {
    const all = await opened();
    const { ada, admin, ctx } = all;
    await ways.lowering(all, { subscription: 'keep', reason: 'A dispute by phone' });
    expect(await subscriptionStatus(ada.me)).toMatchObject({ plan: 'basic', isActive: false, problem: 'lowered' });
    // Other changes do not ask again.
    await changeUser(admin, { id: ada.user.id, name: 'Ada L.' });
    await changeUser(admin, { id: ada.user.id, subscription: 'end-with-period' });
    await settled(ctx);
    expect(all.atService()).toEqual(['active', true]);
    const basic = await signedInAs(ctx, ada.user.id);
    await expect(reactivateSubscription(basic)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await all.mails('subscription-decided')).toHaveLength(2);
  });

  test('giving SuperNoek back withdraws a cancellation that was not carried out yet', async () => {
    const all = await opened();
    const { payments, clock, ctx, admin, ada } = all;
    payments.isDown = true;
    await ways.lowering(all, { subscription: 'end-now' });
    await settled(ctx);
    expect(payments.calls.length).toBeGreaterThan(0);
    await changeUser(admin, { id: ada.user.id, accessLevel: 'supernoek' });
    payments.isDown = false;
    clock.advance(2 * HOUR);
    await carryOutDecisions(ctx);
    expect(all.atService()).toEqual(['active', false]);
  });

  test('suspending a person who has begun to subscribe ends the attempt; people who do not pay need no decision', async () => {
    const { ctx, payments, person } = openSubscriptions(await open());
    const boss = await insertPerson(ctx, { accessLevel: 'admin' });
    const admin = await signedInAs(ctx, boss.id);
    const begun = await person();
    await suspendUser(admin, { id: begun.user.id, reason: 'Spam' });
    await settled(ctx);
    expect(payments.subscriptions.get(begun.id)?.status).toBe('canceled');
    const free = await insertPerson(ctx, { accessLevel: 'supernoek' });
    expect(await changeUser(admin, { id: free.id, accessLevel: 'basic' })).toMatchObject({ accessLevel: 'basic' });
    expect(await suspendUser(admin, { id: free.id, reason: 'Spam' })).toMatchObject({
      suspendedAt: expect.any(String),
    });
    expect(await mailsTo(ctx.db, free.email)).toEqual([]);
    expect(await readPayment(admin, { id: free.id })).toEqual({ payment: null });
  });

  test('a disputed subscriber and an administrator who is set to Basic are payers, too; deleting the account leaves nothing', async () => {
    const all = await opened();
    const { ctx, admin, ada, happens } = all;
    await happens(ada, { disputed: true });
    expect(await listPayersWithoutPlan(admin)).toMatchObject([{ why: 'disputed', user: { id: ada.user.id } }]);
    await happens(ada, { disputed: false });
    await changeUser(admin, { id: ada.user.id, accessLevel: 'admin' });
    expect(await listPayersWithoutPlan(admin)).toEqual([]);
    await expect(ways.lowering(all, {})).rejects.toMatchObject({ code: 'SUBSCRIPTION_DECISION_REQUIRED' });
    await ways.lowering(all, { subscription: 'keep', reason: 'Later' });
    await deleteAccount(await signedInAs(ctx, ada.user.id));
    const { subscriptionDecisions } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(subscriptionDecisions)).toEqual([]);
    expect(all.atService()).toEqual(['canceled', false]);
  });

  test('the log says once per day how many pay for nothing, and what to do', async () => {
    const all = await opened();
    const { ctx, clock, ada, admin } = all;
    const lines: unknown[][] = [];
    const report = () =>
      reportPayersWithoutPlan({
        ...ctx,
        log: { ...ctx.log, warn: (...line: unknown[]) => lines.push(line) } as never,
      });
    await report();
    await ways.suspending(all, { subscription: 'keep' });
    clock.advance(25 * HOUR);
    await report();
    await report();
    expect(lines).toEqual([[{ people: 1 }, expect.stringMatching(/decide what happens/)]]);
    await liftSuspension(admin, { id: ada.user.id });
    expect(await listPayersWithoutPlan(admin)).toEqual([]);
  });

  test('the receipt for a renewal of a suspended account has the link that works without signing in', async () => {
    const all = await opened();
    const { ctx, payments, ada, happens } = all;
    await ways.suspending(all, { subscription: 'keep' });
    const paidAt = ctx.now();
    payments.invoiceList = [
      {
        id: 'in_9',
        number: 'A-9',
        createdAt: paidAt,
        paidAt,
        amountCents: 3_000,
        refundedCents: 0,
        currency: 'usd',
        status: 'paid',
        period: null,
        url: '/api/subscription/invoices/in_9',
        pdfUrl: null,
      },
    ];
    await happens(ada, {});
    const [receipt] = await all.mails('receipt');
    expect(receipt?.text).toContain('/suspended?token=');
    expect(receipt?.text).not.toContain('/account/billing');
  });
});
