import { createHmac } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unreachableText } from '../payments.ts';
import { createStripePayments, type StripePayments } from './stripe-payments.ts';

const secretKey = 'sk_test_verysecretkey';
const webhookSecret = 'whsec_verysecretsecret';
const now = new Date('2026-11-21T12:00:00.000Z');

let server: Server;
let answer: RequestListener;
let requests: { line: string; headers: Record<string, unknown>; body: string }[];
let logged: string;
let payments: StripePayments;

beforeEach(async () => {
  requests = [];
  logged = '';
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  payments = connect();
});
afterEach(async () => {
  await payments.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function connect(url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs = 5_000) {
  const write = (line: string) => {
    logged += line;
  };
  const log = pino({ level: 'trace' }, { write });
  const account = { secretKey, webhookSecret, priceId: 'price_1', apiUrl: url };
  return createStripePayments(account, { log, now: () => now, tuning: { timeoutMs, retries: 0 } });
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_1' });
    response.end(JSON.stringify(body));
  };

const error = (status: number, type: string, more: object = {}) =>
  json(status, { error: { type, message: `Something about ada@people.example and ${secretKey}`, ...more } });

describe('requests', () => {
  test('STRIPE_API_URL gets them, with the key, the version and an idempotency key per person and address', async () => {
    answer = json(200, { id: 'cus_1', object: 'customer' });
    await payments.createCustomer({ userId: 'u1', email: 'ada@people.example', attempt: 1 });
    await payments.createCustomer({ userId: 'u1', email: 'ada@people.example', attempt: 1 });
    await payments.createCustomer({ userId: 'u1', email: 'other@people.example', attempt: 1 });
    await payments.createCustomer({ userId: 'u1', email: 'jörg@people.example', attempt: 1 });
    await payments.changeEmail('cus_1', 'jörg@people.example');
    const [first, second, third, ...notAscii] = requests;
    expect(notAscii.map(({ body }) => body)).toEqual(['metadata[userId]=u1', 'email=']);
    expect(first).toMatchObject({
      line: 'POST /v1/customers',
      headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': '2026-10-28.endive' },
      body: 'email=ada%40people.example&metadata[userId]=u1',
    });
    expect(first?.headers['idempotency-key']).toMatch(/^cust-u1-1-\w+$/);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(third?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
  });

  test('a subscription has one idempotency key per person and attempt', async () => {
    answer = error(400, 'invalid_request_error');
    await expect(payments.createSubscription({ customerId: 'cus_1', userId: 'u1', attempt: 3 })).rejects.toThrow();
    expect(requests[0]?.headers['idempotency-key']).toBe('sub-u1-3');
  });
});

describe('failures', () => {
  const declined = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' };

  test.each([
    ['declined', 402, 'card_error', declined, 'Your card was declined.'],
    ['authentication', 402, 'card_error', { code: 'authentication_required' }, expect.stringContaining('authenticate')],
    [
      'authentication',
      402,
      'card_error',
      { code: 'card_declined', decline_code: 'authentication_required' },
      expect.stringContaining('authenticate'),
    ],
    [
      'authentication',
      400,
      'invalid_request_error',
      { code: 'invoice_payment_intent_requires_action' },
      expect.stringContaining('authenticate'),
    ],
    ['invalid', 400, 'invalid_request_error', { param: 'price' }, expect.stringContaining('did not accept')],
    ['invalid', 400, 'idempotency_error', {}, expect.stringContaining('did not accept')],
    ['unreachable', 409, 'invalid_request_error', { code: 'idempotency_key_in_use' }, unreachableText],
    ['unreachable', 401, 'invalid_request_error', {}, unreachableText],
    ['unreachable', 403, 'invalid_request_error', {}, unreachableText],
    ['unreachable', 429, 'invalid_request_error', { code: 'rate_limit' }, unreachableText],
    ['unreachable', 500, 'api_error', {}, unreachableText],
  ])('are %s for HTTP %i %s %j', async (kind, status, type, more, message) => {
    answer = error(status, type, more);
    await expect(payments.endSubscription('sub_1')).rejects.toMatchObject({ name: 'PaymentFailure', kind, message });
  });

  test('something that Stripe does not know is null, nothing, or fine', async () => {
    answer = error(404, 'invalid_request_error', { code: 'resource_missing', param: 'id' });
    await expect(payments.readSubscription('sub_1')).resolves.toBeNull();
    await expect(payments.listSubscriptions('cus_1')).resolves.toEqual([]);
    await expect(payments.deleteCustomer('cus_1')).resolves.toBeUndefined();
    await expect(payments.endSubscription('sub_1')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(payments.changeEmail('cus_1', 'a@b.example')).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('[8.49] a service that cannot be reached, or answers with anything but JSON, is unreachable', async () => {
    answer = (_, response) => response.end('<html>');
    await expect(payments.readSubscription('sub_1')).rejects.toMatchObject({ kind: 'unreachable' });
    answer = (request) => request.socket.destroy();
    await expect(payments.readSubscription('sub_1')).rejects.toMatchObject({ kind: 'unreachable' });
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const unreachable = connect(`http://127.0.0.1:${port}`);
    await expect(unreachable.readSubscription('sub_1')).rejects.toMatchObject({
      kind: 'unreachable',
      message: unreachableText,
    });
  });

  test('a service that never answers is unreachable when the time is over', async () => {
    answer = () => {};
    const impatient = connect(undefined, 50);
    await expect(impatient.readSubscription('sub_1')).rejects.toMatchObject({ kind: 'unreachable' });
    await impatient.close();
  });

  test('neither the log nor the failure has a key, a secret or an address', async () => {
    answer = error(401, 'invalid_request_error', { code: 'api_key_expired' });
    const failure = await payments
      .createCustomer({ userId: 'u1', email: 'ada@people.example', attempt: 1 })
      .catch((e: Error) => e);
    expect(logged).toContain('a call to the payment service failed');
    expect(logged).toContain('api_key_expired');
    const all =
      logged + JSON.stringify(failure, Object.getOwnPropertyNames(failure)) + String((failure as Error).cause);
    expect(all).not.toMatch(/verysecret|ada@people/);
  });
});

describe('deliveries', () => {
  const raw = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { object: 'subscription', id: 'sub_1', customer: 'cus_1' } },
  });
  const sign = (payload: string, { secret = webhookSecret, secondsAgo = 0 } = {}) => {
    const timestamp = now.getTime() / 1_000 - secondsAgo;
    return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;
  };

  test('a signed one says whom it is about', async () => {
    await expect(payments.readEvent(raw, sign(raw))).resolves.toEqual({
      id: 'evt_1',
      type: 'customer.subscription.updated',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
    });
    expect(requests).toEqual([]);
  });

  test('one that was signed 300 seconds ago is accepted, a second more is not', async () => {
    await expect(payments.readEvent(raw, sign(raw, { secondsAgo: 300 }))).resolves.toMatchObject({ id: 'evt_1' });
    await expect(payments.readEvent(raw, sign(raw, { secondsAgo: 301 }))).rejects.toMatchObject({ kind: 'signature' });
  });

  test.each([
    ['no signature', raw, null],
    ['an empty signature', raw, ''],
    ['an unreadable signature', raw, 'v1'],
    ['the signature of another secret', raw, sign(raw, { secret: 'whsec_other' })],
    ['the signature of an empty secret', raw, sign(raw, { secret: '' })],
    ['the signature of another body', raw.replace('sub_1', 'sub_2'), sign(raw)],
    ['a signature of another scheme', raw, sign(raw).replace('v1=', 'v0=')],
  ])('one with %s is refused', async (_, body, signature) => {
    await expect(payments.readEvent(body, signature)).rejects.toMatchObject({ kind: 'signature' });
  });

  test.each(['no JSON', '[]', '{}', '{"id":"evt_1","object":"event","type":"x"}'])(
    'a signed body that is not an event (%j) is invalid',
    async (body) => {
      await expect(payments.readEvent(body, sign(body))).rejects.toMatchObject({ kind: 'invalid' });
    },
  );

  test('an event about something else names no customer', async () => {
    const other = raw.replace('"object":"subscription","id":"sub_1","customer":"cus_1"', '"object":"balance"');
    await expect(payments.readEvent(other, sign(other))).resolves.toMatchObject({
      customerId: null,
      subscriptionId: null,
    });
  });

  test('the customer of a dispute is read from its charge; if Stripe does not answer, the event is delivered again', async () => {
    const dispute = raw.replace(
      '"object":"subscription","id":"sub_1","customer":"cus_1"',
      '"object":"dispute","id":"du_1","charge":"ch_1"',
    );
    answer = json(200, { id: 'ch_1', object: 'charge', customer: 'cus_9' });
    await expect(payments.readEvent(dispute, sign(dispute))).resolves.toMatchObject({ customerId: 'cus_9' });
    answer = error(500, 'api_error');
    await expect(payments.readEvent(dispute, sign(dispute))).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
