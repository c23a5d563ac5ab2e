import type { Conversation } from '@noek/contract/chat/schemas';
import type { Ctx } from '../../../context.ts';
import { requireUserOwner } from '../records/owner.ts';
import { requireKept } from '../records/temporary.ts';
import { changeConversation } from './change-conversations.ts';

/** Archives a conversation of the person, or takes it back, any number of times. Throws NOT_FOUND and BAD_REQUEST (a temporary chat). */
export async function archiveConversation(
  ctx: Ctx,
  { conversationId, archived }: { conversationId: number; archived: boolean },
): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  await requireKept(ctx, conversationId, 'be archived');
  return changeConversation(ctx, owner, archived ? 'archive' : 'unarchive', conversationId);
}
