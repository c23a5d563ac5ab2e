import type { Database } from '@noek/db/database';
import Stripe from 'stripe';
import { createSandbox } from '../create-sandbox.ts';
import type { PaymentSandbox } from '../sandbox.ts';
import { type Checked, checkedStripe, problemsOfEvent } from './checked-stripe.ts';

const account = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' };

/** A clock that changes only when the test moves it. */
type Clock = { now(): Date; advance(ms: number): void };

export type StartedSandbox = {
  sandbox: PaymentSandbox;
  /** Stripe's own SDK, talking to the sandbox. */
  stripe: Stripe;
  clock: Clock;
  /** The key of the requests, and the secret of the deliveries. */
  account: typeof account;
  /** Every request and its answer, and what was wrong with them or with an event. */
  checked: Checked;
  /** What was delivered, in order. */
  events: Stripe.Event[];
  /** Fails the next `count` deliveries. */
  failDeliveries(count: number): void;
};

/** A log that discards everything. */
export const silentLog = { warn() {}, error() {} };

export function createClock(start = new Date('2026-11-21T12:00:00.000Z')): Clock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms;
    },
  };
}

/** The sandbox with every request, answer and event checked, and every signature; the problems are in `checked.problems`. */
export function startSandbox(db: Database, clock = createClock()): StartedSandbox {
  const sandbox = createSandbox({
    db,
    log: silentLog,
    now: clock.now,
    ...account,
    invoiceUrl: (id) => `http://chat.noek.localhost/invoices/${id}`,
  });
  const checked = checkedStripe(sandbox.fetch);
  const stripe = new Stripe(account.secretKey, {
    host: 'sandbox.invalid',
    httpClient: Stripe.createFetchHttpClient(checked.fetch),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const events: Stripe.Event[] = [];
  let failing = 0;
  sandbox.deliverTo(async (raw, signature) => {
    if (failing > 0) {
      failing -= 1;
      throw new Error('The receiver is being restarted.');
    }
    checked.problems.push(...problemsOfEvent(JSON.parse(raw)));
    const receivedAt = clock.now().getTime();
    events.push(
      await stripe.webhooks.constructEventAsync(
        raw,
        signature,
        account.webhookSecret,
        undefined,
        undefined,
        receivedAt,
      ),
    );
  });
  return {
    sandbox,
    stripe,
    clock,
    account,
    checked,
    events,
    failDeliveries(count) {
      failing = count;
    },
  };
}

/** A card that the form of the sandbox takes: by default the one that works. */
export const cardOf = (cardNumber = '4242 4242 4242 4242') => ({ cardNumber, expiry: '12/30', cvc: '123' });
