import { isNotNull } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';
import type { authTables } from './auth.ts';

/** What Noek knows about payments, and the objects of the built-in sandbox that replaces the payment service. */
export function subscriptionTables(k: Kit, { users }: Pick<ReturnType<typeof authTables>, 'users'>) {
  const owner = () => belongsTo(k.text('user_id'), () => users.id);

  /** One customer of the payment service per person. */
  const paymentCustomers = k.table(
    'payment_customers',
    {
      userId: owner().primaryKey(),
      customerId: k.text('customer_id').notNull(),
      /** The service that knows the customer; customers of another one do not count. */
      provider: k.text('provider', { enum: ['sandbox', 'stripe'] }).notNull(),
      /** The address that the service has for receipts. */
      email: k.text('email').notNull(),
      /** The current attempt to subscribe: part of its idempotency key. A new one begins when an attempt has ended. */
      attempt: k.integer('attempt').notNull().default(1),
      /** Counts the writes of what was read from the service, so that an older state cannot replace a newer one. */
      version: k.integer('version').notNull().default(0),
      /** When the state was last read from the service. */
      reconciledAt: k.timestamp('reconciled_at'),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('payment_customers_customer').on(t.customerId),
      k.index('payment_customers_reconciled').on(t.reconciledAt),
    ],
  );

  /** Subscriptions as they were last read from the payment service. */
  const subscriptions = k.table(
    'subscriptions',
    {
      /** The service's id. */
      id: k.text('id').primaryKey(),
      userId: owner(),
      customerId: k.text('customer_id').notNull(),
      status: k
        .text('status', {
          enum: ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused'],
        })
        .notNull(),
      cancelAtPeriodEnd: k.boolean('cancel_at_period_end').notNull(),
      /** When it will end; null if it renews. */
      cancelAt: k.timestamp('cancel_at'),
      currentPeriodEnd: k.timestamp('current_period_end').notNull(),
      /** Until when it is paid; null before the first payment. */
      paidUntil: k.timestamp('paid_until'),
      /** Whether its last payment was refunded in full, or is disputed: either ends the access. */
      refunded: k.boolean('refunded').notNull().default(false),
      disputed: k.boolean('disputed').notNull().default(false),
      /** The card that pays, as people know it: "Visa", "4242". */
      cardBrand: k.text('card_brand'),
      cardLast4: k.text('card_last4'),
      /** When the service created it. */
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [k.index('subscriptions_user').on(t.userId, t.createdAt)],
  );

  /**
   * What each invoice has brought so far, so that the figures get only what has changed. A paid invoice gets its row together with the
   * mail that is its receipt, so that each is sent once.
   */
  const paymentInvoices = k.table(
    'payment_invoices',
    {
      /** The service's id. */
      id: k.text('id').primaryKey(),
      userId: owner(),
      /** Paid minus refunded, in the smallest unit of the currency. */
      netCents: k.integer('net_cents').notNull(),
    },
    (t) => [k.index('payment_invoices_user').on(t.userId)],
  );

  /** The latest decision of an administrator about the subscription of a person who pays and lost the plan. */
  const subscriptionDecisions = k.table(
    'subscription_decisions',
    {
      userId: owner().primaryKey(),
      decision: k.text('decision', { enum: ['end-now', 'end-with-period', 'keep'] }).notNull(),
      reason: k.text('reason'),
      decidedAt: k.timestamp('decided_at').notNull(),
      /** When to carry it out at the payment service, or to try again; null once that is done. */
      dueAt: k.timestamp('due_at'),
      attempts: k.integer('attempts').notNull().default(0),
    },
    (t) => [k.index('subscription_decisions_due').on(t.dueAt).where(isNotNull(t.dueAt))],
  );

  /** Deliveries of the payment service that took effect, so that none does twice. They contain nothing about people. */
  const paymentEvents = k.table(
    'payment_events',
    {
      /** The service's id of the event. */
      id: k.text('id').primaryKey(),
      type: k.text('type').notNull(),
      receivedAt: k.timestamp('received_at').notNull(),
    },
    (t) => [k.index('payment_events_received').on(t.receivedAt)],
  );

  /** The sandbox's customers, subscriptions, invoices, payments and cards, each in the payment service's own shape. */
  const sandboxObjects = k.table(
    'sandbox_objects',
    {
      id: k.text('id').primaryKey(),
      kind: k.text('kind').notNull(),
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      customerId: k.text('customer_id'),
      data: k.json('data').$type<Record<string, unknown>>().notNull(),
      /** When the sandbox must do something about it, such as renew a subscription; null for never. */
      dueAt: k.timestamp('due_at'),
      /** Serializes changes: an update names the version that it read. */
      version: k.integer('version').notNull().default(0),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.index('sandbox_objects_customer').on(t.customerId, t.kind, t.createdAt),
      k.index('sandbox_objects_user').on(t.userId).where(isNotNull(t.userId)),
      k.index('sandbox_objects_due').on(t.dueAt).where(isNotNull(t.dueAt)),
    ],
  );

  /** The sandbox's answers to requests with an idempotency key. */
  const sandboxRequests = k.table(
    'sandbox_requests',
    {
      key: k.text('key').primaryKey(),
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      /** SHA-256 of the request: the same key with other input is refused. */
      requestHash: k.text('request_hash').notNull(),
      response: k.json('response').$type<{ status: number; body: unknown }>(),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.index('sandbox_requests_created').on(t.createdAt),
      k.index('sandbox_requests_user').on(t.userId).where(isNotNull(t.userId)),
    ],
  );

  /** The sandbox's events that wait for their delivery. */
  const sandboxEvents = k.table(
    'sandbox_events',
    {
      id: k.text('id').primaryKey(),
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      data: k.json('data').$type<Record<string, unknown>>().notNull(),
      attempts: k.integer('attempts').notNull().default(0),
      nextAttemptAt: k.timestamp('next_attempt_at').notNull(),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.index('sandbox_events_due').on(t.nextAttemptAt),
      k.index('sandbox_events_user').on(t.userId).where(isNotNull(t.userId)),
    ],
  );

  return {
    paymentCustomers,
    subscriptions,
    subscriptionDecisions,
    paymentEvents,
    paymentInvoices,
    sandboxObjects,
    sandboxRequests,
    sandboxEvents,
  };
}
