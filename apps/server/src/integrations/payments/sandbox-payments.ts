import { createHmac } from 'node:crypto';
import type { Database } from '@noek/db/database';
import { createSandbox } from '@noek/payment-sandbox/create-sandbox';
import { SandboxFailure } from '@noek/payment-sandbox/sandbox';
import type { Logger } from 'pino';
import type { Config } from '../../settings/config.ts';
import { PaymentFailure, type Payments } from './payments.ts';
import { createStripePayments } from './stripe/stripe-payments.ts';

/** The sandbox's invoices are pages of Noek. */
const invoicePath = (id: string) => `/api/subscription/invoices/${id}`;

/** The adapter for Stripe, talking to the sandbox in this process. Its address is never resolved. */
export function createSandboxPayments(
  { secret, origins }: Pick<Config, 'secret' | 'origins'>,
  env: { db: Database; log: Logger; now: () => Date },
): Payments {
  const secretKey = 'sk_test_sandbox';
  const webhookSecret = `whsec_${createHmac('sha256', secret).update('payment sandbox deliveries').digest('hex')}`;
  const invoiceUrl = (id: string) => origins.chat + invoicePath(id);
  const { fetch, priceId, ...sandbox } = createSandbox({ ...env, secretKey, webhookSecret, invoiceUrl });
  const stripe = createStripePayments(
    { secretKey, webhookSecret, priceId, apiUrl: 'https://sandbox.invalid', fetch },
    env,
  );
  return {
    provider: 'sandbox',
    publishableKey: null,
    sandbox: {
      ...sandbox,
      confirm: (input) => sandbox.confirm(input).catch(refuse),
      refund: (invoiceId, amountCents) => sandbox.refund(invoiceId, amountCents).catch(refuse),
      dispute: (invoiceId, state) => sandbox.dispute(invoiceId, state).catch(refuse),
    },
    ...stripe,
    /** Addressed by path, because the development server has several hosts. */
    async invoices(customerId) {
      const invoices = await stripe.invoices(customerId);
      return invoices.map((invoice) => ({ ...invoice, url: invoicePath(invoice.id) }));
    },
  };
}

function refuse(error: unknown): never {
  throw error instanceof SandboxFailure ? new PaymentFailure(error.kind, error.message) : error;
}
