import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { createTestClock } from '../../../testing/create-test-ctx.ts';
import { createFakePayments, signatureOf } from '../../../testing/stand-ins/fake-payments.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describeOnEngines('when 50 messages are sent at once', (open) => {
  async function begin(given: { accessLevel?: 'basic' | 'supernoek' } = {}) {
    const db = await open();
    const clock = createTestClock();
    const payments = createFakePayments(clock.now);
    const answering = createScriptedLlm((call) => {
      call.text('Yes.');
      call.finish();
    });
    const { ctx, caller, signedIn } = createTestApp(db, answering, { clock, payments });
    const { id } = await insertUser(db, given);
    const me = await signedIn(id);
    const post = (path: string, body?: unknown) =>
      me.call(path, { method: 'POST', ...(body !== undefined && { body }) });
    return {
      clock,
      payments,
      post,
      /** Records that the person has sent `total` messages a moment ago. */
      async hasSent(total: number) {
        const { allowanceAccounts, allowanceLedger } = db.tables;
        const subject = `user:${id}`;
        await db.write((orm) => orm.insert(allowanceAccounts).values({ subject, total }));
        const first = { id: crypto.randomUUID(), subject, amount: 1, totalBefore: 0, refundOf: null };
        await db.write((orm) => orm.insert(allowanceLedger).values({ ...first, createdAt: ctx.now() }));
      },
      /** Pays for SuperNoek. */
      async subscribes() {
        await post('/api/subscription/create');
        await this.happens({ status: 'active', confirm: null });
      },
      /** Changes something at the payment service, which then delivers an event. */
      async happens(change: Parameters<typeof payments.change>[1]) {
        const [one] = payments.subscriptions.values();
        payments.change(one?.id ?? '', change);
        const event = {
          id: crypto.randomUUID(),
          type: 'invoice.paid',
          customerId: one?.customerId,
          subscriptionId: null,
        };
        const text = JSON.stringify(event);
        const headers = { 'Stripe-Signature': signatureOf(text) };
        const answer = await caller().call('/api/webhooks/stripe', { method: 'POST', text, headers });
        expect(answer.status).toBe(200);
      },
      /** Sends `count` messages at once. Resolves to how many are accepted; the others must be refused because none is left. */
      async accepted(count = 50): Promise<number> {
        const conversation = await insertConversation(db, { userId: id });
        const answers = await Promise.all(
          Array.from({ length: count }, () =>
            post(`/api/conversations/${conversation.id}/messages`, { content: 'Hello' }),
          ),
        );
        for (const answer of answers)
          if (!answer.ok)
            expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'MESSAGE_LIMIT_REACHED' }]);
        return answers.filter(({ ok }) => ok).length;
      },
    };
  }

  test.each([
    ['basic', 2_999],
    ['supernoek', 9_999],
  ] as const)('exactly one gets the last message of the plan %s', async (accessLevel, sent) => {
    const person = await begin({ accessLevel });
    await person.hasSent(sent);
    expect(await person.accepted()).toBe(1);
  });

  test.each([
    ['a refund', { refunded: true }],
    ['a dispute', { disputed: true }],
    ['the end', { status: 'canceled' }],
  ] as const)('exactly one gets the last message of the lower plan, right after the event of %s', async (_, change) => {
    const person = await begin();
    await person.subscribes();
    await person.hasSent(2_999);
    await person.happens(change);
    expect(await person.accepted()).toBe(1);
    expect(await person.accepted(1)).toBe(0);
  });

  test('exactly one gets the last message of the lower plan, right after a cancelled period, even if no event comes', async () => {
    const person = await begin();
    await person.subscribes();
    await person.post('/api/subscription/cancel');
    const end = [...person.payments.subscriptions.values()][0]?.currentPeriodEnd.getTime() ?? 0;
    person.clock.advance(end - person.clock.now().getTime() - 1);
    await person.hasSent(2_999);
    expect(await person.accepted(2)).toBe(2);
    person.clock.advance(1);
    expect(await person.accepted(2)).toBe(0);
    person.clock.advance(DAY);
    expect(await person.accepted(1)).toBe(1);
  });

  test('the first send after a payment has the allowance of the new plan, and none before it does', async () => {
    const person = await begin();
    await person.hasSent(3_000);
    expect(await person.accepted(1)).toBe(0);
    await person.post('/api/subscription/create');
    expect(await person.accepted(1)).toBe(0);
    await person.subscribes();
    expect(await person.accepted(1)).toBe(1);
  });
});
