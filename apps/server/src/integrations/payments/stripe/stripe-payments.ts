import { createHash } from 'node:crypto';
import { needsSmtpUtf8 } from '@noek/contract/auth/email-address';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { type PaidSubscription, PaymentFailure, type Payments } from '../payments.ts';
import { isMissing, isOfStripe } from './failure-of-stripe-error.ts';
import {
  idOf,
  invoiceIn,
  type PaymentStanding,
  paymentOf,
  subscriptionParts,
  toInvoice,
  toPaidSubscription,
} from './paid-subscription.ts';
import { notAnEvent, toPaymentEvent } from './payment-event.ts';
import { createStripeClient, type StripeConnection, type StripeTuning } from './stripe-client.ts';

export type StripeAccount = StripeConnection & { webhookSecret: string; priceId: string };
export type StripePayments = Omit<Payments, 'provider' | 'publishableKey' | 'sandbox'>;

/** Deliveries that were signed longer ago, in seconds, are refused, because they may be replayed. */
const toleranceSeconds = 300;
const pageSize = 100;
/** How many payments are looked through for refunds, failed tries included. */
const maxCharges = 500;
/** Cards only, because Stripe's other methods may take days to succeed or have no card to show. */
const cardsOnly = ['card' as const];

/** Where receipts go. An address that is not in ASCII is left out: if Stripe refused it, the person could not pay. */
const receiptAddress = (email: string) => (needsSmtpUtf8(email) ? {} : { email });

const decidedForUs = new Set(['won', 'warning_closed', 'prevented']);
const fineStanding: PaymentStanding = { refunded: false, disputed: false };

