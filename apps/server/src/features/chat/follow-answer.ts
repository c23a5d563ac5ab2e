import type { GenerationEvent } from '@noek/contract/stream';
import type { Ctx } from '../../context.ts';
import { watchSession } from '../auth/watch-session.ts';
import { findMessage, readLog, toMessage } from './chat.queries.ts';

/** How long an answer that another process makes may go without a wake-up before its log is read all the same. */
const pollMs = 1_000;

/**
 * Follows an answer of one of the actor's own conversations: what came after `lastEventId`, then what comes, then `done`.
 * Ends early, by an AbortError, when `signal` aborts or the process is about to end, and by UNAUTHORIZED when the actor's
 * session ends.
 */
export async function* followAnswer(
  ctx: Ctx,
  input: { messageId: string; lastEventId?: number | null | undefined },
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void> {
  const { id } = await findMessage(ctx, input.messageId);
  for await (const events of followInBatches(ctx, id, input.lastEventId ?? 0, signal)) yield* events;
}

/**
 * The same for an answer that is known to be the actor's (a send of this very request): batches of what is there at
 * once, so that whoever writes them out can do so in one go.
 */
export async function* followInBatches(
  ctx: Ctx,
  messageId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent[], void> {
  const session = watchSession(ctx);
  const inbox = new Inbox(AbortSignal.any([signal, ctx.generations.closing, session.signal]));
  const leave = ctx.generations.follow(messageId, after, (event) => inbox.put(event));
  try {
    if (!leave) return yield* readFromLog(ctx, messageId, after, inbox);
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

/** Another process makes the answer (or nobody any more): its log is read whenever something wakes us. */
async function* readFromLog(
  ctx: Ctx,
  messageId: string,
  after: number,
  inbox: Inbox,
): AsyncGenerator<GenerationEvent[], void> {
  const unlisten = ctx.db.listen((topic) => {
    if (topic.startsWith('answers:') && topic.includes(messageId)) inbox.wake();
  });
  try {
    for (let last = after; ; await inbox.wait(pollMs)) {
      const message = await findMessage(ctx, messageId);
      if (message.status !== 'streaming') {
        yield [{ type: 'done', sequence: message.sequence, message: toMessage(message) }];
        return;
      }
      const events = await readLog(ctx.db, messageId, last);
      last = events.at(-1)?.sequence ?? last;
      if (events.length > 0) yield events.map((event) => ({ type: 'delta', ...event }));
    }
  } finally {
    unlisten();
  }
}

/** Events on their way to one reader. */
class Inbox {
  readonly #signal: AbortSignal;
  #events: GenerationEvent[] = [];
  #wake: (() => void) | null = null;
  readonly #onAbort = () => this.wake();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
  }

  put(event: GenerationEvent): void {
    this.#events.push(event);
    this.wake();
  }

  wake(): void {
    this.#wake?.();
    this.#wake = null;
  }

  /** Everything that has arrived, as soon as that is something. */
  async take(): Promise<GenerationEvent[]> {
    while (this.#events.length === 0) {
      this.#signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const events = this.#events;
    this.#events = [];
    return events;
  }

  async wait(ms: number): Promise<void> {
    this.#signal.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.#signal.throwIfAborted();
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}
