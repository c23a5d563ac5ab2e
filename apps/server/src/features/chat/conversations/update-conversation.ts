import type { Conversation } from '@noek/contract/chat/schemas';
import { updateProblem } from '@noek/contract/chat/texts';
import type { Effort } from '@noek/contract/config/schemas';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireUserOwner } from '../records/owner.ts';
import { requireKept } from '../records/temporary.ts';
import { saveConversation } from './save-conversation.ts';

/**
 * Renames one of the person's conversations, pins it above the others, moves it into or out of a project, and sets how much its model may
 * reason. Its date does not change. Throws BAD_REQUEST if there is nothing to change and for a temporary chat, of which only the effort can
 * change, and NOT_FOUND, also for a project that the person does not have.
 */
export async function updateConversation(
  ctx: Ctx,
  {
    conversationId,
    title,
    pinned,
    projectId,
    effort,
  }: {
    conversationId: number;
    title?: string | undefined;
    pinned?: boolean | undefined;
    projectId?: string | null | undefined;
    effort?: Effort | undefined;
  },
): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  const isPlaced = title !== undefined || pinned !== undefined || projectId !== undefined;
  if (!isPlaced && effort === undefined) throw new AppError('BAD_REQUEST', updateProblem);
  if (isPlaced) await requireKept(ctx, conversationId, 'be renamed, pinned or moved');
  const fields = {
    ...(title !== undefined && { title }),
    ...(pinned !== undefined && { pinned }),
    ...(projectId !== undefined && { projectId, formerProjectId: null }),
    ...(effort !== undefined && { effort }),
  };
  return saveConversation(ctx, owner, conversationId, fields, typeof projectId === 'string' ? projectId : null);
}
