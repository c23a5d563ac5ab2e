import type { DeliveriesPage, ListDeliveriesInput, Webhook } from '@noek/contract/webhooks/schemas';
import { after, nextCursorOf } from '@noek/db/list-cursor';
import { and, desc, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { readCursor } from '../../read-cursor.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { readWebhook, toDelivery, toWebhook } from './webhooks.queries.ts';

/** The caller's webhooks, the newest first. Throws UNAUTHORIZED. */
export async function listWebhooks(ctx: Ctx): Promise<Webhook[]> {
  const { user } = requireSession(ctx);
  const { webhooks: w } = ctx.db.tables;
  const rows = await ctx.db.orm.select().from(w).where(eq(w.userId, user.id)).orderBy(desc(w.createdAt), desc(w.id));
  return rows.map(toWebhook);
}

/**
 * A page of the deliveries of one of the caller's webhooks, the newest first. Throws UNAUTHORIZED, NOT_FOUND, and BAD_REQUEST for a cursor that
 * no page gave.
 */
export async function listDeliveries(ctx: Ctx, { id, limit, cursor }: ListDeliveriesInput): Promise<DeliveriesPage> {
  const { user } = requireSession(ctx);
  await readWebhook(ctx, user.id, id);
  const position = cursor === undefined ? undefined : readCursor(cursor);
  const { webhookDeliveries: d } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(d)
    .where(and(eq(d.webhookId, id), position && after(position, d.createdAt, d.id)))
    .orderBy(desc(d.createdAt), desc(d.id))
    .limit(limit + 1);
  const positions = rows.map((row) => ({ id: row.id, at: row.createdAt }));
  return { deliveries: rows.slice(0, limit).map(toDelivery), nextCursor: nextCursorOf(positions, limit) };
}
