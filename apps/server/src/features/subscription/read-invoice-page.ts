import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { limit } from '../auth/limits/auth-limits.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { askPayments } from './rules/payment-errors.ts';
import { findOwnCustomer } from './rules/subscription.queries.ts';

export const invoiceNotFound = () => notFound('This invoice does not exist.');

/** The page of one of the caller's invoices of the test payments, as HTML. Throws UNAUTHORIZED, NOT_FOUND and RATE_LIMITED. */
export async function readInvoicePage(ctx: Ctx, { id }: { id: string }): Promise<string> {
  const { user } = requireSession(ctx);
  await limit(ctx, 'paymentsUser', user.id);
  const customer = await findOwnCustomer(ctx, user.id);
  const { sandbox } = ctx.payments;
  if (!customer || !sandbox) throw invoiceNotFound();
  const page = await askPayments(() => sandbox.invoicePage(id, customer.customerId));
  if (page === null) throw invoiceNotFound();
  return page;
}
