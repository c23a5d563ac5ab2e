import type { Database } from '@noek/db/database';
import { createApi } from './api.ts';
import { advance, type InvoiceUrl } from './billing.ts';
import { sandboxPrice } from './billing-objects.ts';
import { confirmIntent } from './confirm-intent.ts';
import { deliverEvents } from './deliveries.ts';
import { invoicePage } from './invoice-page.ts';
import { newRefund } from './payment-objects.ts';
import { intentOf, openDispute } from './payments-of-invoices.ts';
import { type PaymentSandbox, type Receiver, SandboxFailure, type SandboxLog } from './sandbox.ts';
import { SandboxStore } from './store.ts';
import { readCard } from './test-cards.ts';
import type { World } from './world.ts';

/** How many customers, and how many steps per customer, one tick handles at most. The next tick does the rest. */
const maxCustomers = 200;
const maxSteps = 400;
const purgeEveryMs = 60 * 60 * 1_000;

export type SandboxOptions = {
  db: Database;
  log: SandboxLog;
  now: () => Date;
  /** The key that requests must have, and the secret that signs deliveries. */
  secretKey: string;
  webhookSecret: string;
  invoiceUrl: InvoiceUrl;
};

/** A small Stripe: the same requests, shapes and events for the part that Noek uses, with test cards and its own clock. */
export function createSandbox(options: SandboxOptions): PaymentSandbox {
  const { db, log, now, webhookSecret, invoiceUrl } = options;
  const store = new SandboxStore(db, now);
  const api = createApi({ ...options, store });
  let receive: Receiver | null = null;
  let purgeAt = 0;

  const deliver = async () => {
    if (receive) await deliverEvents(options, webhookSecret, receive);
  };

  /** Applies `change` to the customer of an object. Throws `invalid` if there is no such object. */
  async function changeAround(id: string, change: (world: World) => void): Promise<void> {
    const customerId = await store.customerOf(id);
    if (customerId === null) throw new SandboxFailure('invalid', 'This was not found.');
    await store.change(customerId, (world) => {
      change(world);
      return null;
    });
    await deliver();
  }

  /** Everything that has become due, each step at the moment at which it was due. */
  function catchUp(world: World): null {
    const until = world.now;
    for (let steps = 0; steps < maxSteps; steps++) {
      const due = world
        .all('subscription')
        .map((subscription) => ({ subscription, at: world.entry(subscription.id)?.dueAt ?? Number.POSITIVE_INFINITY }))
        .filter(({ at }) => at <= until)
        .toSorted((a, b) => a.at - b.at)[0];
      if (!due) break;
      world.now = due.at;
      advance(world, due.subscription, invoiceUrl);
    }
    return null;
  }

  return {
    priceId: sandboxPrice.id,

    fetch: async (input, init) => api.fetch(new Request(input, init)),

    async confirm({ clientSecret, customerId, authentication, ...entered }) {
      const card = readCard(entered, now());
      let failure: SandboxFailure | null = null;
      await store.change(customerId, (world) => {
        catchUp(world);
        world.now = Math.floor(now().getTime() / 1_000);
        failure = confirmIntent(world, clientSecret, card, authentication ?? null);
        return null;
      });
      await deliver();
      if (failure) throw failure;
    },

    async tick() {
      for (const customerId of await store.dueCustomers(maxCustomers))
        await store
          .change(customerId, catchUp)
          .catch((error: unknown) => log.error({ err: error }, 'the payment sandbox could not update a customer'));
      if (now().getTime() >= purgeAt) {
        purgeAt = now().getTime() + purgeEveryMs;
        await store.purge();
      }
      await deliver();
    },

    refund: (invoiceId, amountCents) =>
      changeAround(invoiceId, (world) => {
        const charge = chargeOf(world, invoiceId);
        const left = charge.amount - charge.amount_refunded;
        const amount = amountCents ?? left;
        if (amount <= 0 || amount > left) throw new SandboxFailure('invalid', 'There is not as much left to refund.');
        charge.amount_refunded += amount;
        charge.refunded = charge.amount_refunded === charge.amount;
        world.save(charge);
        world.emit('refund.created', world.save(newRefund(world, charge, amount)));
        world.emit('charge.refunded', charge);
      }),

    dispute: (invoiceId, state) =>
      changeAround(invoiceId, (world) => {
        const charge = chargeOf(world, invoiceId);
        if (state === 'open') {
          openDispute(world, charge);
          return;
        }
        const open = world
          .all('dispute')
          .find(({ charge: id, status }) => id === charge.id && status === 'needs_response');
        if (!open) throw new SandboxFailure('invalid', 'There is no open dispute about this invoice.');
        open.status = state;
        world.save(open);
        world.emit('charge.dispute.closed', open);
      }),

    async invoicePage(invoiceId, customerId) {
      let page: string | null = null;
      await store.change(customerId, (world) => {
        page = invoicePage(world, invoiceId);
        return null;
      });
      return page;
    },

    deliverTo(receiver) {
      receive = receiver;
    },
  };
}

function chargeOf(world: World, invoiceId: string) {
  const invoice = world.get('invoice', invoiceId);
  const charge = invoice && world.get('charge', String(intentOf(world, invoice).latest_charge));
  if (invoice?.status !== 'paid' || !charge) throw new SandboxFailure('invalid', 'This invoice is not paid.');
  return charge;
}
