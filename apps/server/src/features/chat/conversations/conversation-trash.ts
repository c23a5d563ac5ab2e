import type { Conversation, ConversationPage } from '@noek/contract/chat/schemas';
import { after } from '@noek/db/list-cursor';
import { and, desc } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { readNumberCursor } from '../../../read-cursor.ts';
import { inTrashOf } from '../deletion/trash.ts';
import { requireOwner, requireUserOwner } from '../records/owner.ts';
import { changeConversation } from './change-conversations.ts';
import { pageOf } from './list-conversations.ts';

/** The person's deleted conversations that can still be restored, most recently deleted first, one page at a time. */
export async function listTrash(
  ctx: Ctx,
  input: { limit: number; cursor?: string | undefined },
): Promise<ConversationPage> {
  const owner = requireUserOwner(ctx);
  const { conversations: c } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(c)
    .where(
      and(
        inTrashOf(ctx.db, owner, ctx.now()),
        input.cursor === undefined ? undefined : after(readNumberCursor(input.cursor), c.deletedAt, c.id),
      ),
    )
    .orderBy(desc(c.deletedAt), desc(c.id))
    .limit(input.limit + 1);
  return pageOf(ctx, rows, input.limit, (row) => row.deletedAt);
}

/** Moves one of the actor's conversations to the trash. Its link and an answer that is running in it end. */
export async function deleteConversation(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  await changeConversation(ctx, requireOwner(ctx), 'delete', input.conversationId);
  return { message: 'Conversation deleted successfully' };
}

/** Takes one of the actor's conversations out of the trash, back into the list it was in. */
export async function restoreConversation(ctx: Ctx, input: { conversationId: number }): Promise<Conversation> {
  return changeConversation(ctx, requireOwner(ctx), 'restore', input.conversationId);
}

/** Permanently deletes a conversation in the person's trash, with all its messages, before its 30 days are over. */
export async function deleteForever(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  await changeConversation(ctx, requireUserOwner(ctx), 'deleteForever', input.conversationId);
  return { message: 'Conversation permanently deleted' };
}
