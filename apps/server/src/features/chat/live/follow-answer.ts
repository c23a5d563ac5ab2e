import type { GenerationEvent } from '@noek/contract/chat/stream';
import type { Ctx } from '../../../context.ts';
import { watchSession } from '../../auth/session/watch-session.ts';
import { isWaiting, readLog } from '../log/log.queries.ts';
import { eventOf } from '../log/log-entries.ts';
import { findMessage, toMessage } from '../rows/chat.queries.ts';
import { EventQueue } from './event-queue.ts';

/** An answer of another process is read from its log at least this often, in case a notification is lost. */
const pollMs = 1_000;

/**
 * Follows an answer in one of the actor's conversations: the events after `lastEventId`, then new ones, then `done`. Throws an
 * AbortError when `signal` aborts or the process shuts down, UNAUTHORIZED when the actor's session ends, and NOT_FOUND.
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
 * The same for an answer that is known to belong to the actor (it was sent in this request). Yields batches of the events
 * that are available together, so that they can be written out together.
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
  const ends = [signal, ctx.generations.closing, session.signal];
  const queue = new EventQueue<GenerationEvent>(...ends);
  const leave = ctx.generations.follow(messageId, after, (event) => queue.put(event));
  try {
    if (!leave) return yield* followLog(ctx, messageId, after, AbortSignal.any(ends));
    for (;;) {
      const events = await queue.take();
      yield events;
      if (events.at(-1)?.type === 'done') return;
    }
  } finally {
    leave?.();
    queue.close();
    session.stop();
  }
}

/**
 * Follows an answer that another process makes, or that no process makes any more, by reading its log after each notification, until
 * `signal` aborts.
 */
export async function* followLog(
  ctx: Ctx,
  messageId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent[], void> {
  const queue = new EventQueue<never>(signal);
  const unlisten = ctx.db.listen(
    (topic) => {
      if (topic.startsWith('answers:') && topic.includes(messageId)) queue.wake();
    },
    () => queue.wake(),
  );
  try {
    let wasWaiting = false;
    for (let last = after; ; await queue.wait(pollMs)) {
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
      if (events.length > 0) yield events.map(({ sequence, entry }) => eventOf(sequence, entry));
    }
  } finally {
    unlisten();
    queue.close();
  }
}
