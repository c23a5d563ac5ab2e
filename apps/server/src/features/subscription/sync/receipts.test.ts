import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import type { Invoice, Sandbox } from '../../../integrations/payments/payments.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { openSubscriptions, paid, type Subscriber, signed, storedLevel } from '../../../testing/open-subscriptions.ts';
import { mailsTo } from '../../../testing/read-outbox.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { confirmSandbox } from '../confirm-sandbox.ts';
import { createSubscription } from '../create-subscription.ts';
import { receiveWebhook } from '../keeping/receive-webhook.ts';
import { reconcile } from '../keeping/reconcile.ts';
import { refreshSubscription } from '../own-subscription.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const receipts = async ({ db }: Pick<TestCtx, 'db'>, { email }: { email: string }) =>
  (await mailsTo(db, email)).filter(({ kind }) => kind === 'receipt');

const invoice: Invoice = {
  id: 'in_1',
  number: 'A-0001',
  createdAt: new Date('2026-11-21T12:00:00.000Z'),
  amountCents: 3_000,
  refundedCents: 0,
  currency: 'usd',
  status: 'paid',
  paidAt: new Date('2026-11-21T12:00:00.000Z'),
  period: { start: new Date('2026-11-21T12:00:00.000Z'), end: new Date('2026-12-21T12:00:00.000Z') },
  url: 'https://invoice.stripe.example/i/1',
  pdfUrl: null,
};
const facts = ['Amount: $30.00', 'Paid on: November 21, 2026', 'Period: November 21, 2026 to December 21, 2026'];

describeOnEngines('receipts', (open) => {
  test('a test payment is receipted with what was paid and a link to its invoice, and says that no money was taken', async () => {
    const ctx = createTestCtx({ db: await open() });
    const user = await insertPerson(ctx);
    const me = await signedInAs(ctx, user.id);
    const { clientSecret = '' } = await createSubscription(me);
    await confirmSandbox(me, { clientSecret, cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' });
    const [mail] = await receipts(ctx, user);
    expect(mail?.subject).toBe('Your receipt for SuperNoek: $30.00');
    for (const words of [...facts, 'Invoice number: ', 'This was a test payment: no money was taken.'])
      expect(mail?.text).toContain(words);
    expect(mail?.text).toMatch(/See the invoice:\nhttp:\/\/chat\.\S+\/api\/subscription\/invoices\/in_\w+\n/);
    expect(mail?.text).toContain(`${ctx.config.origins.chat}/account/billing`);
    ctx.clock.advance(31 * DAY);
    await (ctx.payments.sandbox as Sandbox).tick();
    expect(await receipts(ctx, user)).toHaveLength(2);
  });

  const deliver = (ctx: TestCtx, { customerId }: Subscriber, id: string) =>
    receiveWebhook(ctx, signed({ id, type: 'invoice.paid', customerId }));

  test('a payment at Stripe is receipted once, however often and wherever it is read, and a renewal, too', async () => {
    const { ctx, payments, otherProcess, person, clock } = openSubscriptions(await open());
    const ada = await person();
    payments.change(ada.id, paid);
    payments.invoiceList = [{ ...invoice, id: 'in_0', status: 'open', paidAt: null }, invoice];
    const other = otherProcess();
    await Promise.all(
      [ctx, other, ctx, other].flatMap((process, at) => [
        deliver(process, ada, `evt_${at}`),
        refreshSubscription(process.as(ada.me.actor)),
      ]),
    );
    const [mail, ...others] = await receipts(ctx, ada.user);
    expect(others).toEqual([]);
    for (const words of [...facts, 'Invoice number: A-0001', 'https://invoice.stripe.example/i/1'])
      expect(mail?.text).toContain(words);
    expect(mail?.text).not.toContain('test payment');
    // A later refund is no new payment, not even if it came before the first read.
    payments.invoiceList = [
      { ...invoice, refundedCents: 3_000 },
      { ...invoice, id: 'in_2', refundedCents: 3_000 },
    ];
    await deliver(ctx, ada, 'evt_8');
    clock.advance(25 * HOUR);
    await reconcile(ctx);
    expect(await receipts(ctx, ada.user)).toHaveLength(2);
  });

  test('when only the invoices cannot be read, the plan is granted anyway, and the receipt follows', async () => {
    const { ctx, payments, person, clock } = openSubscriptions(await open());
    const ada = await person();
    payments.change(ada.id, paid);
    payments.invoiceList = null;
    expect(await refreshSubscription(ada.me)).toMatchObject({ isActive: true, plan: 'supernoek' });
    expect(await storedLevel(ctx, ada)).toMatchObject({ accessLevel: 'supernoek' });
    payments.invoiceList = [invoice];
    clock.advance(HOUR + 1);
    await reconcile(ctx);
    expect(await receipts(ctx, ada.user)).toHaveLength(1);
  });

  test('an event about a payment whose invoices cannot be read grants the plan and comes again', async () => {
    const { ctx, payments, person } = openSubscriptions(await open());
    const ada = await person();
    payments.change(ada.id, paid);
    payments.invoiceList = null;
    await expect(deliver(ctx, ada, 'evt_1')).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
    expect(await storedLevel(ctx, ada)).toMatchObject({ accessLevel: 'supernoek' });
    payments.invoiceList = [invoice];
    for (let n = 0; n < 2; n++) await deliver(ctx, ada, 'evt_1');
    expect(await receipts(ctx, ada.user)).toHaveLength(1);
  });
});
