import { noPayments } from './no-payments.ts';
import type { Payments } from './payments.ts';

/** The payment service of the settings: Stripe with its keys, otherwise none. */
export function createPayments(): Payments {
  return noPayments;
}
