import { setTimeout as sleep } from 'node:timers/promises';
import type { Step } from '@noek/contract/chat/answers';
import type { DecideForgettingInput, Message } from '@noek/contract/chat/schemas';
import type { Orm } from '@noek/db/database';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { forgetMemories } from '../../memory/for-answers/forget-memories.ts';
import { findMessage, messageNotFound, toMessage } from '../records/chat.queries.ts';
import { userOwner } from '../records/owner.ts';
import { decidedStep } from './memory-steps.ts';

const maxTries = 40;
const endedSoonMs = 50;

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
  const { messages: m } = ctx.db.tables;
  const stored = sql<string | null>`cast(${m.steps} as text)`;
  const chosen = new Set(memoryIds);
  for (let tries = 1; tries <= maxTries; tries++) {
    const row = await findMessage(ctx, messageId);
    if (row.status === 'streaming') {
      if ((ctx.generations.current(row) ?? row).status === 'streaming')
        throw new AppError('BAD_REQUEST', 'This answer is still being written. Decide when it is done.');
      // The answer has ended in this process, and pages show that already; its row is about to be written.
      await sleep(endedSoonMs);
      continue;
    }
    const [read] = await ctx.db.orm.select({ text: stored }).from(m).where(eq(m.id, messageId));
    const before = read?.text ?? null;
    const steps = before === null ? [] : (JSON.parse(before) as Step[]);
    const asked = steps.find(({ id }) => id === stepId);
    const proposal = asked?.forget;
    if (!asked || !proposal) throw messageNotFound();
    if (proposal.state === 'decided') {
      const isSame = proposal.memories.every(({ id, deleted }) => deleted === chosen.has(id));
      // Another tab may have decided since the row was read.
      if (isSame) return toMessage(await findMessage(ctx, messageId));
      throw new AppError('CONFLICT', 'You have decided this already. The page Memories shows what is left.');
    }
    if (![...chosen].every((id) => proposal.memories.some((memory) => memory.id === id)))
      throw new AppError('BAD_REQUEST', 'Choose among the memories that the answer asks about.');

    const close = (orm: Orm, deleted: ReadonlySet<string>) =>
      orm
        .update(m)
        .set({ steps: steps.map((step) => (step === asked ? decidedStep(step, proposal, deleted) : step)) })
        .where(and(eq(m.id, messageId), ne(m.status, 'streaming'), sql`${stored} = ${before}`))
        .returning({ id: m.id });
    const forgetting = { userId: user.id, ids: [...chosen], key: `${messageId}:${stepId}`, claim: close };
    if (!(await forgetMemories(ctx, forgetting))) continue;
    const message = toMessage(await findMessage(ctx, messageId));
    ctx.live.publish(userOwner(user.id), {
      type: 'messages',
      conversationId: message.conversationId,
      messages: [message],
    });
    return message;
  }
  throw new AppError('UNAVAILABLE', 'This answer is being changed elsewhere. Please try again.');
}
