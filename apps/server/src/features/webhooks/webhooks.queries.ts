import type { DeliveredEvent, WebhookEvent } from '@noek/contract/webhooks/events';
import type { Webhook, WebhookDelivery } from '@noek/contract/webhooks/schemas';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { DeliveryRow, WebhookRow } from '../webhook-outbox/due-deliveries.ts';

export const webhookNotFound = () => notFound('Webhook not found.');
const deliveryNotFound = () => notFound('Delivery not found.');

/** One of a person's webhooks. Throws NOT_FOUND. */
export async function readWebhook({ db }: Pick<Ctx, 'db'>, userId: string, id: string): Promise<WebhookRow> {
  const { webhooks: w } = db.tables;
  const [row] = await db.orm
    .select()
    .from(w)
    .where(and(eq(w.userId, userId), eq(w.id, id)));
  if (!row) throw webhookNotFound();
  return row;
}

/** A delivery of a webhook as it is now. Throws NOT_FOUND. */
export async function readDelivery({ db }: Pick<Ctx, 'db'>, webhookId: string, id: string): Promise<DeliveryRow> {
  const { webhookDeliveries: d } = db.tables;
  const [row] = await db.orm
    .select()
    .from(d)
    .where(and(eq(d.webhookId, webhookId), eq(d.id, id)));
  if (!row) throw deliveryNotFound();
  return row;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** A webhook as its owner sees it. */
export const toWebhook = ({ id, url, events, createdAt, stoppedAt, stoppedBecause }: WebhookRow): Webhook => ({
  id,
  url,
  events: events as WebhookEvent[],
  createdAt: createdAt.toISOString(),
  stoppedAt: iso(stoppedAt),
  stoppedBecause,
});

/** A delivery as the owner of its webhook sees it. */
export const toDelivery = ({
  id,
  event,
  status,
  attempts,
  answerStatus,
  problem,
  ...row
}: DeliveryRow): WebhookDelivery => ({
  id,
  event: event as DeliveredEvent,
  status,
  attempts,
  createdAt: row.createdAt.toISOString(),
  nextAttemptAt: status === 'waiting' && row.sendingUntil === null ? row.nextAttemptAt.toISOString() : null,
  deliveredAt: iso(row.deliveredAt),
  answerStatus,
  problem,
});

/** The host of an address, for logs that others read: the rest of it may be a secret. */
export const hostOf = (url: string): string => new URL(url).host;

/** What the audit log says about an administrator's webhook. */
export const noteOf = (url: string, events: readonly string[]): string => `${hostOf(url)}: ${events.join(', ')}`;
