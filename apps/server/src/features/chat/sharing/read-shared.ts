import type { SharedConversation } from '@noek/contract/chat/sharing';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound, isShared } from '../rows/chat.queries.ts';
import { ownedBy, ownerOf } from '../rows/owner.ts';
import { sharedSources } from './shared-snapshot.ts';

/**
 * A shared conversation as it was when it was shared, for anyone. Throws the same NOT_FOUND for one that was never shared, is
 * no longer shared, has expired, or was deleted; with `unlessOwn` also for the actor's own.
 */
export async function readShared(
  ctx: Ctx,
  input: { conversationId: number; unlessOwn?: boolean | undefined },
): Promise<SharedConversation> {
  const { conversations: c, messages: m, shareSnapshots: s, users } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select({ conversation: c, snapshot: s })
    .from(s)
    .innerJoin(c, eq(s.conversationId, c.id))
    .leftJoin(users, eq(users.id, c.userId))
    .where(
      and(
        eq(s.conversationId, input.conversationId),
        isNull(users.deletedAt),
        input.unlessOwn ? notOwn(ctx) : undefined,
      ),
    );
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
    // Snapshots from before web search and files have none.
    messages: messages.map((message) => ({
      ...message,
      sources: sharedSources(message.sources),
      files: message.files ?? [],
    })),
  };
}

/**
 * Conversations that the actor does not own. A plain NOT would leave out those with the other kind of owner, because that column is null
 * there.
 */
function notOwn({ db, actor }: Ctx): SQL | undefined {
  const owner = ownerOf(actor);
  return owner ? sql`case when ${ownedBy(db, owner)} then 1 else 0 end = 0` : undefined;
}
