import type { AnswerSettings, Conversation } from '@noek/contract/chat/schemas';
import type { Ctx } from '../../../context.ts';
import { requireModel } from '../answers/running/chosen-model.ts';
import { findConversation, toConversation } from '../records/chat.queries.ts';
import { requireOwner } from '../records/owner.ts';
import { modesOfSettings } from '../turns/modes.ts';
import { saveConversation } from './save-conversation.ts';

/**
 * Changes how the next answers of a conversation are made; what is absent stays. A running answer is not affected. Throws
 * BAD_REQUEST and FORBIDDEN like `requireModel` and `modesOfSettings`.
 */
export async function changeAnswerSettings(
  ctx: Ctx,
  { conversationId, webSearch, model, effort, ...modes }: AnswerSettings & { conversationId: number },
): Promise<Conversation> {
  const owner = requireOwner(ctx);
  const before = await findConversation(ctx, conversationId);
  requireModel(ctx, model);
  // Only what is named: something else may be changed at the same time.
  const changes = {
    ...(webSearch !== undefined && { webSearch }),
    ...(model !== undefined && { model }),
    ...(effort !== undefined && { effort }),
    ...modesOfSettings(modes, before, owner.kind === 'guest'),
  };
  if (Object.keys(changes).length === 0) return toConversation(before, ctx.now());
  return saveConversation(ctx, owner, conversationId, changes);
}
