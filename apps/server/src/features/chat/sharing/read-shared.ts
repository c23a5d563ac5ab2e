import type { SharedConversation } from '@noek/contract/sharing';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound, isShared } from '../chat.queries.ts';

/**
 * A shared conversation as it was when it was shared, for anyone. Throws the same NOT_FOUND for one that was never shared, is
 * no longer shared, has expired, or was deleted.
 */
export async function readShared(ctx: Ctx, input: { conversationId: number }): Promise<SharedConversation> {
  const { conversations: c, messages: m, shareSnapshots: s } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select({ conversation: c, snapshot: s })
    .from(s)
    .innerJoin(c, eq(s.conversationId, c.id))
    .where(eq(s.conversationId, input.conversationId));
  if (!row?.conversation.sharedAt || !isShared(row.conversation, ctx.now())) throw conversationNotFound();
  const { title, messages } = row.snapshot;
  const [first] = await ctx.db.orm
    .select({ parentId: m.parentId })
    .from(m)
    .where(eq(m.id, messages[0]?.id ?? ''));
  return {
    conversation: {
      id: row.conversation.id,
      title,
      sharedAt: row.conversation.sharedAt.toISOString(),
      olderLeftOut: Boolean(first?.parentId),
    },
    // Snapshots from before web search have none.
    messages: messages.map((message) => ({ ...message, sources: message.sources ?? [] })),
  };
}
