import type { GenerationEvent } from '@noek/contract/stream';
import type { Ctx } from '../../../context.ts';
import { watchSession } from '../../auth/session/watch-session.ts';
import { findMessage, isWaiting, readLog, toMessage } from '../chat.queries.ts';
import { Inbox } from './inbox.ts';

/** How long an answer that another process makes may go without a wake-up before its log is read all the same. */
const pollMs = 1_000;

/**
 * Follows an answer of one of the actor's own conversations: what came after `lastEventId`, then what comes, then `done`.
 * Ends early, by an AbortError, when `signal` aborts or the process is about to end, and by UNAUTHORIZED when the actor's
 * session ends.
 */
export function followAnswer(
  ctx: Ctx,
  input: AnswerToFollow,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void> {
  return ctx.background.stream(eventByEvent(ctx, input, signal));
}

type AnswerToFollow = { messageId: string; lastEventId?: number | null | undefined };

async function* eventByEvent(
  ctx: Ctx,
  { messageId, lastEventId }: AnswerToFollow,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void> {
  const { id } = await findMessage(ctx, messageId);
  for await (const events of batches(ctx, id, lastEventId ?? 0, signal)) yield* events;
}

/**
 * The same for an answer that is known to be the actor's (a send of this very request): batches of what is there at
 * once, so that whoever writes them out can do so in one go.
 */
export function followInBatches(
  ctx: Ctx,
  messageId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent[], void> {
  return ctx.background.stream(batches(ctx, messageId, after, signal));
}

async function* batches(
  ctx: Ctx,
  messageId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent[], void> {
  const session = watchSession(ctx);
  const ended = AbortSignal.any([signal, ctx.generations.closing, session.signal]);
  const inbox = new Inbox<GenerationEvent>(ended);
  const leave = ctx.generations.follow(messageId, after, (event) => inbox.put(event));
  try {
    if (!leave) return yield* followLog(ctx, messageId, after, ended);
    for (;;) {
      const events = await inbox.take();
      yield events;
      if (events.at(-1)?.type === 'done') return;
    }
  } finally {
    leave?.();
    inbox.close();
    session.stop();
  }
}

/**
 * Follows an answer that another process makes (or nobody any more): its log is read whenever something wakes us, until
 * `signal` aborts.
 */
export async function* followLog(
  ctx: Ctx,
  messageId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent[], void> {
  const inbox = new Inbox<never>(signal);
  const unlisten = ctx.db.listen((topic) => {
    if (topic.startsWith('answers:') && topic.includes(messageId)) inbox.wake();
  });
  try {
    let wasWaiting = false;
    for (let last = after; ; await inbox.wait(pollMs)) {
      const message = await findMessage(ctx, messageId);
      if (message.status !== 'streaming') {
        yield [{ type: 'done', sequence: message.sequence, message: toMessage(message) }];
        return;
      }
      const waiting = await isWaiting(ctx.db, messageId);
      if (waiting !== wasWaiting) yield [{ type: 'waiting', sequence: last, waiting }];
      wasWaiting = waiting;
      const events = await readLog(ctx.db, messageId, last);
      last = events.at(-1)?.sequence ?? last;
      if (events.length > 0) yield events.map((event) => ({ type: 'delta', ...event }));
    }
  } finally {
    unlisten();
    inbox.close();
  }
}
