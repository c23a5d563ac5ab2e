import { setTimeout as sleep } from 'node:timers/promises';
import type { Step } from '@noek/contract/chat/answers';
import type { Message } from '@noek/contract/chat/schemas';
import type { Orm } from '@noek/db/database';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { findMessage, type MessageRow, toMessage } from '../records/chat.queries.ts';
import { userOwner } from '../records/owner.ts';

const maxTries = 40;
const endedSoonMs = 50;

/** A question of an answer to the person, which is decided once. */
export type Question = {
  answer: MessageRow;
  /** The step that asks; undefined if there is none with this id. */
  asked: Step | undefined;
  /** The statement that puts the decided step in its place. It returns no row if the answer's steps have changed since they were read. */
  close(orm: Orm, decided: Step): PromiseLike<unknown[]>;
};

/** `again`: another decision was made meanwhile. `same`: it was decided like this before. */
export type Decision = 'done' | 'again' | 'same';

/**
 * Decides a question that an answer of the caller asks, and tells all open pages. `decide` makes the decision, in one step with `close`, or
 * refuses it. Throws NOT_FOUND for messages of others, and BAD_REQUEST while the answer is written.
 */
export async function decideStep(
  ctx: Ctx,
  { messageId, stepId }: { messageId: string; stepId: string },
  decide: (question: Question) => Promise<Decision>,
): Promise<Message> {
  const { user } = requireUser(ctx);
  const { messages: m } = ctx.db.tables;
  const stored = sql<string | null>`cast(${m.steps} as text)`;
  for (let tries = 1; tries <= maxTries; tries++) {
    const answer = await findMessage(ctx, messageId);
    if (answer.status === 'streaming') {
      if ((ctx.generations.current(answer) ?? answer).status === 'streaming')
        throw new AppError('BAD_REQUEST', 'This answer is still being written. Decide when it is done.');
      // The answer has ended in this process, and pages show that already; its row is about to be written.
      await sleep(endedSoonMs);
      continue;
    }
    const [read] = await ctx.db.orm.select({ text: stored }).from(m).where(eq(m.id, messageId));
    const before = read?.text ?? null;
    const steps = before === null ? [] : (JSON.parse(before) as Step[]);
    const asked = steps.find(({ id }) => id === stepId);
    const close = (orm: Orm, decided: Step) =>
      orm
        .update(m)
        .set({ steps: steps.map((step) => (step === asked ? decided : step)) })
        .where(and(eq(m.id, messageId), ne(m.status, 'streaming'), sql`${stored} = ${before}`))
        .returning({ id: m.id });
    const decision = await decide({ answer, asked, close });
    if (decision === 'again') continue;
    const message = toMessage(await findMessage(ctx, messageId));
    if (decision === 'done')
      ctx.live.publish(userOwner(user.id), {
        type: 'messages',
        conversationId: message.conversationId,
        messages: [message],
      });
    return message;
  }
  throw new AppError('UNAVAILABLE', 'This answer is being changed elsewhere. Please try again.');
}
