import type { Conversation } from '@noek/contract/chat/schemas';
import type { Ctx } from '../../../context.ts';
import { requireOwner } from '../rows/owner.ts';
import { changeConversation } from './change-conversations.ts';

/** Takes one of the actor's conversations out of the trash, back into the list it was in. */
export async function restoreConversation(ctx: Ctx, input: { conversationId: number }): Promise<Conversation> {
  return changeConversation(ctx, requireOwner(ctx), 'restore', input.conversationId);
}
