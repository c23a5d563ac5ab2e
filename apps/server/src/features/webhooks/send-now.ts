import type { WebhookDelivery } from '@noek/contract/webhooks/schemas';
import type { Ctx } from '../../context.ts';
import { takeRate } from '../auth/limits/rate-limit.ts';
import type { DeliveryRow } from '../webhook-outbox/due-deliveries.ts';
import { readDelivery, toDelivery } from './webhooks.queries.ts';

/** What a person sends by hand, to all of their webhooks. */
const byHand = { burst: 30, perMs: 5_000 };
/** How long a caller waits for the answer of a receiver, in milliseconds. */
const waitMs = 5_000;

/** Counts one delivery that a person sends by hand. Throws RATE_LIMITED. */
export const limitByHand = (ctx: Ctx, userId: string): Promise<void> =>
  takeRate(ctx, JSON.stringify(['webhookByHand', userId]), byHand);

/** Sends a delivery that the caller has claimed, and returns it as it is when that is done, or after five seconds. */
export async function sendNow(ctx: Ctx, claimed: DeliveryRow): Promise<WebhookDelivery> {
  const waited = Promise.withResolvers<void>();
  const timer = setTimeout(waited.resolve, waitMs);
  const sent = ctx.webhookDelivery.send(claimed);
  // It may fail after the caller has gone.
  sent.catch((error: unknown) => ctx.log.error({ err: error }, 'a webhook could not be delivered'));
  await Promise.race([sent, waited.promise]).finally(() => clearTimeout(timer));
  return toDelivery(await readDelivery(ctx, claimed.webhookId, claimed.id));
}
