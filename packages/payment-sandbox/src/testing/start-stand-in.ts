import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { openDatabase } from '@noek/db/open';
import { sandboxPrice } from '../billing-objects.ts';
import { createSandbox } from '../create-sandbox.ts';
import type { Confirmation } from '../sandbox.ts';
import { silentLog } from './start-sandbox.ts';

/** What an operator copies from Stripe's dashboard. */
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_standin',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
  STRIPE_WEBHOOK_SECRET: 'whsec_standin',
  STRIPE_PRICE_ID: sandboxPrice.id,
};

export type StandIn = {
  /** The settings of a server that takes payments with it. */
  env: Record<string, string>;
  /** Where its events are sent; nowhere until this is called. A response other than 2xx means that they come again later. */
  deliverTo(webhookUrl: string): void;
  /** What Stripe's form does in the browser with a secret and a card. Throws SandboxFailure if it is refused. */
  confirm(input: Omit<Confirmation, 'customerId'>): Promise<void>;
  /** What an operator does in the dashboard: refunds the newest payment of the customer to whom this secret belongs. */
  refundNewest(clientSecret: string): Promise<void>;
  /** Does the due work and delivers the due events. */
  tick(): Promise<void>;
  /** Moves its clock; it otherwise shows the real time. */
  advance(ms: number): void;
  close(): Promise<void>;
};

/** The sandbox as a service of its own on a free port of 127.0.0.1, for a server with Stripe's settings. Its data is in memory. */
export async function startStandIn(): Promise<StandIn> {
  const db = await openDatabase('file::memory:');
  await db.migrate();
  let ahead = 0;
  const sandbox = createSandbox({
    db,
    log: silentLog,
    now: () => new Date(Date.now() + ahead),
    secretKey: keys.STRIPE_SECRET_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    invoiceUrl: (id) => `https://invoices.example/${id}`,
  });
  const server = createAdaptorServer({ fetch: (request: Request) => sandbox.fetch(request) }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function get<T>(path: string): Promise<T> {
    const headers = { Authorization: `Bearer ${keys.STRIPE_SECRET_KEY}` };
    const response = await sandbox.fetch(`${url}/v1/${path}`, { headers });
    return (await response.json()) as T;
  }

  async function customerOf(clientSecret: string): Promise<string> {
    const [id = ''] = clientSecret.split('_secret_');
    const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
    return (await get<{ customer?: string }>(`${kind}/${id}`)).customer ?? '';
  }

  return {
    env: { ...keys, STRIPE_API_URL: url },
    deliverTo: (webhookUrl) =>
      sandbox.deliverTo(async (body, signature) => {
        const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature };
        const response = await fetch(webhookUrl, { method: 'POST', headers, body });
        if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
      }),
    confirm: async (input) => sandbox.confirm({ ...input, customerId: await customerOf(input.clientSecret) }),
    async refundNewest(clientSecret) {
      const customer = await customerOf(clientSecret);
      const { data } = await get<{ data: { id: string }[] }>(`invoices?customer=${customer}&status=paid&limit=1`);
      await sandbox.refund(data[0]?.id ?? '');
    },
    tick: () => sandbox.tick(),
    advance(ms) {
      ahead += ms;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await db.close();
    },
  };
}
