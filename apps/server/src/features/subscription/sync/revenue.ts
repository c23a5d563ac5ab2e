import type { Invoice } from '../../../integrations/payments/payments.ts';
import type { Figure } from '../../figures/figures.ts';
import type { InvoiceRow } from '../rules/subscription.queries.ts';

/** What an invoice adds to the revenue, and when: `at` is when it was written or, after a refund, when that was noticed. */
type Earned = { id: string; netCents: number; at: Date; figure: Figure };

/** What the invoices have brought since `known` was written: payments, and refunds as negative amounts. */
export function revenueOf(
  known: readonly Pick<InvoiceRow, 'id' | 'netCents'>[],
  invoices: readonly Invoice[],
  now: Date,
): Earned[] {
  return invoices.flatMap(({ id, status, amountCents, refundedCents, currency, createdAt }) => {
    const before = known.find((row) => row.id === id);
    const netCents = status === 'paid' ? amountCents - refundedCents : 0;
    const amount = netCents - (before?.netCents ?? 0);
    if (amount === 0) return [];
    return [{ id, netCents, at: before ? now : createdAt, figure: { metric: 'revenue', label: currency, amount } }];
  });
}
