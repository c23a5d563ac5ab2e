import type { Conversation } from '@noek/contract/chat/schemas';
import type { Allowance } from '@noek/contract/subscription/plans';
import { isConstraintViolation, type StatementResult, type Step } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { holdSession } from '../../auth/session/session-statements.ts';
import { addFigures } from '../../figures/add-figures.ts';
import { attachFiles } from '../../files/sending/attach-files.ts';
import { type Charge, readAllowance } from '../allowance/allowance.ts';
import { insertGeneration } from '../log/log.queries.ts';
import {
  type ConversationRow,
  findConversation,
  type MessageRow,
  toConversation,
  toMessage,
} from '../records/chat.queries.ts';
import type { Owner } from '../records/owner.ts';
import { holdProject } from '../records/projects.queries.ts';
import { sessionOf } from '../records/temporary.ts';
import { insertAnswer, insertConversation, insertTurn, showBranch, touchConversation } from './turn.queries.ts';

/** How many people may wait for each answer that is made at once. More would wait for minutes. */
const waitingPerSlot = 2;

/**
 * Refuses another answer (UNAVAILABLE) while more people wait than this process can answer in reasonable time. How many answers each of them
 * waits for does not count, so one person cannot keep others out.
 */
export function requireRoom({ generations, config }: Pick<Ctx, 'generations' | 'config'>): void {
  if (generations.waitingOwners < waitingPerSlot * config.maxConcurrentGenerations) return;
  throw new AppError('UNAVAILABLE', 'Noek is very busy at the moment. Please try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });
}

/** What one turn adds to a conversation. */
export type Turn = {
  /** As it was read. With `isNew`, the same step creates it. */
  conversation: ConversationRow;
  isNew: boolean;
  title: string;
  /** null: another answer to an existing question. */
  question: MessageRow | null;
  /** A streaming row, or the finished answer to a mode command. */
  answer: MessageRow;
  /** What changes in the conversation: its modes after a mode command, and settings that the message names. */
  settings?: Partial<Pick<ConversationRow, 'funMode' | 'harmfulMode' | 'webSearch' | 'model' | 'effort'>>;
};

/** Whether a turn follows a message other than the newest. Then the messages that followed it become another version. */
export const isBranch = ({ conversation, question, answer }: Turn): boolean =>
  (question ?? answer).parentId !== conversation.headMessageId;

/** What is written in the same step as a turn, once that holds its conversation. */
export type Alongside = (step: Step) => void;

/** Another turn was written in between. */
export class HeadMoved extends Error {}
const maxTries = 100;

/**
 * Calls `write` with the current conversation (null: a new one), and again with the newer one when another turn was written
 * in between. Throws UNAVAILABLE after 100 tries.
 */
export async function withConversation<Result>(
  ctx: Ctx,
  conversationId: number | null,
  write: (known: ConversationRow | null) => Promise<Result>,
): Promise<Result> {
  if (conversationId === null) return write(null);
  let known = await findConversation(ctx, conversationId);
  for (let tries = 1; tries <= maxTries; tries++) {
    try {
      return await write(known);
    } catch (error) {
      if (!(error instanceof HeadMoved) && !isConstraintViolation(error)) throw error;
      const { headMessageId } = known;
      known = await findConversation(ctx, conversationId);
      // A rule of the schema may also be broken by a repeated send, or by an owner whose account was deleted.
      if (known.headMessageId === headMessageId) throw error;
    }
  }
  throw new AppError('UNAVAILABLE', 'This conversation is too busy. Please try again.');
}

/**
 * Writes a turn in one atomic step with its charge and, for a streaming answer, its generation, which `onCommit` starts while the
 * commit is brought to disk. Returns what the owner has left, and the conversation afterwards: it may have been renamed or
 * archived since it was read. Throws UNAVAILABLE if too many answers wait, NOT_FOUND if the project of a new
 * conversation was deleted, and UNAUTHORIZED if the person of a new temporary chat has signed out.
 */
export async function writeTurn(
  ctx: Ctx,
  owner: Owner,
  turn: Turn,
  { charge, onCommit, alongside }: { charge: Charge | null; onCommit?: () => void; alongside?: Alongside | undefined },
): Promise<{ allowance: Allowance; after: Conversation }> {
  const { db } = ctx;
  const { conversation, isNew, question, answer } = turn;
  if (answer.status === 'streaming') requireRoom(ctx);
  const settings = changesIn(turn);
  const now = answer.createdAt;
  const { charged, touched } = await db.atomic(
    (step) => {
      const charged = charge?.addTo(step);
      const touched = isNew ? addConversation(ctx, step, turn) : touch(ctx, step, owner, turn);
      alongside?.(step);
      if (settings) {
        const { conversations: c } = db.tables;
        step.add(step.orm.update(c).set(settings).where(eq(c.id, conversation.id)));
      }
      if (isBranch(turn)) step.add(showBranch(db, step.orm, conversation.id, (question ?? answer).parentId));
      if (question) addQuestion(ctx, step, question, answer);
      else step.add(insertAnswer.in(db, step.orm, answer));
      if (answer.status === 'streaming') {
        const generation = { messageId: answer.id, bootId: ctx.bootId, now, chargeIds: charge?.ids ?? [] };
        step.add(insertGeneration.in(db, step.orm, generation));
      }
      charged?.addShared();
      if (question) {
        const label = owner.kind === 'user' ? 'people' : 'guests';
        addFigures(ctx, step, [{ metric: 'messages', label, amount: 1 }]);
      }
      return { charged, touched };
    },
    { onCommit },
  );
  const written = touched?.rows[0] ?? { ...conversation, ...newPlace(turn) };
  return {
    allowance: charged ? charged.allowance() : await readAllowance(ctx),
    after: toConversation({ ...written, ...settings }, now),
  };
}

/** How many messages a turn adds. */
const messagesOf = ({ question }: Turn): number => (question ? 2 : 1);

/** What a new conversation has after its first turn. */
const newPlace = (turn: Turn) => ({
  title: turn.title,
  headMessageId: turn.answer.id,
  nextOrdinal: messagesOf(turn),
});

/** Creates the conversation of a turn. The step throws if what it belongs to is gone: its project, or the login of a temporary chat. */
function addConversation(ctx: Ctx, step: Step, turn: Turn): null {
  const { conversation } = turn;
  step.add(insertConversation.in(ctx.db, step.orm, { ...conversation, ...newPlace(turn) }));
  if (conversation.projectId !== null) holdProject(ctx, step, conversation.projectId);
  const session = sessionOf(ctx, conversation);
  if (session !== null) holdSession(ctx.db, step, session);
  return null;
}

/** Reserves the place of a turn in a known conversation. The step throws HeadMoved if another turn was written in between. */
function touch({ db }: Ctx, step: Step, owner: Owner, turn: Turn): StatementResult<ConversationRow[]> {
  const { conversation, title, answer } = turn;
  const moved = {
    title,
    head: answer.id,
    headBefore: conversation.headMessageId,
    id: conversation.id,
    owner: owner.id,
    taken: messagesOf(turn),
    now: answer.createdAt,
  };
  return step.must(touchConversation[owner.kind].in(db, step.orm, moved), () => new HeadMoved());
}

/** Writes the two messages of a turn, and the files of the first one. */
function addQuestion(ctx: Ctx, step: Step, question: MessageRow, answer: MessageRow): void {
  step.add(
    insertTurn.in(ctx.db, step.orm, {
      ...question,
      userMessageId: question.id,
      assistantMessageId: answer.id,
      answer: answer.content,
      answerStatus: answer.status,
      model: answer.model,
    }),
  );
  if (question.files) attachFiles(ctx, step, question.id, question.files);
}

/** The settings that differ from the conversation as it was read; null for none, so that most turns write nothing for them. */
function changesIn({ conversation, settings = {} }: Turn): Turn['settings'] | null {
  const changed = Object.entries(settings).filter(
    ([name, value]) => conversation[name as keyof typeof settings] !== value,
  );
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Sends what a turn added to the owner's open pages. */
export function publishTurn(ctx: Ctx, owner: Owner, turn: Turn, conversation: Conversation): void {
  const messages = [...(turn.question ? [turn.question] : []), turn.answer].map(toMessage);
  ctx.live.publish(owner, { type: 'conversation', conversation });
  ctx.live.publish(owner, { type: 'messages', conversationId: conversation.id, messages });
  if (isBranch(turn)) ctx.live.publish(owner, { type: 'stale', conversationId: conversation.id });
  if (turn.question?.files) ctx.fileReadings.announce();
}
