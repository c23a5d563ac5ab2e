import { setImmediate } from 'node:timers/promises';
import type { MessageStatus } from '@noek/contract/chat/schemas';
import { interruptedByMessage } from '@noek/contract/chat/texts';
import type { ModelTurn } from '../../log/log-entries.ts';
import type { MessageRow } from '../../records/chat.queries.ts';
import type { AnswerOptions } from './answer-options.ts';
import { AnswerRecord } from './answer-record.ts';
import { AnswerSources } from './answer-sources.ts';
import { AnswerText } from './answer-text.ts';
import { AnswerUsage } from './answer-usage.ts';

/** An answer while this process makes it: its text on the way, the record of what it was given and has used, and how it ends. */
export class RunningAnswer {
  readonly text: AnswerText;
  readonly record: AnswerRecord;
  readonly abort = new AbortController();
  readonly chargeIds: readonly string[];
  /** Whose answer it is; null for a guest's. */
  readonly userId: string | null;
  /** The conversation's title, if the answer may replace it; otherwise null. */
  readonly provisionalTitle: string | null;
  /** The model calls that asked for tools, as a process that died has logged them. */
  readonly turnsBefore: readonly ModelTurn[];
  /** It was sent to a model, here or by a process that died. From then on only a failure is refunded. */
  asked: boolean;
  /** How it ended, set before the end is written; null while it runs. */
  ending: { refund: boolean } | null = null;
  /** Those who wait for the end of its tools; null while none runs. */
  #tools: (() => void)[] | null = null;
  /** Set once the end is written. */
  settledAt: number | null = null;

  constructor(
    row: MessageRow,
    options: Pick<AnswerOptions, 'owner' | 'chargeIds' | 'provisionalTitle' | 'asked' | 'before'>,
  ) {
    this.text = new AnswerText(row, options.before);
    this.record = new AnswerRecord(this.text);
    // Also what it got in an earlier attempt counts when it ends.
    this.record.of(AnswerSources);
    this.chargeIds = options.chargeIds;
    this.userId = options.owner.userId;
    this.provisionalTitle = options.provisionalTitle;
    this.asked = options.asked ?? false;
    this.turnsBefore = options.before?.turns ?? [];
  }

  get id(): string {
    return this.text.row.id;
  }
  get row(): MessageRow {
    return this.text.row;
  }

  /** Logs what is known of it so far, for the process that continues it after its text. */
  handOver(): void {
    this.text.emit();
    const usage = this.record.of(AnswerUsage).soFar;
    if (usage !== null && this.text.mayShow()) this.text.log({ sources: [], usage });
  }

  /** Sets how the answer ends. Returns false if it has already ended. */
  end(
    status: Exclude<MessageStatus, 'streaming'>,
    options: { error?: string; errorHint?: string | null; refund?: boolean; shownLength?: number | undefined } = {},
  ): boolean {
    if (this.ending) return false;
    const { text, record } = this;
    text.end(status, options.shownLength);
    text.set({ ...record.atEnd(text.row), error: options.error ?? null, errorHint: options.errorHint ?? null });
    text.events.close();
    this.ending = { refund: options.refund ?? false };
    return true;
  }

  /** Ends it after a failure. It is refunded unless it got new text. */
  fail(error: string, errorHint: string | null = null): boolean {
    const { hasText, hasNewText } = this.text;
    return this.end(hasText ? 'interrupted' : 'failed', { error, errorHint, refund: !hasNewText });
  }

  /** Ends it because the reader stopped it. It is refunded only if it was not sent to a model yet. */
  stop(shownLength: number | undefined, note?: string): boolean {
    const ended = this.end('stopped', { shownLength, refund: !this.asked, ...(note !== undefined && { error: note }) });
    if (ended) this.abort.abort();
    return ended;
  }

  /** Stops it because the reader's next message interrupts it, once the tools that are running have ended. */
  async interrupt(shownLength: number | undefined): Promise<void> {
    if (this.#tools) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#tools.push(resolve);
      await promise;
    }
    this.stop(shownLength, interruptedByMessage);
  }

  /** Runs tools, which a message that interrupts waits for: what they were sent is not sent again. */
  async whileToolsRun(run: () => Promise<void>): Promise<void> {
    const waiting: (() => void)[] = [];
    this.#tools = waiting;
    try {
      await run();
    } finally {
      this.#tools = null;
      // No model is asked before they have stopped it.
      for (const go of waiting) go();
      if (waiting.length > 0) await setImmediate();
    }
  }

  /** Tells the followers that it ended. `row` is the stored row, if another process wrote it. */
  settle(row: MessageRow = this.row): void {
    this.settledAt = performance.now();
    this.text.settle(row);
  }

  /** Ends it here, because another process makes it from now on. */
  leave(): void {
    this.abort.abort();
    this.settledAt = performance.now();
    this.text.events.move();
  }
}
