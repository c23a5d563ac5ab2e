import type { GenerationEvent } from '@noek/contract/stream';
import type { Ctx } from '../../context.ts';
import { findMessage, readLog, toMessage } from './chat.queries.ts';

/** How long an answer that another process makes may go without a wake-up before its log is read all the same. */
const pollMs = 1_000;

/**
 * Follows an answer of one of the actor's own conversations: what came after `lastEventId`, then what comes, then `done`.
 * Ends early, by an AbortError, only when `signal` aborts or the process is about to end.
 */
export async function* followAnswer(
  ctx: Ctx,
  input: { messageId: string; lastEventId?: number | null | undefined },
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void> {
  const row = await findMessage(ctx, input.messageId);
  let after = input.lastEventId ?? 0;
  const inbox = new Inbox(AbortSignal.any([signal, ctx.generations.closing]));

  const leave = ctx.generations.follow(row.id, after, (event) => inbox.put(event));
  try {
    if (leave) {
      for (;;) {
        const event = await inbox.take();
        yield event;
        if (event.type === 'done') return;
      }
    }
    const unlisten = ctx.db.listen((topic) => {
      if (topic.startsWith('answers:') && topic.includes(row.id)) inbox.wake();
    });
    try {
      for (;;) {
        const now = await findMessage(ctx, row.id);
        if (now.status !== 'streaming') {
          yield { type: 'done', sequence: now.sequence, message: toMessage(now) };
          return;
        }
        for (const event of await readLog(ctx.db, row.id, after)) {
          after = event.sequence;
          yield { type: 'delta', ...event };
        }
        await inbox.wait(pollMs);
      }
    } finally {
      unlisten();
    }
  } finally {
    leave?.();
    inbox.close();
  }
}

/** Events on their way to one reader. */
class Inbox {
  readonly #signal: AbortSignal;
  readonly #events: GenerationEvent[] = [];
  #read = 0;
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

  async take(): Promise<GenerationEvent> {
    for (;;) {
      const event = this.#events[this.#read];
      if (event) {
        this.#read++;
        return event;
      }
      this.#signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
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
