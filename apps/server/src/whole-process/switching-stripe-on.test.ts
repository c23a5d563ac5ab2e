import { readFileSync } from 'node:fs';
import { cardOf } from '@noek/payment-sandbox/testing/start-sandbox';
import { type StandIn, startStandIn } from '@noek/payment-sandbox/testing/start-stand-in';
import { stripeSchemas } from '@noek/payment-sandbox/testing/stripe-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

// The steps of "Payments with Stripe" in docs/production.md, followed with a real server and a service that answers as Stripe does.

const [, section = ''] = readFileSync(new URL('../../../../docs/production.md', import.meta.url), 'utf8').split(
  /^## 8. Payments with Stripe$/m,
);
const steps = section.split(/^## /m)[0] ?? '';

type Status = { isActive: boolean; plan: string; state: string; provider: string };

let service: StandIn;
let server: ServerProcess;
let ada: RemoteCaller;

beforeAll(async () => {
  stripeSchemas();
  service = await startStandIn();
  server = await startServerProcess(service.env);
  service.deliverTo(`${server.address}/api/webhooks/stripe`);
  ada = remoteCaller(server.address);
  expect((await ada.call('/api/auth/test-login', { method: 'POST' })).ok).toBe(true);
});
afterAll(async () => {
  await server?.discard();
  await service?.close();
});

const status = async () => (await ada.json<Status>('/api/subscription/status')).body;
const create = async () =>
  (await ada.json<{ clientSecret: string }>('/api/subscription/create', { method: 'POST' })).body;

test('the section names every setting, the path of the webhook, and only event types that Stripe has', () => {
  for (const name of Object.keys(service.env)) expect(steps).toContain(name);
  expect(steps).toContain('/api/webhooks/stripe');
  const [, listed = ''] = /<!-- events -->([\s\S]*?)<!-- \/events -->/.exec(steps) ?? [];
  const types = [...listed.matchAll(/`([a-z_.]+)`/g)].map(([, type = '']) => type);
  expect(types).toContain('customer.subscription.updated');
  const event = { id: 'evt_1', object: 'event', api_version: null, created: 1, data: { object: {} } };
  for (const type of types)
    expect(
      stripeSchemas().problems('EventBase', { ...event, livemode: true, pending_webhooks: 1, request: null, type }),
    ).toEqual([]);
});

test('the server says at its start who takes payments, and tells browsers the publishable key alone', async () => {
  expect(server.output.stdout).toMatch(/Payments +Stripe with test keys, which take no money/);
  const { body } = await ada.json<{ payments: unknown }>('/api/config');
  expect(body.payments).toEqual({ provider: 'stripe', publishableKey: 'pk_test_standin' });
  expect(server.output.stdout + server.output.stderr).not.toMatch(/sk_test|whsec/);
});

test('a payment takes effect by the signed delivery alone; a forged one is refused', async () => {
  const { clientSecret } = await create();
  expect(await status()).toMatchObject({ isActive: false, plan: 'basic', state: 'incomplete', provider: 'stripe' });
  const declined = service.confirm({ clientSecret, ...cardOf('4000 0000 0000 0002') });
  await expect(declined).rejects.toMatchObject({ kind: 'declined' });
  expect((await status()).isActive).toBe(false);

  const forged = await fetch(`${server.address}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'Stripe-Signature': 't=1,v1=0' },
    body: '{"id":"evt_1","object":"event","type":"invoice.paid","data":{"object":{"object":"invoice"}}}',
  });
  expect(forged.status).toBe(400);

  await service.confirm({ clientSecret, ...cardOf() });
  expect(await status()).toMatchObject({ isActive: true, plan: 'supernoek', state: 'active' });
  const { body } = await ada.json<{ status: string; url: string }[]>('/api/subscription/invoices');
  expect(body).toMatchObject([{ status: 'paid', url: expect.stringMatching(/^https:\/\/invoices\.example\/in_/) }]);
});

test('the end of a cancelled subscription reaches the server when a failed delivery comes again', async () => {
  await ada.call('/api/subscription/cancel', { method: 'POST' });
  service.deliverTo(`${server.address}/api/webhooks/unknown`);
  service.advance(32 * 24 * 60 * 60 * 1_000);
  await service.tick();
  expect((await status()).state).toBe('active');
  service.deliverTo(`${server.address}/api/webhooks/stripe`);
  service.advance(60 * 60 * 1_000);
  await service.tick();
  expect(await status()).toMatchObject({ isActive: false, plan: 'basic', state: 'ended' });
});

test('a refund in the dashboard takes the plan away at once', async () => {
  const { clientSecret } = await create();
  await service.confirm({ clientSecret, ...cardOf() });
  expect((await status()).plan).toBe('supernoek');
  await service.refundNewest(clientSecret);
  expect(await status()).toMatchObject({ isActive: false, plan: 'basic' });
});
