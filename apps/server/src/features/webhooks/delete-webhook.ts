import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { auditStatement } from '../auth/administrators/audit-statement.ts';
import { securityEvent } from '../auth/security-events/security-event.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { hostOf, noteOf, readWebhook, webhookNotFound } from './webhooks.queries.ts';

/** Deletes one of the caller's webhooks with its deliveries. Throws UNAUTHORIZED and NOT_FOUND. */
export async function deleteWebhook(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireSession(ctx);
  const { webhooks: w } = ctx.db.tables;
  const { url, events, isForEverybody } = await readWebhook(ctx, user.id, id);
  await ctx.db.atomic((step) => {
    step.must(
      step.orm
        .delete(w)
        .where(and(eq(w.userId, user.id), eq(w.id, id)))
        .returning({ id: w.id }),
      webhookNotFound,
    );
    step.add(securityEvent(ctx, step.orm, { userId: user.id, kind: 'webhook-deleted', detail: hostOf(url) }));
    if (isForEverybody)
      step.add(
        auditStatement(ctx, step.orm, {
          ...{ action: 'webhook.deleted', actorId: user.id, targetUserId: null },
          detail: { webhook: id, note: noteOf(url, events) },
        }),
      );
  });
  ctx.db.eraseDeleted();
  await ctx.webhookListeners.changed(user.id);
  return { message: 'Webhook deleted.' };
}
