import type { Database } from '@noek/db/database';
import { problemsOfEvent } from '@noek/payment-sandbox/testing/checked-stripe';
import { type StartedSandbox, startSandbox } from '@noek/payment-sandbox/testing/start-sandbox';
import { pino } from 'pino';
import type { PaymentEvent } from '../integrations/payments/payments.ts';
import { createStripePayments, type StripePayments } from '../integrations/payments/stripe/stripe-payments.ts';

export type StartedPayments = Pick<StartedSandbox, 'sandbox' | 'clock' | 'checked'> & {
  payments: StripePayments;
  /** What was delivered, in order. */
  events: PaymentEvent[];
  /** From now on, calls to this path fail, such as "/v1/charges"; null: none. */
  failCalls(path: string | null): void;
};

/** The adapter on the sandbox, with every request, answer and event checked; the problems are in `checked.problems`. */
export function startPayments(db: Database): StartedPayments {
  const { sandbox, clock, checked, account } = startSandbox(db);
  let failingPath: string | null = null;
  const outage = () =>
    Response.json({ error: { type: 'api_error', message: 'This part is down for maintenance.' } }, { status: 503 });
  const payments = createStripePayments(
    {
      ...account,
      priceId: sandbox.priceId,
      apiUrl: 'https://sandbox.invalid',
      fetch: async (input, init) =>
        new URL(new Request(input).url).pathname === failingPath ? outage() : checked.fetch(input, init),
    },
    { log: pino({ level: 'silent' }), now: clock.now },
  );
  const events: PaymentEvent[] = [];
  sandbox.deliverTo(async (raw, signature) => {
    checked.problems.push(...problemsOfEvent(JSON.parse(raw)));
    events.push(await payments.readEvent(raw, signature));
  });
  return {
    payments,
    sandbox,
    clock,
    checked,
    events,
    failCalls(path) {
      failingPath = path;
    },
  };
}
