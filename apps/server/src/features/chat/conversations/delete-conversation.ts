import type { Ctx } from '../../../context.ts';
import { requireOwner } from '../rows/owner.ts';
import { changeConversation } from './change-conversations.ts';

/** Moves one of the actor's conversations to the trash. Its link and an answer that is running in it end. */
export async function deleteConversation(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  await changeConversation(ctx, requireOwner(ctx), 'delete', input.conversationId);
  return { message: 'Conversation deleted successfully' };
}
