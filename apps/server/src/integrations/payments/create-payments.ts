import type { Database } from '@noek/db/database';
import type { Logger } from 'pino';
import type { Config } from '../../settings/config.ts';
import { PaymentFailure, type Payments, unreachableText } from './payments.ts';
import { createStripePayments } from './stripe/stripe-payments.ts';

type Env = { db: Database; log: Logger; now: () => Date };
type PaymentSettings = Config['payments'];

/** The payment service of the settings: Stripe with its keys; otherwise the sandbox, or none in production. */
export async function createPayments(
  config: Pick<Config, 'payments' | 'secret' | 'origins'>,
  env: Env,
): Promise<Payments> {
  if (config.payments.provider !== 'sandbox') return createPaymentsByKeys(config.payments, env);
  // Loaded here alone, so that a server with Stripe's keys starts without it.
  const { createSandboxPayments } = await import('./sandbox-payments.ts');
  return createSandboxPayments(config, env);
}

/** Stripe if its keys are set; otherwise no payments. */
export function createPaymentsByKeys(payments: PaymentSettings, env: Env): Payments {
  if (payments.provider !== 'stripe') return noPayments;
  return {
    provider: 'stripe',
    publishableKey: payments.publishableKey,
    sandbox: null,
    ...createStripePayments(payments, env),
  };
}

const refuse = () => Promise.reject(new PaymentFailure('unreachable', unreachableText));

/** No payments: nothing can be bought, and nothing was bought. */
const noPayments: Payments = {
  provider: 'none',
  publishableKey: null,
  createCustomer: refuse,
  changeEmail: refuse,
  deleteCustomer: refuse,
  createSubscription: refuse,
  readSubscription: refuse,
  listSubscriptions: refuse,
  setCancelAtPeriodEnd: refuse,
  endSubscription: refuse,
  invoices: refuse,
  startCardChange: refuse,
  finishCardChange: refuse,
  readEvent: () => Promise.reject(new PaymentFailure('signature', 'There are no payments here.')),
  sandbox: null,
  async close() {},
};