/** Stripe, by its SDK: https://docs.stripe.com/billing/subscriptions/build-subscriptions */
export function createStripePayments(
  account: StripeAccount,
  env: { log: Logger; now: () => Date; tuning?: StripeTuning },
): StripePayments {
  const { call, close } = createStripeClient(account, env);

  /** A subscription only says that it was paid; whether the money stayed is read from its last payment. */
  async function standingOf(stripe: Stripe, subscription: Stripe.Subscription): Promise<PaymentStanding> {
    if (!['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(subscription.status)) return fineStanding;
    const latest = invoiceIn(subscription);
    const paid = latest?.status === 'paid' ? latest : await lastPaidInvoice(stripe, subscription.id);
    const payment = paid && paymentOf(paid);
    if (!payment) return fineStanding;
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] });
    if (typeof charge !== 'object' || !charge) return fineStanding;
    return { refunded: charge.refunded, disputed: charge.disputed && (await isDisputed(stripe, payment)) };
  }

  async function lastPaidInvoice(stripe: Stripe, subscription: string): Promise<Stripe.Invoice | null> {
    const page = await stripe.invoices.list({ subscription, status: 'paid', limit: 1, expand: ['data.payments'] });
    return page.data[0] ?? null;
  }

  /** A charge stays marked as disputed when the dispute was won. */
  async function isDisputed(stripe: Stripe, payment: string): Promise<boolean> {
    const disputes = await stripe.disputes.list({ payment_intent: payment, limit: pageSize });
    return disputes.data.some(({ status }) => !decidedForUs.has(status));
  }

  const complete = async (stripe: Stripe, subscription: Stripe.Subscription): Promise<PaidSubscription> =>
    toPaidSubscription(subscription, await standingOf(stripe, subscription));

  const read = async (stripe: Stripe, id: string): Promise<PaidSubscription> =>
    complete(stripe, await stripe.subscriptions.retrieve(id, { expand: subscriptionParts }));

  const onMissing =
    <T>(value: T) =>
    (error: unknown): Promise<T> =>
      isMissing(error) ? Promise.resolve(value) : Promise.reject(error);

  return {
    createCustomer({ userId, email, attempt }) {
      // With the address in the key: a key with other input would be refused for a day after the address has changed.
      const idempotencyKey = `cust-${userId}-${attempt}-${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;
      return call('createCustomer', async (stripe) => {
        const customer = await stripe.customers.create(
          { ...receiptAddress(email), metadata: { userId } },
          { idempotencyKey },
        );
        return customer.id;
      });
    },

    changeEmail: (customerId, email) =>
      call('changeEmail', async (stripe) => {
        await stripe.customers.update(customerId, { email: '', ...receiptAddress(email) });
      }),

    deleteCustomer: (customerId) =>
      call(
        'deleteCustomer',
        async (stripe) => {
          await stripe.customers.del(customerId);
        },
        onMissing(undefined),
      ),

    createSubscription: ({ customerId, userId, attempt }) =>
      call('createSubscription', async (stripe) => {
        const { id } = await stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price: account.priceId }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: cardsOnly },
            expand: subscriptionParts,
            metadata: { userId },
          },
          { idempotencyKey: `sub-${userId}-${attempt}` },
        );
        // A repeated key gets the first answer, which may be out of date.
        return read(stripe, id);
      }),

    readSubscription: (id) =>
      call<PaidSubscription | null>('readSubscription', (stripe) => read(stripe, id), onMissing(null)),

    listSubscriptions: (customerId) =>
      call(
        'listSubscriptions',
        async (stripe) => {
          const expand = subscriptionParts.map((part) => `data.${part}`);
          const page = await stripe.subscriptions.list({
            customer: customerId,
            status: 'all',
            limit: pageSize,
            expand,
          });
          const all: PaidSubscription[] = [];
          for (const subscription of page.data) all.push(await complete(stripe, subscription));
          return all;
        },
        onMissing<PaidSubscription[]>([]),
      ),

    setCancelAtPeriodEnd: (id, cancel) =>
      call('setCancelAtPeriodEnd', async (stripe) => {
        const before = await stripe.subscriptions.retrieve(id);
        // An operator can set an end date at Stripe, which the flag alone does not remove.
        const isDated = !cancel && !before.cancel_at_period_end && before.cancel_at !== null;
        const after = await stripe.subscriptions.update(id, {
          ...(isDated ? { cancel_at: '' } : { cancel_at_period_end: cancel }),
          expand: subscriptionParts,
        });
        return complete(stripe, after);
      }),

    endSubscription: (id) =>
      call('endSubscription', async (stripe) => {
        await stripe.subscriptions.cancel(id).catch(onMissing(null));
        return read(stripe, id);
      }),

    invoices: (customerId) =>
      call('invoices', async (stripe) => {
        const expand = ['data.payments'];
        const [page, charges] = await Promise.all([
          stripe.invoices.list({ customer: customerId, limit: pageSize, expand }),
          stripe.charges.list({ customer: customerId, limit: pageSize }).autoPagingToArray({ limit: maxCharges }),
        ]);
        const refunded = new Map<string | null, number>();
        // Failed tries of the same payment have no refunds.
        for (const { payment_intent: payment, amount_refunded: amount } of charges)
          if (amount > 0) refunded.set(idOf(payment), amount);
        return page.data.map((invoice) => toInvoice(invoice, refunded.get(paymentOf(invoice)) ?? 0));
      }),

    startCardChange: (customerId) =>
      call('startCardChange', async (stripe) => {
        const { client_secret: clientSecret } = await stripe.setupIntents.create({
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: cardsOnly,
        });
        if (!clientSecret)
          throw new PaymentFailure('invalid', 'The payment system did not begin the change of the card.');
        return { clientSecret };
      }),

    finishCardChange: ({ customerId, subscriptionId, setupId }) =>
      call('finishCardChange', async (stripe) => {
        const setup = await stripe.setupIntents.retrieve(setupId);
        const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
        const card = idOf(setup.payment_method);
        if (idOf(setup.customer) !== customerId || idOf(subscription.customer) !== customerId)
          throw new PaymentFailure('invalid', 'This card change was not found.');
        if (setup.status !== 'succeeded' || card === null)
          throw new PaymentFailure('invalid', 'The new card was not confirmed yet.');
        await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card } });
        await stripe.subscriptions.update(subscriptionId, { default_payment_method: card });
        const invoice = invoiceIn(subscription);
        if (invoice?.status === 'open') await stripe.invoices.pay(invoice.id, { payment_method: card });
        return read(stripe, subscriptionId);
      }),

    readEvent: (raw, signature) =>
      call('readEvent', async (stripe) => {
        if (signature === null) throw new PaymentFailure('signature', 'This delivery is not signed.');
        const { webhookSecret } = account;
        const receivedAt = env.now().getTime();
        await stripe.webhooks
          .constructEventAsync(raw, signature, webhookSecret, toleranceSeconds, undefined, receivedAt)
          .catch((error: unknown) => Promise.reject(isOfStripe(error) ? error : notAnEvent()));
        const { chargeId, ...about } = toPaymentEvent(raw);
        if (chargeId === null) return about;
        const charge = await stripe.charges.retrieve(chargeId);
        return { ...about, customerId: idOf(charge.customer) };
      }),

    close: async () => close(),
  };
}
