import type { Conversation } from '@noek/contract/chat/schemas';
import { isConstraintViolation, type Orm, type Statement } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { holdSession, requireSignedIn } from '../../auth/session/session-statements.ts';
import { figuresStatements } from '../../figures/add-figures.ts';
import { attachFiles } from '../../files/sending/attach-files.ts';
import type { Charge } from '../allowance/allowance.ts';
import { insertGeneration } from '../log/log.queries.ts';
import {
  type ConversationRow,
  findConversation,
  type MessageRow,
  toConversation,
  toMessage,
} from '../records/chat.queries.ts';
import type { Owner } from '../records/owner.ts';
import { holdProjects, ownProject, requireHeld } from '../records/projects.queries.ts';
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
 * commit is brought to disk. Returns the results of the charge, and the conversation afterwards: it may have been renamed or
 * archived since it was read. Throws UNAVAILABLE if too many answers wait, NOT_FOUND if the project of a new
 * conversation was deleted, and UNAUTHORIZED if the person of a new temporary chat has signed out.
 */
export async function writeTurn(
  ctx: Ctx,
  owner: Owner,
  turn: Turn,
  { charge, onCommit }: { charge: Charge | null; onCommit?: () => void },
): Promise<{ charged: readonly unknown[]; after: Conversation }> {
  const { db } = ctx;
  const { conversation, isNew, title, question, answer } = turn;
  if (answer.status === 'streaming') requireRoom(ctx);
  const settings = changesIn(turn);
  const taken = question ? 2 : 1;
  const now = answer.createdAt;
  const moved = {
    title,
    head: answer.id,
    headBefore: conversation.headMessageId,
    id: conversation.id,
    owner: owner.id,
    taken,
    now,
  };
  const created = { ...conversation, title, headMessageId: answer.id, nextOrdinal: taken };
  const ownCharge = charge?.size ?? 0;
  const conversationIn = (results: readonly unknown[]) =>
    isNew ? created : (results[ownCharge] as ConversationRow[])[0];
  // A temporary chat is in no project, so at most one of these is held.
  const heldProject = isNew ? conversation.projectId : null;
  const heldSession = isNew ? sessionOf(ctx, conversation) : null;
  let shared = { at: 0, end: 0 };
  const chargeIn = (results: readonly unknown[]) => [
    ...results.slice(0, ownCharge),
    ...results.slice(shared.at, shared.end),
  ];
  const build = (orm: Orm): Statement[] => {
    const statements = [
      ...(charge?.statements(orm) ?? []),
      isNew ? insertConversation.in(db, orm, created) : touchConversation[owner.kind].in(db, orm, moved),
      ...(heldProject === null ? [] : [holdProjects(db, orm, ownProject(ctx, heldProject))]),
      ...(heldSession === null ? [] : [holdSession(db, orm, heldSession)]),
      ...(settings
        ? [orm.update(db.tables.conversations).set(settings).where(eq(db.tables.conversations.id, conversation.id))]
        : []),
      ...(isBranch(turn) ? [showBranch(db, orm, conversation.id, (question ?? answer).parentId)] : []),
      question
        ? insertTurn.in(db, orm, {
            ...question,
            userMessageId: question.id,
            assistantMessageId: answer.id,
            answer: answer.content,
            answerStatus: answer.status,
            model: answer.model,
          })
        : insertAnswer.in(db, orm, answer),
      ...(question?.files ? attachFiles(ctx, orm, question.id, question.files) : []),
      ...(answer.status === 'streaming'
        ? [
            insertGeneration.in(db, orm, {
              messageId: answer.id,
              bootId: ctx.bootId,
              now,
              chargeIds: charge?.ids ?? [],
            }),
          ]
        : []),
    ];
    const sharedCharge = charge?.sharedStatements(orm) ?? [];
    shared = { at: statements.length, end: statements.length + sharedCharge.length };
    statements.push(...sharedCharge);
    if (question)
      statements.push(
        ...figuresStatements(ctx, orm, [
          { metric: 'messages', label: owner.kind === 'user' ? 'people' : 'guests', amount: 1 },
        ]),
      );
    return statements;
  };
  const rows: readonly unknown[] = await db.atomic(
    build,
    (results: readonly unknown[]) => {
      charge?.verify(chargeIn(results));
      if (heldProject !== null) requireHeld(results[ownCharge + 1]);
      if (heldSession !== null) requireSignedIn(results[ownCharge + 1] as unknown[]);
      if (!conversationIn(results)) throw new HeadMoved();
    },
    onCommit,
  );
  return {
    charged: chargeIn(rows),
    after: toConversation({ ...(conversationIn(rows) ?? conversation), ...settings }, now),
  };
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
