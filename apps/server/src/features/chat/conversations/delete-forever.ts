import type { Ctx } from '../../../context.ts';
import { requireUserOwner } from '../rows/owner.ts';
import { changeConversation } from './change-conversations.ts';

/** Permanently deletes a conversation in the person's trash, with all its messages, before its 30 days are over. */
export async function deleteForever(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  await changeConversation(ctx, requireUserOwner(ctx), 'deleteForever', input.conversationId);
  return { message: 'Conversation permanently deleted' };
}
