import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Database } from '@noek/db/database';
import { closeBefore, openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { cardOf } from '@noek/payment-sandbox/testing/start-sandbox';
import { stripeSchemas } from '@noek/payment-sandbox/testing/stripe-schemas';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { publicConfig } from '../../pages/public-config.ts';
import { readConfig } from '../../settings/config.ts';
import { createTestClock, createTestCtx } from '../../testing/create-test-ctx.ts';
import { startPayments } from '../../testing/start-payments.ts';
import { createPayments } from './create-payments.ts';
import type { PaymentEvent } from './payments.ts';

let db: Database;
beforeAll(() => {
  stripeSchemas();
});
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

const log = pino({ level: 'silent' });
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1a2b',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  STRIPE_PRICE_ID: 'price_sandbox_supernoek',
};
const production = {
  NODE_ENV: 'production',
  CHAT_ORIGIN: 'https://chat.example.com',
  AUTH_ORIGIN: 'https://auth.example.com',
  COMPANY_ORIGIN: 'https://example.com',
  SMTP_URL: 'smtps://mail.example.com',
};
const paymentsFor = (env: Record<string, string> = {}) =>
  createPayments(readConfig({ APP_SECRET: 'only-for-tests-0123456789', ...env }), { db, log, now: () => new Date() });

test('the sandbox takes payments until Stripe has keys; production without keys takes none', async () => {
  expect(await paymentsFor()).toMatchObject({ provider: 'sandbox', publishableKey: null, sandbox: expect.anything() });
  expect(await paymentsFor(production)).toMatchObject({ provider: 'none', publishableKey: null, sandbox: null });
  for (const env of [keys, { ...production, ...keys }])
    expect(await paymentsFor(env)).toMatchObject({ provider: 'stripe', publishableKey: 'pk_test_1a2b', sandbox: null });
});

test('[8.49] without payments every call says that the payment system cannot be reached, and no delivery is accepted', async () => {
  const none = await paymentsFor(production);
  await expect(none.createCustomer({ userId: 'u1', email: 'a@b.example', attempt: 1 })).rejects.toMatchObject({
    kind: 'unreachable',
    message: 'Unable to connect to payment system. Please try again.',
  });
  await expect(none.readEvent('{}', 't=1,v1=x')).rejects.toMatchObject({ kind: 'signature' });
  await none.close();
});

test('[9.38] the public settings say who takes payments, and never a secret', () => {
  const ctx = createTestCtx({ db, env: keys, llm: { describe: () => null, models: () => [] } as never });
  const settings = publicConfig(ctx);
  expect(settings.payments).toEqual({ provider: 'stripe', publishableKey: 'pk_test_1a2b' });
  expect(JSON.stringify(settings)).not.toMatch(/sk_test|whsec/);
});

test('with the sandbox nothing leaves the process, deliveries are signed, and invoices are pages of Noek', async () => {
  const clock = createTestClock();
  const ctx = createTestCtx({ db, clock });
  const { payments } = ctx;
  const outside = vi.spyOn(globalThis, 'fetch');
  const events: PaymentEvent[] = [];
  const forged: unknown[] = [];
  payments.sandbox?.deliverTo(async (raw, signature) => {
    events.push(await payments.readEvent(raw, signature));
    forged.push(await payments.readEvent(`${raw} `, signature).catch((error: { kind: string }) => error.kind));
  });
  const { id: userId } = await insertUser(db);
  const customerId = await payments.createCustomer({ userId, email: 'ada@people.example', attempt: 1 });
  const { confirm } = await payments.createSubscription({ customerId, userId, attempt: 1 });
  await payments.sandbox?.confirm({ customerId, clientSecret: confirm?.clientSecret ?? '', ...cardOf() });
  expect(events.map(({ type }) => type)).toContain('invoice.paid');
  expect(new Set(forged)).toEqual(new Set(['signature']));
  const [invoice] = await payments.invoices(customerId);
  expect(invoice?.url).toBe(`/api/subscription/invoices/${invoice?.id}`);
  expect(outside).not.toHaveBeenCalled();
});

