import { createHash, randomUUID } from 'node:crypto';
import {
  type Invoice,
  type PaidSubscription,
  PaymentFailure,
  type Payments,
} from '../../integrations/payments/payments.ts';

export type FakePayments = Payments & {
  subscriptions: Map<string, PaidSubscription>;
  /** Customer ids and their addresses. */
  customers: Map<string, string>;
  /** The methods that were called, in order. */
  calls: string[];
  /** Every call fails as if the service did not answer. */
  isDown: boolean;
  /** The invoices of all people; null: only they cannot be read. */
  invoiceList: Invoice[] | null;
  /** Another card is declined. */
  refusesCards: boolean;
  /** Awaited by each call before it reads or changes anything, and again before it returns. */
  delay: () => Promise<void>;
  /** What happens at the service, without a call of Noek. */
  change(id: string, change: Partial<PaidSubscription>): void;
};

/** What the service signs a delivery with. */
export const signatureOf = (raw: string) => createHash('sha256').update(raw).digest('hex');
const monthMs = 30 * 24 * 60 * 60 * 1000;

/**
 * A payment service in memory with no rules of its own, for tests of what Noek does with any answer, in any order. The sandbox has the rules of
 * the real service.
 */
export function createFakePayments(now: () => Date, provider: 'stripe' | 'sandbox' = 'stripe'): FakePayments {
  const byKey = new Map<string, string>();
  const deleted = new Set<string>();
  const missing = () => new PaymentFailure('invalid', 'This does not exist.');
  const call = async <Result>(name: string, run: () => Result): Promise<Result> => {
    fake.calls.push(name);
    await fake.delay();
    if (fake.isDown) throw new PaymentFailure('unreachable', 'Unable to connect to payment system. Please try again.');
    const result = structuredClone(run());
    await fake.delay();
    return result;
  };
  const change = (id: string, changes: Partial<PaidSubscription>) => {
    const before = fake.subscriptions.get(id);
    if (!before) throw missing();
    fake.subscriptions.set(id, { ...before, ...changes });
    return fake.subscriptions.get(id) as PaidSubscription;
  };
  const ended = { status: 'canceled', confirm: null } as const;
  const fake: FakePayments = {
    provider,
    publishableKey: provider === 'stripe' ? 'pk_test' : null,
    subscriptions: new Map(),
    customers: new Map(),
    calls: [],
    isDown: false,
    invoiceList: [],
    refusesCards: false,
    delay: async () => {},
    change,
    createCustomer: ({ userId, email, attempt }) =>
      call('createCustomer', () => {
        const id = attempt === 1 ? `cus_${userId}` : `cus_${userId}_${attempt}`;
        // Like Stripe, it answers a repeated request as it did before, even if the customer is gone.
        if (!deleted.has(id)) fake.customers.set(id, email);
        return id;
      }),
    changeEmail: (id, email) =>
      call('changeEmail', () => {
        if (!fake.customers.has(id)) throw missing();
        fake.customers.set(id, email);
      }),
    deleteCustomer: (id) =>
      call('deleteCustomer', () => {
        fake.customers.delete(id);
        deleted.add(id);
        for (const one of fake.subscriptions.values()) if (one.customerId === id) change(one.id, ended);
      }),
    createSubscription: ({ customerId, userId, attempt }) =>
      call('createSubscription', () => {
        if (!fake.customers.has(customerId)) throw missing();
        const key = `${userId}-${attempt}`;
        const id = byKey.get(key) ?? `sub_${randomUUID()}`;
        byKey.set(key, id);
        const made: PaidSubscription = {
          id,
          customerId,
          userId,
          status: 'incomplete',
          cancelAtPeriodEnd: false,
          cancelAt: null,
          currentPeriodEnd: new Date(now().getTime() + monthMs),
          paidUntil: null,
          createdAt: now(),
          card: null,
          confirm: { kind: 'payment', clientSecret: `${id}_secret` },
          refunded: false,
          disputed: false,
        };
        if (!fake.subscriptions.has(id)) fake.subscriptions.set(id, made);
        return fake.subscriptions.get(id) as PaidSubscription;
      }),
    readSubscription: (id) => call('readSubscription', () => fake.subscriptions.get(id) ?? null),
    listSubscriptions: (customerId) =>
      call('listSubscriptions', () => [...fake.subscriptions.values()].filter((one) => one.customerId === customerId)),
    setCancelAtPeriodEnd: (id, cancel) =>
      call('setCancelAtPeriodEnd', () =>
        change(id, {
          cancelAtPeriodEnd: cancel,
          cancelAt: cancel ? (fake.subscriptions.get(id)?.currentPeriodEnd ?? null) : null,
        }),
      ),
    endSubscription: (id) => call('endSubscription', () => change(id, ended)),
    invoices: () =>
      call('invoices', () => {
        if (fake.invoiceList) return fake.invoiceList;
        throw new PaymentFailure('unreachable', 'Unable to connect to payment system. Please try again.');
      }),
    startCardChange: (customerId) => call('startCardChange', () => ({ clientSecret: `seti_${customerId}_secret` })),
    finishCardChange: ({ customerId, subscriptionId, setupId }) =>
      call('finishCardChange', () => {
        if (setupId !== `seti_${customerId}`) throw missing();
        if (fake.refusesCards) throw new PaymentFailure('declined', 'Your card was declined.');
        return change(subscriptionId, { card: { brand: 'Visa', last4: '1881' }, status: 'active' });
      }),
    readEvent: async (raw, signature) => {
      if (signature !== signatureOf(raw)) throw new PaymentFailure('signature', 'The signature is wrong.');
      return JSON.parse(raw);
    },
    sandbox:
      provider === 'stripe'
        ? null
        : {
            confirm: ({ clientSecret, customerId, cardNumber }) =>
              call('confirm', () => {
                const one = [...fake.subscriptions.values()].find(
                  ({ confirm }) => confirm?.clientSecret === clientSecret,
                );
                if (one?.customerId !== customerId) throw missing();
                if (cardNumber.endsWith('0002')) throw new PaymentFailure('declined', 'Your card was declined.');
                change(one.id, {
                  status: 'active',
                  confirm: null,
                  card: { brand: 'Visa', last4: cardNumber.slice(-4) },
                });
              }),
            invoicePage: async (id, customerId) => (id === `in_${customerId}` ? '<!doctype html><p>Invoice</p>' : null),
            tick: async () => {},
            refund: async () => {},
            dispute: async () => {},
            deliverTo() {},
          },
    async close() {},
  };
  return fake;
}
