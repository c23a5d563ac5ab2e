import { testEvent } from '@noek/contract/webhooks/events';
import type { WebhookDelivery } from '@noek/contract/webhooks/schemas';
import { isForeignKeyViolation } from '@noek/db/database';
import type { Ctx } from '../../context.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { type DeliveryRow, leaseMs } from '../webhook-outbox/due-deliveries.ts';
import { bodyOf } from '../webhook-outbox/event-statement.ts';
import { deliveryIdOf, newEventId, sealForWebhooks } from '../webhook-outbox/seal-webhook.ts';
import { limitByHand, sendNow } from './send-now.ts';
import { readWebhook, webhookNotFound } from './webhooks.queries.ts';

/**
 * Sends a test to one of the caller's webhooks, once, and returns how that went. A test that succeeds ends a stop of the webhook. Throws
 * UNAUTHORIZED, NOT_FOUND and RATE_LIMITED.
 */
export async function testWebhook(ctx: Ctx, { id: webhookId }: { id: string }): Promise<WebhookDelivery> {
  const { user } = requireSession(ctx);
  const { stoppedAt } = await readWebhook(ctx, user.id, webhookId);
  await limitByHand(ctx, user.id);
  const eventId = newEventId();
  const at = ctx.now();
  const until = new Date(at.getTime() + leaseMs);
  const claimed: DeliveryRow = {
    id: deliveryIdOf(eventId, webhookId),
    webhookId,
    conversationId: null,
    aboutUserId: null,
    event: testEvent,
    body: sealForWebhooks(ctx.config, eventId, bodyOf(testEvent, at, { webhookId })),
    status: 'waiting',
    attempts: 1,
    nextAttemptAt: until,
    sendingUntil: until,
    // It is not tried again.
    triedUntil: at,
    createdAt: at,
    deliveredAt: null,
    answerStatus: null,
    problem: null,
  };
  const { webhookDeliveries: d } = ctx.db.tables;
  await ctx.db
    .write((orm) => orm.insert(d).values(claimed))
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? webhookNotFound() : error;
    });
  const sent = await sendNow(ctx, claimed);
  if (stoppedAt && sent.status === 'delivered') await ctx.webhookListeners.changed(user.id);
  return sent;
}
