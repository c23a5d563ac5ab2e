import type { PaymentSandbox } from '@noek/payment-sandbox/sandbox';

/** The states of a subscription at the payment service. */
export type SubscriptionStatusName =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused';

/** A card as people know it: "Visa", "4242". */
export type PaymentCard = { brand: string; last4: string };

/** A subscription as the payment service has it now. */
export type PaidSubscription = {
  id: string;
  customerId: string;
  /** The owner that Noek named when it created the subscription; null if it was created at the service itself. */
  userId: string | null;
  status: SubscriptionStatusName;
  /** Whether it ends by the person's wish instead of renewing; then `cancelAt` says when. */
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  currentPeriodEnd: Date;
  /** Until when it is paid; null before the first payment. While a renewal is unpaid, this is the end of the period before. */
  paidUntil: Date | null;
  createdAt: Date;
  /** What the browser must confirm with a card; null if nothing is open. After a decline the same secret is used again. */
  confirm: { kind: 'payment' | 'setup'; clientSecret: string } | null;
  /** Whether its last paid invoice was refunded in full. */
  refunded: boolean;
  /** Whether the payment of its last paid invoice is disputed, or the dispute was lost. */
  disputed: boolean;
  /** The card that pays for it; null before the first payment. */
  card: PaymentCard | null;
};

export type Invoice = {
  id: string;
  /** The number printed on it; null while it is a draft. */
  number: string | null;
  createdAt: Date;
  /** In the smallest unit of `currency`, such as cents. */
  amountCents: number;
  refundedCents: number;
  /** Three lower-case letters: "usd". */
  currency: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** When it was paid; null while it is not. */
  paidAt: Date | null;
  /** The period that it is for; null if it has no lines. */
  period: { start: Date; end: Date } | null;
  /** Pages of the service for people; null if there is none. With the sandbox, `url` is a path of Noek's that shows `invoicePage`. */
  url: string | null;
  pdfUrl: string | null;
};

/** A delivery whose signature is valid. It only says that something changed: read the subscription again. */
export type PaymentEvent = { id: string; type: string; customerId: string | null; subscriptionId: string | null };

/**
 * Why a call failed. `message` is for people; for a declined card it has the service's own words.
 *
 * - `declined`: the card was refused. Another card may work.
 * - `authentication`: the bank wants the person to authenticate the payment (3-D Secure), or the card is to be confirmed in the browser.
 * - `unreachable`: the service did not answer, failed, or refused Noek's key. The same call may work later.
 * - `invalid`: the service refused the request, for instance because something is not there or has ended.
 * - `signature`: a delivery was not signed by the service, or more than 300 seconds ago.
 */
export class PaymentFailure extends Error {
  readonly kind: 'declined' | 'authentication' | 'unreachable' | 'invalid' | 'signature';

  constructor(kind: PaymentFailure['kind'], message: string) {
    super(message);
    this.name = 'PaymentFailure';
    this.kind = kind;
  }
}

/** What a person reads when the payment service does not answer. */
export const unreachableText = 'Unable to connect to payment system. Please try again.';

/**
 * What the sandbox has beyond the service that it replaces. `confirm`, `refund` and `dispute` throw PaymentFailure: `declined`,
 * `authentication` or `invalid`.
 */
export type Sandbox = Omit<PaymentSandbox, 'fetch' | 'priceId'>;

/**
 * The payment service. Every method throws PaymentFailure. Amounts and prices are the service's: Noek sells one price.
 * A `customerId` or subscription id that the service does not know is `invalid`, unless a method says otherwise.
 */
export type Payments = {
  provider: 'none' | 'sandbox' | 'stripe';
  /** What Stripe's form in the browser needs; null without Stripe. */
  publishableKey: string | null;
  /**
   * Creates the customer of a person. For a day, the same person, address and attempt give the same customer, even if it has been deleted
   * since. A new customer needs a new attempt. Resolves to its id.
   */
  createCustomer(input: { userId: string; email: string; attempt: number }): Promise<string>;
  /** Changes the address for receipts. */
  changeEmail(customerId: string, email: string): Promise<void>;
  /** Deletes the customer with its cards, which ends its subscriptions at once. A missing one is fine. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Creates a subscription that waits for its first payment. The same person and attempt give the same subscription. */
  createSubscription(input: { customerId: string; userId: string; attempt: number }): Promise<PaidSubscription>;
  /** Null if there is none with this id. */
  readSubscription(id: string): Promise<PaidSubscription | null>;
  /** All subscriptions of a customer, ended ones too, newest first; none for a missing customer. */
  listSubscriptions(customerId: string): Promise<PaidSubscription[]>;
  setCancelAtPeriodEnd(id: string, cancel: boolean): Promise<PaidSubscription>;
  /** Ends a subscription at once, without a refund. One that has ended is returned as it is. */
  endSubscription(id: string): Promise<PaidSubscription>;
  /** The newest 100, newest first. */
  invoices(customerId: string): Promise<Invoice[]>;
  /** Begins to collect another card; the browser confirms the secret, which is a setup. */
  startCardChange(customerId: string): Promise<{ clientSecret: string }>;
  /**
   * Makes the card of a confirmed setup the one that pays, and pays the open invoice of the subscription with it, if there is
   * one. Throws `declined` or `authentication` if that payment fails; the new card is kept.
   */
  finishCardChange(input: { customerId: string; subscriptionId: string; setupId: string }): Promise<PaidSubscription>;
  /** Checks the signature of a delivery over its raw body. Throws `signature`. */
  readEvent(raw: string, signature: string | null): Promise<PaymentEvent>;
  sandbox: Sandbox | null;
  close(): Promise<void>;
};
