import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { type PaymentEvent, PaymentFailure } from '../../../integrations/payments/payments.ts';
import { askPayments } from '../rules/payment-errors.ts';
import { type SyncDeps, syncSubscription, tookEffect } from '../sync/sync-subscription.ts';

/** The events that may change a subscription, its payment or its card. All others are accepted and ignored. */
const relevant = /^(customer\.(deleted|updated|subscription\.)|invoice\.|charge\.(refund|dispute)|payment_method\.)/;

/**
 * Receives a signed event of the payment service. An event only says that something changed: the state is read from the service, so
 * events may come in any order, twice, or not at all. The id of the event is written together with its effect. Events about people
 * whom Noek does not know change nothing. Throws BAD_REQUEST for a bad signature, and PAYMENTS_UNAVAILABLE if the service
 * cannot be read: it then delivers the event again.
 */
export async function receiveWebhook(
  deps: SyncDeps,
  { raw, signature }: { raw: string; signature: string | null },
): Promise<{ received: true }> {
  const event = await readEvent(deps, raw, signature);
  if (!relevant.test(event.type) || (await tookEffect(deps, event.id))) return { received: true };
  const userId = await personOf(deps, event);
  const { id, type } = event;
  if (userId) await askPayments(() => syncSubscription(deps, userId, { by: 'webhook', event: { id, type } }));
  return { received: true };
}

async function readEvent({ payments }: SyncDeps, raw: string, signature: string | null): Promise<PaymentEvent> {
  try {
    return await payments.readEvent(raw, signature);
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.kind === 'unreachable')
      return askPayments(() => Promise.reject(error));
    throw new AppError('BAD_REQUEST', 'This event is not signed by the payment service.', { cause: error });
  }
}

async function personOf({ db, payments }: Pick<Deps, 'db' | 'payments'>, event: PaymentEvent): Promise<string | null> {
  const { paymentCustomers: c, subscriptions: s } = db.tables;
  const { provider } = payments;
  if (provider === 'none') return null;
  if (event.customerId) {
    const [customer] = await db.orm
      .select({ userId: c.userId })
      .from(c)
      .where(and(eq(c.customerId, event.customerId), eq(c.provider, provider)));
    return customer?.userId ?? null;
  }
  if (!event.subscriptionId) return null;
  const [row] = await db.orm.select({ userId: s.userId }).from(s).where(eq(s.id, event.subscriptionId));
  return row?.userId ?? null;
}
