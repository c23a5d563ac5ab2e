import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Payments } from '../../../integrations/payments/payments.ts';
import type { SubscriptionRow } from './subscription-rules.ts';

export type CustomerRow = Tables['paymentCustomers']['$inferSelect'];

/** The person's customer of a payment service; null before their first attempt to subscribe. */
export async function findCustomer({ orm, tables }: Database, userId: string): Promise<CustomerRow | null> {
  const { paymentCustomers } = tables;
  const [row] = await orm.select().from(paymentCustomers).where(eq(paymentCustomers.userId, userId));
  return row ?? null;
}

/** The person's subscriptions as they were last read, ended ones included. */
export function subscriptionsOf({ orm, tables }: Database, userId: string): Promise<SubscriptionRow[]> {
  const { subscriptions } = tables;
  return orm.select().from(subscriptions).where(eq(subscriptions.userId, userId)) as Promise<SubscriptionRow[]>;
}

export type InvoiceRow = Tables['paymentInvoices']['$inferSelect'];

/** What the person had paid for each invoice, minus refunds, when it was last read. */
export function invoicesOf({ orm, tables }: Database, userId: string): Promise<InvoiceRow[]> {
  const { paymentInvoices } = tables;
  return orm.select().from(paymentInvoices).where(eq(paymentInvoices.userId, userId)) as Promise<InvoiceRow[]>;
}

/**
 * Whether this server can judge a customer's subscriptions: they belong to its own payment service, or they are test subscriptions on a
 * server that takes real payments, where they give nothing.
 */
export const isOurs = ({ provider }: Pick<CustomerRow, 'provider'>, payments: Pick<Payments, 'provider'>): boolean =>
  provider === payments.provider || (provider === 'sandbox' && payments.provider === 'stripe');

/** The person's customer of the payment service that is in use. */
export async function findOwnCustomer(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  userId: string,
): Promise<CustomerRow | null> {
  const customer = await findCustomer(db, userId);
  return customer?.provider === payments.provider ? customer : null;
}
