import type { Conversation } from '@noek/contract/chat/schemas';
import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound, findMessage, toConversation } from '../records/chat.queries.ts';
import { ownedBy, requireOwner } from '../records/owner.ts';
import { showBranch } from '../turns/turn.queries.ts';

/** Makes the branch of a message the current one, down to its newest message. Returns the conversation with its new head. */
export async function showVersion(ctx: Ctx, input: { messageId: string }): Promise<Conversation> {
  const owner = requireOwner(ctx);
  const { id, conversationId } = await findMessage(ctx, input.messageId);
  const leafId = await newestBelow(ctx, id);
  const { conversations: c } = ctx.db.tables;
  const {
    rows: [row],
  } = await ctx.db.atomic((step) => {
    const row = step.add(
      step.orm
        .update(c)
        .set({ headMessageId: leafId })
        .where(and(eq(c.id, conversationId), ownedBy(ctx.db, owner)))
        .returning(),
    );
    step.add(showBranch(ctx.db, step.orm, conversationId, leafId));
    return row;
  });
  if (!row) throw conversationNotFound();
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  ctx.live.publish(owner, { type: 'stale', conversationId });
  return conversation;
}

/** The newest message of a branch: ordinals increase along a branch, so it has the highest. */
async function newestBelow({ db }: Ctx, messageId: string): Promise<string> {
  const below = sql`(
    with recursive down(id, ordinal) as (
      select id, ordinal from messages where id = ${messageId}
      union all select child.id, child.ordinal from messages as child join down on child.parent_id = down.id
    ) select id, ordinal from down order by ordinal desc limit 1) as newest`;
  const [row] = await db.orm.select({ id: sql<string>`newest.id` }).from(below);
  return row?.id ?? messageId;
}
