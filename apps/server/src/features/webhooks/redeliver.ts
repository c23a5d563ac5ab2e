import { isAdministratorsEvent, testEvent } from '@noek/contract/webhooks/events';
import type { WebhookDelivery } from '@noek/contract/webhooks/schemas';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { claimOf } from '../webhook-outbox/due-deliveries.ts';
import { limitByHand, sendNow } from './send-now.ts';
import { readDelivery, readWebhook, toDelivery } from './webhooks.queries.ts';

const triedForMs = 24 * 60 * 60_000;

/**
 * Sends a delivery of one of the caller's webhooks again, with the same id, and returns how that went. One that is being sent is returned as it
 * is, so that repeated calls send it once. If it fails, it is tried again for 24 hours, except a test. Throws UNAUTHORIZED, NOT_FOUND,
 * RATE_LIMITED, and FORBIDDEN for an event of administrators if the caller is none any more.
 */
export async function redeliver(
  ctx: Ctx,
  { id: webhookId, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const { user } = requireSession(ctx);
  await readWebhook(ctx, user.id, webhookId);
  const { event } = await readDelivery(ctx, webhookId, deliveryId);
  if (isAdministratorsEvent(event)) requireAdministrator(ctx);
  await limitByHand(ctx, user.id);
  const at = ctx.now();
  const { webhookDeliveries: d } = ctx.db.tables;
  const isOurs = and(eq(d.id, deliveryId), eq(d.webhookId, webhookId));
  const isFree = or(isNull(d.sendingUntil), lte(d.sendingUntil, at));
  const triedUntil = event === testEvent ? at : new Date(at.getTime() + triedForMs);
  const [claimed] = await ctx.db.write((orm) =>
    orm
      .update(d)
      .set({ ...claimOf(ctx), status: 'waiting', triedUntil })
      .where(and(isOurs, isFree))
      .returning(),
  );
  return claimed ? sendNow(ctx, claimed) : toDelivery(await readDelivery(ctx, webhookId, deliveryId));
}
