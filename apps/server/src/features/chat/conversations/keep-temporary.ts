import { type Conversation, newConversationTitle } from '@noek/contract/chat/schemas';
import { and, asc, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { type ConversationRow, findConversation, toConversation } from '../records/chat.queries.ts';
import { ownedBy, requireUserOwner } from '../records/owner.ts';
import { isProvisional, titleFrom, titleFromAnswer } from '../turns/title.ts';

/**
 * Makes one of the person's temporary chats a usual conversation, with a title from its messages: it comes into the lists and the search.
 * Repeating the call changes nothing more. Throws NOT_FOUND.
 */
export async function keepTemporary(ctx: Ctx, { conversationId }: { conversationId: number }): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  const before = await findConversation(ctx, conversationId);
  if (!before.temporary) return toConversation(before, ctx.now());
  const title = await titleOf(ctx, before);
  const { conversations: c } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(c)
      .set({ temporary: false, title })
      .where(and(eq(c.id, conversationId), ownedBy(ctx.db, owner), eq(c.temporary, true)))
      .returning(),
  );
  // It was kept or ended meanwhile.
  if (!row) return toConversation(await findConversation(ctx, conversationId), ctx.now());
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  // Its files come into the search.
  ctx.fileReadings.announce();
  return conversation;
}

/** The title that it would have got from its first message, or from the first answer if that says more. */
async function titleOf({ db }: Ctx, { id }: ConversationRow): Promise<string> {
  const { messages: m } = db.tables;
  const first = await db.orm
    .select({ role: m.role, content: m.content, files: m.files })
    .from(m)
    .where(and(eq(m.conversationId, id), eq(m.active, true)))
    .orderBy(asc(m.ordinal))
    .limit(2);
  const [question, answer] = first;
  if (!question) return newConversationTitle;
  const title = titleFrom(question.content.trim() || (question.files?.[0]?.name ?? ''));
  return (isProvisional(title) && answer && titleFromAnswer(answer.content)) || title;
}
