import type { Conversation } from '@noek/contract/chat/schemas';
import type { Ctx } from '../../../context.ts';
import { requireUserOwner } from '../rows/owner.ts';
import { changeConversation } from './change-conversations.ts';

/** Moves one of the person's conversations to the archived list, or back. Repeating the call changes nothing. */
export async function archiveConversation(
  ctx: Ctx,
  { conversationId, archived }: { conversationId: number; archived: boolean },
): Promise<Conversation> {
  return changeConversation(ctx, requireUserOwner(ctx), archived ? 'archive' : 'unarchive', conversationId);
}
