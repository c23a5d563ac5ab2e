import type { DecideForgettingInput, Message } from '@noek/contract/chat/schemas';
import type { Orm } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { forgetMemories } from '../../memory/for-answers/forget-memories.ts';
import { messageNotFound } from '../records/chat.queries.ts';
import { decideStep } from './decide-step.ts';
import { decidedStep } from './memory-steps.ts';

/**
 * Deletes the memories that the person chose of those that an answer asks about, and closes the question. Only the first decision counts:
 * repeating it returns the answer as it is, and another one throws CONFLICT. Throws NOT_FOUND if nothing is asked there, and BAD_REQUEST
 * while the answer is written and for memories that it does not ask about.
 */
export async function decideForgetting(
  ctx: Ctx,
  { messageId, stepId, memoryIds }: DecideForgettingInput,
): Promise<Message> {
  const { user } = requireUser(ctx);
  const chosen = new Set(memoryIds);
  return decideStep(ctx, { messageId, stepId }, async ({ asked, close }) => {
    const proposal = asked?.forget;
    if (!asked || !proposal) throw messageNotFound();
    if (proposal.state === 'decided') {
      if (proposal.memories.every(({ id, deleted }) => deleted === chosen.has(id))) return 'same';
      throw new AppError('CONFLICT', 'You have decided this already. The page Memories shows what is left.');
    }
    if (![...chosen].every((id) => proposal.memories.some((memory) => memory.id === id)))
      throw new AppError('BAD_REQUEST', 'Choose among the memories that the answer asks about.');
    const claim = (orm: Orm, deleted: ReadonlySet<string>) => close(orm, decidedStep(asked, proposal, deleted));
    const forgetting = { userId: user.id, ids: [...chosen], key: `${messageId}:${stepId}`, claim };
    return (await forgetMemories(ctx, forgetting)) ? 'done' : 'again';
  });
}
