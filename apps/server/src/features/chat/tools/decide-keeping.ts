import type { DecideKeepingInput, Message } from '@noek/contract/chat/schemas';
import type { Orm } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { type SaveOutcome, saveFromAnswer, Unclaimed } from '../../memory/for-answers/save-from-answer.ts';
import { memoryOff } from '../../memory/save-memory.ts';
import { sourceOf } from '../../memory/words/own-words.ts';
import { messageNotFound } from '../records/chat.queries.ts';
import { ownMessages } from '../records/own-messages.ts';
import { projectOfAnswer } from '../records/projects.queries.ts';
import { decideStep, type Question } from './decide-step.ts';
import { keptStep } from './memory-steps.ts';

/**
 * Keeps the memory that an answer asks about, or not, and closes the question. Only the first decision counts: repeating it returns the
 * answer as it is, and another one throws CONFLICT. At the limit of the plan, and while memory is off, keeping throws CONFLICT, and the question
 * stays open. Throws NOT_FOUND if nothing is asked there, and BAD_REQUEST while the answer is written.
 */
export function decideKeeping(ctx: Ctx, { messageId, stepId, keep }: DecideKeepingInput): Promise<Message> {
  const state = keep ? 'kept' : 'declined';
  return decideStep(ctx, { messageId, stepId }, async (question) => {
    const proposal = question.asked?.keep;
    if (!proposal) throw messageNotFound();
    if (proposal.state === state) return 'same';
    if (proposal.state !== 'open')
      throw new AppError('CONFLICT', 'You have decided this already. The page Memories shows what is kept.');
    try {
      return await (keep ? save(ctx, question) : decline(ctx, question));
    } catch (error) {
      if (error instanceof Unclaimed) return 'again';
      throw error;
    }
  });
}

/** The statement that closes a question. */
function closing({ asked, close }: Question, orm: Orm, outcome: SaveOutcome | null) {
  if (!asked?.keep) throw messageNotFound();
  return close(orm, keptStep(asked, asked.keep, outcome));
}

async function decline(ctx: Ctx, question: Question): Promise<'done'> {
  const closed = await ctx.db.write((orm) => closing(question, orm, null));
  if (closed.length === 0) throw new Unclaimed();
  return 'done';
}

async function save(ctx: Ctx, question: Question): Promise<'done'> {
  const { answer, asked } = question;
  if (!asked?.keep) throw messageNotFound();
  const { memory, replaces } = asked.keep;
  const projectId = await projectFor(ctx, answer.conversationId);
  const [newest, ...earlier] = answer.parentId === null ? [] : await ownMessages(ctx.db, answer.parentId);
  const source = newest && sourceOf(memory.content, [newest, ...earlier]);
  const outcome = await saveFromAnswer(ctx, {
    ...{ userId: requireUser(ctx).user.id, projectId, key: `${answer.id}:${asked.id}`, fields: memory },
    ...(replaces !== null && { replaces }),
    ...{ conversationId: answer.conversationId, messageId: source?.id ?? null, app: source?.app ?? null },
    claim: (orm, saved) => closing(question, orm, saved),
  });
  if (outcome.kind === 'off') throw memoryOff();
  if (outcome.kind === 'full') throw new AppError('CONFLICT', outcome.message, { flags: { memoryLimitReached: true } });
  return 'done';
}

/** The project whose chats alone will use it; null: all chats. Throws CONFLICT in a project without memory. */
async function projectFor({ db }: Ctx, conversationId: number): Promise<string | null> {
  const { conversations: c } = db.tables;
  const [row] = await db.orm.select({ projectId: c.projectId }).from(c).where(eq(c.id, conversationId));
  if (!row?.projectId) return null;
  const [project] = await projectOfAnswer.run(db, { id: row.projectId });
  if (!project || project.memory === 'off') throw new AppError('CONFLICT', 'Memory is off in this project.');
  return project.memory === 'own' ? project.id : null;
}
