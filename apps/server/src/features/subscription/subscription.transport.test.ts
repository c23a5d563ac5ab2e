import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { openFixture } from '../../testing/documented-calls/documented-call.ts';
import { signatureOf } from '../../testing/stand-ins/fake-payments.ts';

const card = { cardNumber: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' };

describeOnEngines('subscriptions over REST and typed procedures', (_, engine) => {
  test('both do the same', async () => {
    const { me, payments } = await openFixture({ engine });
    const rest = async (path: string, method = 'POST', body?: unknown) =>
      (await me.json(`/api/subscription/${path}`, { method, ...(body !== undefined && { body }) })).body;
    const typed = async (name: string, method = 'POST', body?: unknown) => {
      const path = `/api/trpc/subscription.${name}`;
      const { body: answer } = await me.json<{ result: { data: unknown } }>(path, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      return answer.result.data as Record<string, unknown>;
    };
    const created = await rest('create');
    expect(await typed('create')).toEqual(created);
    const active = await rest('sandbox/confirm', 'POST', { ...card, clientSecret: created.clientSecret });
    expect(active).toMatchObject({ isActive: true, plan: 'supernoek', card: { brand: 'Visa', last4: '4242' } });
    expect(await typed('status', 'GET')).toEqual(active);
    expect(await typed('refresh')).toEqual(active);
    const ending = await typed('cancel');
    expect(ending).toMatchObject({ cancelAtPeriodEnd: true });
    expect(await rest('status', 'GET')).toEqual(ending);
    expect(await rest('reactivate')).toEqual(active);
    expect(await typed('invoices', 'GET')).toEqual(await rest('invoices', 'GET'));
    expect(await typed('changeCard')).toEqual(await rest('change-card'));
    const setupId = `seti_${[...payments.customers.keys()][0]}`;
    expect(await typed('finishCardChange', 'POST', { setupId })).toEqual(
      await rest('finish-card-change', 'POST', { setupId }),
    );
  });

  test.each([
    ['a number with a wrong last digit', { cardNumber: '4242 4242 4242 4241' }, /card number is not valid/],
    ['letters for a number', { cardNumber: 'four' }, /card number is not valid/],
    ['no number', { cardNumber: undefined }, /card number/],
    ['a 13th month', { expiry: '13/40' }, /MM\/YY/],
    ['no expiry', { expiry: '' }, /Enter the expiry date\.$/],
    ['a short CVC', { cvc: '12' }, /CVC/],
    ['a made-up answer', { authentication: 'maybe' }, /authentication/],
  ])('%s is refused with a sentence, and nothing is charged', async (_what, wrong, words) => {
    const { me, payments } = await openFixture({ engine });
    const { body: created } = await me.json('/api/subscription/create', { method: 'POST' });
    payments.calls.length = 0;
    const body = { ...card, clientSecret: created.clientSecret, ...wrong };
    const answer = await me.json('/api/subscription/sandbox/confirm', { method: 'POST', body });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(words) } });
    expect(payments.calls).toEqual([]);
  });

  test('[7.43] a declined card is a 402 with the message of the service', async () => {
    const { me } = await openFixture({ engine });
    const { body: created } = await me.json('/api/subscription/create', { method: 'POST' });
    const body = { ...card, cardNumber: '4000000000000002', clientSecret: created.clientSecret };
    expect(await me.json('/api/subscription/sandbox/confirm', { method: 'POST', body })).toEqual({
      status: 402,
      body: { code: 'PAYMENT_DECLINED', message: 'Your card was declined.' },
    });
  });

  test('[7.39] the status of each step over REST', async () => {
    const { me } = await openFixture({ engine });
    expect((await me.json('/api/subscription/status')).body).toMatchObject({ isActive: false, plan: 'basic' });
    const { body: created } = await me.json('/api/subscription/create', { method: 'POST' });
    await me.call('/api/subscription/sandbox/confirm', {
      method: 'POST',
      body: { ...card, ...created, intent: undefined },
    });
    expect((await me.json('/api/subscription/status')).body).toMatchObject({ isActive: true, plan: 'supernoek' });
    expect((await me.json('/api/auth/user')).body).toMatchObject({ accessLevel: 'supernoek' });
  });

  test('a webhook is read byte for byte, and an unsigned one changes nothing', async () => {
    const { guest, me, payments, user } = await openFixture({ engine });
    await me.call('/api/subscription/create', { method: 'POST' });
    const [one] = payments.subscriptions.values();
    payments.change(one?.id ?? '', { status: 'active', confirm: null });
    const text = ` { "id": "evt_1", "type": "invoice.paid",\n "customerId": "cus_${user.id}", "subscriptionId": null, "x": "ü" }`;
    const deliver = (signature?: string) =>
      guest.json('/api/webhooks/stripe', {
        method: 'POST',
        text,
        headers: signature === undefined ? {} : { 'Stripe-Signature': signature },
      });
    for (const wrong of [undefined, '', 'forged', signatureOf(text.trim())])
      expect(await deliver(wrong)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect((await me.json('/api/subscription/status')).body).toMatchObject({ isActive: false });
    expect(await deliver(signatureOf(text))).toEqual({ status: 200, body: { received: true } });
    expect((await me.json('/api/subscription/status')).body).toMatchObject({ isActive: true });
  });

  test('a server that takes no payments says so', async () => {
    const { me, payments } = await openFixture({ engine });
    payments.provider = 'none';
    expect(await me.json('/api/subscription/create', { method: 'POST' })).toMatchObject({
      status: 502,
      body: { code: 'PAYMENTS_UNAVAILABLE', message: 'Payments are switched off on this server.' },
    });
    expect((await me.json('/api/subscription/status')).body).toMatchObject({ provider: 'none', state: 'none' });
    expect((await me.json('/api/subscription/invoices')).body).toEqual([]);
  });
});
