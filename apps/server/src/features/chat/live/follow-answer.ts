import type { GenerationEvent } from '@noek/contract/chat/stream';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { watchSession } from '../../auth/session/watch-session.ts';
import { findGeneration, readLog } from '../log/log.queries.ts';
import { eventOf } from '../log/log-entries.ts';
import { findMessage, toMessage } from '../records/chat.queries.ts';
import { requireOwner } from '../records/owner.ts';
import { EventQueue } from './event-queue.ts';
import type { FollowedEvent } from './follower.ts';

/** An answer of another process is read from its log at least this often, in case a notification is lost. */
const pollMs = 1_000;

/**
 * Follows an answer in one of the actor's conversations: the events after `lastEventId`, then new ones, then `done`. Throws an
 * AbortError when `signal` aborts or the process shuts down, UNAUTHORIZED when the actor's session ends, RATE_LIMITED when the actor follows
 * too many answers at once and this is the oldest stream, and NOT_FOUND.
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
  const stream = oneOfFew(ctx, `answers of ${requireOwner(ctx).key}`);
  try {
    for await (const events of batches(ctx, id, lastEventId ?? 0, [signal, stream.replaced])) yield* events;
  } finally {
    stream.leave();
  }
}

/**
 * Enters a stream of which only a few with the same name may be open. `replaced` of the oldest one aborts, with RATE_LIMITED, when there is one
 * too many. Call `leave` when the stream ends.
 */
export function oneOfFew(ctx: Pick<Ctx, 'live'>, name: string): { replaced: AbortSignal; leave(): void } {
  const replaced = new AbortController();
  return {
    replaced: replaced.signal,
    leave: ctx.live.enter(name, () => replaced.abort(tooManyStreams())),
  };
}

const tooManyStreams = () =>
  new AppError('RATE_LIMITED', 'Too many streams of answers are open, so this one was ended.', {
    headers: { 'Retry-After': '60' },
  });

/**
 * The same for an answer that is known to belong to the actor (it was sent in this request), until one of `ends` aborts. Yields batches of
 * the events that are available together, so that they can be written out together.
 */
export function followInBatches(
  ctx: Ctx,
  messageId: string,
  after: number,
  ends: readonly AbortSignal[],
): AsyncGenerator<GenerationEvent[], void> {
  return ctx.background.stream(batches(ctx, messageId, after, ends));
}

async function* batches(
  ctx: Ctx,
  messageId: string,
  after: number,
  ends: readonly AbortSignal[],
): AsyncGenerator<GenerationEvent[], void> {
  const session = watchSession(ctx);
  try {
    const all = [...ends, ctx.generations.closing, session.signal];
    for await (const events of followAnywhere(ctx, messageId, after, all)) {
      const shown = events.filter((event) => event.type !== 'document-part');
      if (shown.length > 0) yield shown;
    }
  } finally {
    session.stop();
  }
}

/**
 * Follows an answer wherever it is made: from memory in this process, over the link to another one, or by reading its log after each
 * notification, until one of `ends` aborts. `maker` is the process that makes it, if that is known.
 */
export async function* followAnywhere(
  ctx: Ctx,
  messageId: string,
  after: number,
  ends: readonly AbortSignal[],
  maker: string | null = null,
): AsyncGenerator<FollowedEvent[], void> {
  let last = after;
  let wasWaiting = false;
  for (let by = maker; ; ) {
    for await (const events of fromItsMaker(ctx, { messageId, after: last, by }, ends)) {
      yield events;
      const newest = events.at(-1);
      if (newest?.type === 'done') return;
      last = newest?.sequence ?? last;
    }
    // Nothing that happens while the log is read is missed.
    const queue = new EventQueue<never>(...ends);
    const unlisten = ctx.db.listen(
      (topic) => {
        if (topic.startsWith('answers:') && topic.includes(messageId)) queue.wake();
      },
      () => queue.wake(),
    );
    try {
      for (let asked = by; ; await queue.wait(pollMs)) {
        const message = await findMessage(ctx, messageId);
        if (message.status !== 'streaming') {
          yield [{ type: 'done', sequence: message.sequence, message: toMessage(message) }];
          return;
        }
        const generation = await findGeneration(ctx.db, messageId);
        const waiting = generation?.waitingSince != null;
        if (waiting !== wasWaiting) yield [{ type: 'waiting', sequence: last, waiting }];
        wasWaiting = waiting;
        const events = await readLog(ctx.db, messageId, last);
        last = events.at(-1)?.sequence ?? last;
        if (events.length > 0) yield events.map(({ sequence, entry }) => eventOf(sequence, entry));
        by = generation?.bootId ?? null;
        // A process that has just said that it does not make the answer is not asked again at once.
        if (by !== null && by !== asked && (by === ctx.bootId || ctx.remoteAnswers.reaches(by))) break;
        asked = null;
      }
    } finally {
      unlisten();
      queue.close();
    }
  }
}

/** The events as the process that makes the answer has them. Ends without "done" if no reachable process makes it (any more). */
async function* fromItsMaker(
  ctx: Ctx,
  { messageId, after, by }: { messageId: string; after: number; by: string | null },
  ends: readonly AbortSignal[],
): AsyncGenerator<FollowedEvent[], void> {
  const queue = new EventQueue<FollowedEvent>(...ends);
  const follower = { onEvent: (event: FollowedEvent) => queue.put(event), onMoved: () => queue.end() };
  const leave =
    ctx.generations.follow(messageId, after, follower) ??
    (by === null ? null : ctx.remoteAnswers.follow(by, messageId, after, follower));
  if (!leave) return queue.close();
  try {
    for (let events = await queue.take(); events.length > 0; events = await queue.take()) yield events;
  } finally {
    leave();
    queue.close();
  }
}