test('the same secret of the server signs the same, another one does not', async () => {
  const first = await paymentsFor({ NODE_ENV: 'test' });
  const second = await paymentsFor({ NODE_ENV: 'test' });
  const stranger = await paymentsFor({ NODE_ENV: 'test', APP_SECRET: 'another-secret-0123456789' });
  const deliveries: [string, string][] = [];
  first.sandbox?.deliverTo(async (raw, signature) => void deliveries.push([raw, signature]));
  const { id: userId } = await insertUser(db);
  await first.createCustomer({ userId, email: 'ada@people.example', attempt: 1 });
  await first.sandbox?.tick();
  const [raw = '', signature = ''] = deliveries[0] ?? [];
  await expect(second.readEvent(raw, signature)).resolves.toMatchObject({ type: 'customer.created' });
  await expect(stranger.readEvent(raw, signature)).rejects.toMatchObject({ kind: 'signature' });
});

test('behind STRIPE_API_URL the sandbox is a service like Stripe, for every call of the adapter', async () => {
  const service = startPayments(db);
  const server = createAdaptorServer({ fetch: (request: Request) => service.checked.fetch(request) }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeBefore(db, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = readConfig({
    NODE_ENV: 'test',
    APP_SECRET: 'only-for-tests-0123456789',
    ...keys,
    STRIPE_API_URL: url,
  });
  const payments = await createPayments(config, { db, log, now: service.clock.now });
  closeBefore(db, () => payments.close());

  const { id: userId } = await insertUser(db);
  const customerId = await payments.createCustomer({ userId, email: 'ada@people.example', attempt: 1 });
  const created = await payments.createSubscription({ customerId, userId, attempt: 1 });
  const clientSecret = created.confirm?.clientSecret ?? '';
  await service.sandbox.confirm({ customerId, clientSecret, ...cardOf() });
  expect(await payments.readSubscription(created.id)).toMatchObject({ status: 'active', card: { last4: '4242' } });
  const change = await payments.startCardChange(customerId);
  await service.sandbox.confirm({ customerId, ...change, ...cardOf('5555 5555 5555 4444') });
  const setupId = change.clientSecret.split('_secret_')[0] ?? '';
  const changed = await payments.finishCardChange({ customerId, subscriptionId: created.id, setupId });
  expect(changed.card).toEqual({ brand: 'Mastercard', last4: '4444' });
  await payments.changeEmail(customerId, 'new@people.example');
  await payments.setCancelAtPeriodEnd(created.id, true);
  expect(await payments.listSubscriptions(customerId)).toMatchObject([{ cancelAtPeriodEnd: true }]);
  await payments.setCancelAtPeriodEnd(created.id, false);
  expect(await payments.invoices(customerId)).toMatchObject([{ status: 'paid', amountCents: 3_000 }]);
  expect((await payments.endSubscription(created.id)).status).toBe('canceled');
  await payments.deleteCustomer(customerId);
  expect(service.checked.problems).toEqual([]);
  const used = new Set(service.checked.calls.map((call) => call.replace(/[a-z]+_\w{20,}/, ':id')));
  expect([...used].toSorted()).toEqual([
    'DELETE /v1/customers/:id',
    'DELETE /v1/subscriptions/:id',
    'GET /v1/charges',
    'GET /v1/invoices',
    'GET /v1/payment_intents/:id',
    'GET /v1/setup_intents/:id',
    'GET /v1/subscriptions',
    'GET /v1/subscriptions/:id',
    'POST /v1/customers',
    'POST /v1/customers/:id',
    'POST /v1/setup_intents',
    'POST /v1/subscriptions',
    'POST /v1/subscriptions/:id',
  ]);
});
