import { createHmac } from 'node:crypto';
import type { Database } from '@noek/db/database';
import type { Logger } from 'pino';
import type { Config } from '../../settings/config.ts';
import { noPayments } from './no-payments.ts';
import type { Payments } from './payments.ts';
import { sandboxPrice } from './sandbox/billing-objects.ts';
import { createSandbox } from './sandbox/create-sandbox.ts';
import { createStripePayments } from './stripe/stripe-payments.ts';

type Env = { db: Database; log: Logger; now: () => Date };

/** The sandbox's invoices are pages of Noek. */
const invoicePath = (id: string) => `/api/subscription/invoices/${id}`;

/** The payment service of the settings: Stripe with its keys; otherwise the sandbox, or none in production. */
export function createPayments(config: Pick<Config, 'payments' | 'secret' | 'origins'>, env: Env): Payments {
  const { payments } = config;
  if (payments.provider !== 'stripe')
    return payments.provider === 'sandbox' ? createSandboxPayments(config, env) : noPayments;
  return {
    provider: 'stripe',
    publishableKey: payments.publishableKey,
    sandbox: null,
    ...createStripePayments(payments, env),
  };
}

/** The same adapter, talking to the sandbox in this process. Its address is never resolved. */
function createSandboxPayments({ secret, origins }: Pick<Config, 'secret' | 'origins'>, env: Env): Payments {
  const secretKey = 'sk_test_sandbox';
  const webhookSecret = `whsec_${createHmac('sha256', secret).update('payment sandbox deliveries').digest('hex')}`;
  const invoiceUrl = (id: string) => origins.chat + invoicePath(id);
  const sandbox = createSandbox({ ...env, secretKey, webhookSecret, invoiceUrl });
  const stripe = createStripePayments(
    { secretKey, webhookSecret, priceId: sandboxPrice.id, apiUrl: 'https://sandbox.invalid', fetch: sandbox.fetch },
    env,
  );
  return {
    provider: 'sandbox',
    publishableKey: null,
    sandbox,
    ...stripe,
    /** Addressed by path, because the development server has several hosts. */
    async invoices(customerId) {
      const invoices = await stripe.invoices(customerId);
      return invoices.map((invoice) => ({ ...invoice, url: invoicePath(invoice.id) }));
    },
  };
}
