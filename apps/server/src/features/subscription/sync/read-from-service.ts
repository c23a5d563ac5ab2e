import type { Deps } from '../../../deps.ts';
import { type Invoice, type PaidSubscription, PaymentFailure } from '../../../integrations/payments/payments.ts';
import type { CustomerRow } from '../rules/subscription.queries.ts';
import { isEnded, isLive } from '../rules/subscription-rules.ts';

/** What the payment service has, after this read has ended what must not stay there. `invoices` is null if they could not be read. */
export type Fresh = { subscriptions: PaidSubscription[]; email: string; invoices: Invoice[] | null };

/**
 * Reads a person's subscriptions from the payment service. Ends subscriptions there that were refunded in full. So that no plan is paid
 * twice, it also ends unpaid attempts: all of them if a subscription runs, otherwise all but the oldest. Passes on a changed address. A
 * customer of another payment service has no subscriptions. Throws PaymentFailure, except for the invoices, because a paid plan must not
 * wait for them.
 */
export async function readFromService(
  deps: Pick<Deps, 'payments' | 'log'>,
  customer: CustomerRow,
  email: string,
  { withInvoices = false }: { withInvoices?: boolean } = {},
): Promise<Fresh> {
  const { payments, log } = deps;
  if (customer.provider !== payments.provider) return { subscriptions: [], email: customer.email, invoices: [] };
  const { customerId } = customer;
  const subscriptions = await payments.listSubscriptions(customerId);
  const ended = surplusOf(subscriptions);
  for (const [at, { id, refunded }] of subscriptions.entries())
    if (ended.has(id)) subscriptions[at] = { ...(await payments.endSubscription(id)), refunded };
  const mayHavePaid = subscriptions.some(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired');
  const invoices = withInvoices && mayHavePaid ? await invoicesOf(deps, customerId) : [];
  if (email === customer.email) return { subscriptions, email, invoices };
  try {
    await payments.changeEmail(customerId, email);
    return { subscriptions, email, invoices };
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.kind === 'unreachable') throw error;
    log.warn({ err: error }, 'the payment service refused an address');
    return { subscriptions, email: customer.email, invoices };
  }
}

async function invoicesOf({ payments, log }: Pick<Deps, 'payments' | 'log'>, customerId: string) {
  try {
    return await payments.invoices(customerId);
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    log.warn({ err: error }, 'the invoices of a person could not be read');
    return null;
  }
}

function surplusOf(all: readonly PaidSubscription[]): Set<string> {
  const open = all
    .filter((one) => !isEnded(one))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  const kept = open.find(isLive) ?? open.find(({ status }) => status === 'incomplete');
  const isSurplus = (one: PaidSubscription) => one.refunded || (one !== kept && one.status === 'incomplete');
  return new Set(open.filter(isSurplus).map(({ id }) => id));
}
