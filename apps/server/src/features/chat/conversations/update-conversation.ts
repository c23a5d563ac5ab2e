import type { Conversation } from '@noek/contract/chat/schemas';
import { updateProblem } from '@noek/contract/chat/texts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireUserOwner } from '../rows/owner.ts';
import { requireKept } from '../rows/temporary.ts';
import { saveConversation } from './save-conversation.ts';

/**
 * Renames one of the person's conversations, pins it above the others, and moves it into or out of a project. Its date does not change.
 * Throws BAD_REQUEST if there is nothing to change and for a temporary chat, and NOT_FOUND, also for a project that the person does not
 * have.
 */
export async function updateConversation(
  ctx: Ctx,
  {
    conversationId,
    title,
    pinned,
    projectId,
  }: {
    conversationId: number;
    title?: string | undefined;
    pinned?: boolean | undefined;
    projectId?: string | null | undefined;
  },
): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  if (title === undefined && pinned === undefined && projectId === undefined)
    throw new AppError('BAD_REQUEST', updateProblem);
  await requireKept(ctx, conversationId, 'be renamed, pinned or moved');
  const fields = {
    ...(title !== undefined && { title }),
    ...(pinned !== undefined && { pinned }),
    ...(projectId !== undefined && { projectId, formerProjectId: null }),
  };
  return saveConversation(ctx, owner, conversationId, fields, typeof projectId === 'string' ? projectId : null);
}
