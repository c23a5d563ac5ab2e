import { PaymentFailure, type Payments, unreachableText } from './payments.ts';

const refuse = () => Promise.reject(new PaymentFailure('unreachable', unreachableText));

/** No payments: nothing can be bought, and nothing was bought. */
export const noPayments: Payments = {
  provider: 'none',
  publishableKey: null,
  createCustomer: refuse,
  changeEmail: refuse,
  deleteCustomer: refuse,
  createSubscription: refuse,
  readSubscription: refuse,
  listSubscriptions: refuse,
  setCancelAtPeriodEnd: refuse,
  endSubscription: refuse,
  invoices: refuse,
  startCardChange: refuse,
  finishCardChange: refuse,
  readEvent: () => Promise.reject(new PaymentFailure('signature', 'There are no payments here.')),
  sandbox: null,
  async close() {},
};
