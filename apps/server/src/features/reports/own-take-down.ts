import type { TakeDown } from '@noek/contract/reports/schemas';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { conversationNotFound } from '../chat/records/chat.queries.ts';
import { ownedBy, requireUserOwner } from '../chat/records/owner.ts';

/**
 * Why an administrator took the link to one of the caller's conversations down, and when, but not who it was. Throws UNAUTHORIZED, and
 * NOT_FOUND if it may be shared or belongs to another person.
 */
export async function ownTakeDown(ctx: Ctx, { conversationId }: { conversationId: number }): Promise<TakeDown> {
  const owner = requireUserOwner(ctx);
  const { conversations: c, auditLog: entries } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select({ at: c.shareTakenDownAt })
    .from(c)
    .where(and(eq(c.id, conversationId), ownedBy(ctx.db, owner), isNotNull(c.shareTakenDownAt)));
  if (!row?.at) throw conversationNotFound();
  // A cast, because one engine returns a number and the other a text.
  const conversationOf = sql`cast(${entries.detail} ->> 'conversation' as text)`;
  const [entry] = await ctx.db.orm
    .select({ detail: entries.detail })
    .from(entries)
    .where(
      and(
        eq(entries.targetUserId, owner.userId),
        eq(entries.action, 'share.taken-down'),
        eq(conversationOf, String(conversationId)),
      ),
    )
    .orderBy(desc(entries.createdAt), desc(entries.id))
    .limit(1);
  const reason = entry?.detail.reason;
  return { takenDownAt: row.at.toISOString(), reason: typeof reason === 'string' ? reason : null };
}
