import type { SendResult } from '@noek/contract/chat/schemas';
import { isConstraintViolation, type Step } from '@noek/db/database';
import { and, eq, sql } from 'drizzle-orm';
import type { AppDeps } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { sendWaiting } from '../messages/send-message.ts';
import { ownerOfConversation } from '../records/owner.ts';
import type { QueuedRow } from '../records/queue.queries.ts';
import { findSend } from '../turns/find-send.ts';
import { HeadMoved } from '../turns/turn.ts';
import { actForOwner } from './act-for-owner.ts';
import { publishQueue } from './publish-queue.ts';
import { noAnswerRuns, pauseAfter, type QueueState, queueState } from './queue-state.ts';

/** What became of the next message of a queue. */
export type Next =
  | { outcome: 'sent'; result: SendResult }
  | { outcome: 'empty' | 'running' | 'paused' }
  /** The queue is paused now. */
  | { outcome: 'refused'; error: AppError }
  /** It cannot be sent now, but may be soon. */
  | { outcome: 'later'; error: AppError };

/** Another process or tab has sent or changed it. */
class Taken extends Error {}
const maxTries = 50;

/**
 * Sends the first queued message of a conversation, if no answer is running and the last one ended well. One step takes it out of the queue
 * and writes its turn with the charge, so it is sent once, whoever tries, and waits or is sent after a crash. Otherwise the queue is paused,
 * and says why. With `resume`, a pause ends, and how the last answer ended does not matter.
 */
export async function sendNext(deps: AppDeps, conversationId: number, { resume = false } = {}): Promise<Next> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const state = await queueState(deps.db, conversationId);
    if (!state) return { outcome: 'empty' };
    if (state.isRunning) return { outcome: 'running' };
    if (!resume && !state.first.steers) {
      if (state.paused) return { outcome: 'paused' };
      const pause = pauseAfter(state.head);
      if (pause) {
        if (await pauseAt(deps, state, pause)) return { outcome: 'paused' };
        continue;
      }
    }
    try {
      return await sendFirst(deps, state, resume);
    } catch (error) {
      if (!(error instanceof HeadMoved || error instanceof Taken)) throw error;
    }
  }
  return { outcome: 'later', error: new AppError('UNAVAILABLE', 'This conversation is too busy. Please try again.') };
}

async function sendFirst(deps: AppDeps, state: QueueState, resume: boolean): Promise<Next> {
  const { conversation, first } = state;
  const ctx = await actForOwner(deps, conversation, first);
  if (!ctx) return refused(deps, state, new AppError('ACCOUNT_SUSPENDED', 'This account is suspended.'));
  const owner = ownerOfConversation(conversation);
  const { id, content, fileIds, pasted, settings, clientMessageId } = first;
  const input = { id, conversationId: conversation.id, content, fileIds, pasted, clientMessageId, ...settings };
  try {
    const result = await sendWaiting(ctx, owner, input, conversation, (step) => takeFirst(deps, step, first, resume));
    await publishQueue(deps, owner, conversation.id);
    return { outcome: 'sent', result };
  } catch (error) {
    // The same message was also sent directly.
    if (isConstraintViolation(error) && (await findSend(ctx, owner, clientMessageId))) {
      await dropQueued(deps, first);
      throw new Taken();
    }
    if (!(error instanceof AppError)) throw error;
    const isPassing = ['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL'].includes(error.code);
    return isPassing ? { outcome: 'later', error } : refused(deps, state, error);
  }
}

/** Takes a message out of the queue, in the step of its turn. The step throws Taken if it is not the first one any more, or has changed. */
function takeFirst({ db }: Pick<AppDeps, 'db'>, step: Step, row: QueuedRow, resume: boolean): void {
  const { queuedMessages: q, queuePauses: p } = db.tables;
  const { id, conversationId, revision, steers } = row;
  const isFirst = sql`${q.id} = (select o.id from queued_messages as o where o.conversation_id = ${conversationId} order by o.steers desc, o.place, o.id limit 1)`;
  const mayGo =
    resume || steers
      ? undefined
      : sql`not exists (select 1 from queue_pauses as w where w.conversation_id = ${conversationId})`;
  step.must(
    step.orm
      .delete(q)
      .where(and(eq(q.id, id), eq(q.revision, revision), isFirst, noAnswerRuns(conversationId), mayGo))
      .returning({ id: q.id }),
    () => new Taken(),
  );
  if (resume) step.add(step.orm.delete(p).where(eq(p.conversationId, conversationId)));
}

/** Pauses the queue because its first message was refused. */
async function refused(deps: AppDeps, state: QueueState, error: AppError): Promise<Next> {
  const reason = error.code === 'MESSAGE_LIMIT_REACHED' ? 'allowance' : 'refused';
  if (!(await pauseAt(deps, state, { reason, message: error.message }))) throw new Taken();
  return { outcome: 'refused', error };
}

type Pause = { reason: 'stopped' | 'failed' | 'allowance' | 'refused'; message: string };

/** Pauses a queue, unless a turn was written since its state was read. Resolves to whether it did. */
async function pauseAt(deps: AppDeps, { conversation, first }: QueueState, pause: Pause): Promise<boolean> {
  const { conversations: c, queuedMessages: q, queuePauses: p } = deps.db.tables;
  const { id: conversationId, headMessageId: head } = conversation;
  try {
    await deps.db.atomic((step) => {
      step.must(
        step.orm
          .update(c)
          .set({ title: sql`${c.title}` })
          .where(and(eq(c.id, conversationId), sql`${c.headMessageId} is not distinct from ${head}`))
          .returning({ id: c.id }),
        () => new Taken(),
      );
      step.must(
        step.orm
          // A message that could not interrupt waits like the others, before them.
          .update(q)
          .set({ steers: false, place: first.steers ? lowestPlace(conversationId) : first.place })
          .where(and(eq(q.id, first.id), eq(q.revision, first.revision)))
          .returning({ id: q.id }),
        () => new Taken(),
      );
      step.add(
        step.orm
          .insert(p)
          .values({ conversationId, ...pause })
          .onConflictDoUpdate({ target: p.conversationId, set: pause }),
      );
    });
  } catch (error) {
    if (error instanceof Taken) return false;
    throw error;
  }
  await publishQueue(deps, ownerOfConversation(conversation), conversationId);
  return true;
}

const lowestPlace = (conversationId: number) =>
  sql`(select min(o.place) - 1 from queued_messages as o where o.conversation_id = ${conversationId})`;

async function dropQueued({ db }: Pick<AppDeps, 'db'>, { id }: QueuedRow): Promise<void> {
  const { queuedMessages: q } = db.tables;
  await db.write((orm) => orm.delete(q).where(eq(q.id, id)));
}
