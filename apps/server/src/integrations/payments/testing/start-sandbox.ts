import type { Database } from '@noek/db/database';
import { pino } from 'pino';
import { createTestClock, type TestClock } from '../../../testing/create-test-ctx.ts';
import type { PaymentEvent, Sandbox } from '../payments.ts';
import { sandboxPrice } from '../sandbox/billing-objects.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { createStripePayments, type StripePayments } from '../stripe/stripe-payments.ts';
import { type Checked, checkedStripe, problemsOfEvent } from './checked-stripe.ts';

const sandboxKey = 'sk_test_sandbox';
const sandboxWebhookSecret = 'whsec_sandbox';

export type StartedSandbox = {
  payments: StripePayments;
  sandbox: Sandbox & { fetch: typeof fetch };
  clock: TestClock;
  checked: Checked;
  /** What was delivered, in order. */
  events: PaymentEvent[];
  /** Fails the next so many deliveries. */
  failDeliveries(count: number): void;
  /** From now on, calls to this path fail, such as "/v1/charges"; null: none. */
  failCalls(path: string | null): void;
};

/** The adapter on the sandbox, with every request, answer and event checked; the problems are in `checked.problems`. */
export function startSandbox(db: Database, clock = createTestClock()): StartedSandbox {
  const log = pino({ level: 'silent' });
  const sandbox = createSandbox({
    db,
    log,
    now: clock.now,
    secretKey: sandboxKey,
    webhookSecret: sandboxWebhookSecret,
    invoiceUrl: (id) => `http://chat.noek.localhost/invoices/${id}`,
  });
  const checked = checkedStripe(sandbox.fetch);
  let failingPath: string | null = null;
  const outage = () =>
    Response.json({ error: { type: 'api_error', message: 'This part is down for maintenance.' } }, { status: 503 });
  const payments = createStripePayments(
    {
      secretKey: sandboxKey,
      webhookSecret: sandboxWebhookSecret,
      priceId: sandboxPrice.id,
      apiUrl: 'https://sandbox.invalid',
      fetch: async (input, init) =>
        new URL(new Request(input).url).pathname === failingPath ? outage() : checked.fetch(input, init),
    },
    { log, now: clock.now },
  );
  const events: PaymentEvent[] = [];
  let failing = 0;
  sandbox.deliverTo(async (raw, signature) => {
    if (failing > 0) {
      failing -= 1;
      throw new Error('The receiver is being restarted.');
    }
    checked.problems.push(...problemsOfEvent(JSON.parse(raw)));
    events.push(await payments.readEvent(raw, signature));
  });
  return {
    payments,
    sandbox,
    clock,
    checked,
    events,
    failDeliveries(count) {
      failing = count;
    },
    failCalls(path) {
      failingPath = path;
    },
  };
}

/** A card that the form of the sandbox takes: by default the one that works. */
export const cardOf = (cardNumber = '4242 4242 4242 4242') => ({ cardNumber, expiry: '12/30', cvc: '123' });
