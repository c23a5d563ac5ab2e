import type { Database } from '@noek/db/database';
import { insertUser } from '@noek/db/testing/factories';
import type Stripe from 'stripe';
import { cardOf, type StartedSandbox } from './start-sandbox.ts';

type Answer = 'complete' | 'fail';

/** What is read together with a subscription. */
const parts = ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'default_payment_method'];

/** What a program does for one person by Stripe's SDK. Throws the SDK's errors, and SandboxFailure for a card. */
export type Subscriber = Awaited<ReturnType<typeof insertSubscriber>>;

/** A person with a customer at the sandbox, and no subscription yet. */
export async function insertSubscriber(
  db: Database,
  { stripe, sandbox }: StartedSandbox,
  email = 'ada@people.example',
) {
  const { id: userId } = await insertUser(db);
  const register = async (by = stripe, attempt = 1) =>
    (await by.customers.create({ email, metadata: { userId } }, { idempotencyKey: `cust-${userId}-${attempt}` })).id;
  const customerId = await register();

  const subscriber = {
    userId,
    customerId,
    /** Creates the customer. The same attempt is the same request. */
    register,
    /** Creates a subscription. The same attempt is the same request. */
    create: ({ by = stripe, attempt = 1, customer = customerId } = {}) =>
      by.subscriptions.create(
        {
          customer,
          items: [{ price: sandbox.priceId }],
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
          expand: parts,
          metadata: { userId },
        },
        { idempotencyKey: `sub-${userId}-${attempt}` },
      ),
    /** Enters a card for a payment or a setup. */
    enter: (clientSecret: string, number?: string, authentication?: Answer, at = sandbox) =>
      at.confirm({ customerId, clientSecret, ...cardOf(number), authentication }),
    /** A subscription that was paid with this card. */
    async subscribes(number?: string): Promise<Stripe.Subscription> {
      const subscription = await subscriber.create();
      await subscriber.enter(secretOf(subscription), number);
      return subscriber.read(subscription.id);
    },
    read: (id: string): Promise<Stripe.Subscription> => stripe.subscriptions.retrieve(id, { expand: parts }),
    list: async () => (await stripe.subscriptions.list({ customer: customerId, status: 'all' })).data,
    /** Newest first. */
    invoices: async () => (await stripe.invoices.list({ customer: customerId, limit: 100 })).data,
    /** Newest first, failed ones too. */
    charges: async () => (await stripe.charges.list({ customer: customerId, limit: 100 })).data,
    beginCardChange: (): Promise<Stripe.SetupIntent> =>
      stripe.setupIntents.create({
        customer: customerId,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
      }),
    /** Makes the card of a confirmed setup the one that pays. Resolves to its id. */
    async usesCardOf(setupId: string, subscriptionId: string): Promise<string> {
      const { payment_method: card } = await stripe.setupIntents.retrieve(setupId);
      await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: String(card) } });
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: String(card) });
      return String(card);
    },
  };
  return subscriber;
}

/** The secret of the payment that is open; empty if none is. */
export function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string {
  const open = typeof invoice === 'object' && invoice?.status === 'open' ? invoice : null;
  return open?.confirmation_secret?.client_secret ?? '';
}

/** The last digits of the card that pays; null if there is none. */
export function cardAt({ default_payment_method: method }: Stripe.Subscription): string | null {
  return typeof method === 'object' ? (method?.card?.last4 ?? null) : null;
}

/** The end of the period that has begun. */
export const periodEndOf = ({ items }: Stripe.Subscription): Date =>
  new Date((items.data[0]?.current_period_end ?? 0) * 1_000);
