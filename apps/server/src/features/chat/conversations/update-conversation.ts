import type { Conversation } from '@noek/contract/chat/schemas';
import { updateProblem } from '@noek/contract/chat/texts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireUserOwner } from '../rows/owner.ts';
import { saveConversation } from './save-conversation.ts';

/**
 * Renames one of the person's conversations, pins it above the others, or both. Its date does not change. Throws BAD_REQUEST if
 * there is nothing to change.
 */
export async function updateConversation(
  ctx: Ctx,
  {
    conversationId,
    title,
    pinned,
  }: { conversationId: number; title?: string | undefined; pinned?: boolean | undefined },
): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  if (title === undefined && pinned === undefined) throw new AppError('BAD_REQUEST', updateProblem);
  return saveConversation(ctx, owner, conversationId, {
    ...(title !== undefined && { title }),
    ...(pinned !== undefined && { pinned }),
  });
}
