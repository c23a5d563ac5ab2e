import type { Webhook } from '@noek/contract/webhooks/schemas';
import { desc, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { toWebhook } from './webhooks.queries.ts';

/** The caller's webhooks, the newest first. Throws UNAUTHORIZED. */
export async function listWebhooks(ctx: Ctx): Promise<Webhook[]> {
  const { user } = requireSession(ctx);
  const { webhooks: w } = ctx.db.tables;
  const rows = await ctx.db.orm.select().from(w).where(eq(w.userId, user.id)).orderBy(desc(w.createdAt), desc(w.id));
  return rows.map(toWebhook);
}
