import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { openDatabase } from '@noek/db/open';
import { pino } from 'pino';
import { PaymentFailure, type SandboxConfirmation } from '../integrations/payments/payments.ts';
import { sandboxPrice } from '../integrations/payments/sandbox/billing-objects.ts';
import { createSandbox } from '../integrations/payments/sandbox/create-sandbox.ts';

const secretKey = 'sk_test_stand_in';
const webhookSecret = 'whsec_stand_in';

export type StandInStripe = {
  /** The settings of a server that uses it. */
  env: Record<string, string>;
  /** Sends events to the webhook of a server at this address. */
  deliverTo(address: string): void;
  /** What Stripe's script does in the browser. Resolves to why the card was refused; null for a success. */
  confirm(card: Omit<SandboxConfirmation, 'customerId'>): Promise<{ kind: string; message: string } | null>;
  close(): Promise<void>;
};

/** The sandbox as a separate service on a free port of this machine: a server talks to it as it talks to Stripe. */
export async function startStandInStripe(): Promise<StandInStripe> {
  const db = await openDatabase('file::memory:');
  await db.migrate();
  const sandbox = createSandbox({
    db,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    secretKey,
    webhookSecret,
    invoiceUrl: (id) => `https://invoice.stripe.com/i/${id}`,
  });
  const server = createAdaptorServer({ fetch: (request) => sandbox.fetch(request) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function customerOf(clientSecret: string): Promise<string> {
    const id = clientSecret.split('_secret_')[0] ?? '';
    const path = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
    const answer = await fetch(`${origin}/v1/${path}/${id}`, { headers: { Authorization: `Bearer ${secretKey}` } });
    const { customer } = (await answer.json()) as { customer?: string };
    return customer ?? '';
  }

  return {
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_ID: sandboxPrice.id,
      STRIPE_API_URL: origin,
    },
    deliverTo(address) {
      sandbox.deliverTo(async (body, signature) => {
        const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
        const answer = await fetch(`${address}/api/webhooks/stripe`, { method: 'POST', headers, body });
        if (!answer.ok) throw new Error(`The webhook answered ${answer.status}.`);
      });
    },
    async confirm(card) {
      try {
        await sandbox.confirm({ ...card, customerId: await customerOf(card.clientSecret) });
        return null;
      } catch (error) {
        if (!(error instanceof PaymentFailure)) throw error;
        return { kind: error.kind, message: error.message };
      }
    },
    async close() {
      server.close();
      await db.close();
    },
  };
}
