import type { Invoice } from '@noek/contract/subscription/schemas';
import type { Ctx } from '../../context.ts';
import { limit } from '../auth/limits/auth-limits.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { askPayments } from './rules/payment-errors.ts';
import { findOwnCustomer } from './rules/subscription.queries.ts';

/** The caller's invoices, newest first, at most 100. Throws UNAUTHORIZED, RATE_LIMITED and PAYMENTS_UNAVAILABLE. */
export async function listInvoices(ctx: Ctx): Promise<Invoice[]> {
  const { user } = requireSession(ctx);
  await limit(ctx, 'paymentsUser', user.id);
  const customer = await findOwnCustomer(ctx, user.id);
  if (!customer) return [];
  const invoices = await askPayments(() => ctx.payments.invoices(customer.customerId));
  return invoices.map(({ paidAt: _, period: __, ...invoice }) => ({
    ...invoice,
    createdAt: invoice.createdAt.toISOString(),
  }));
}
