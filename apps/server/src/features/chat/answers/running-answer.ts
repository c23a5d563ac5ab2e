import type { MessageStatus } from '@noek/contract/chat';
import { maxAnswerLength } from '@noek/contract/limits';
import type { GenerationEvent } from '@noek/contract/stream';
import { cutText, type MessageRow, toMessage } from '../chat.queries.ts';
import type { Mode } from '../messages/modes.ts';
import type { QueueEntry } from './answer-queue.ts';
import type { History } from './prompt.ts';

/** Followers get new text at most this often, in milliseconds, but the first text at once. */
const emitEveryMs = 50;

export type AnswerOptions = {
  /** How it is queued. */
  queueEntry: QueueEntry;
  premium: boolean;
  /** The model that was chosen for the answer; null: chosen automatically. */
  model: string | null;
  store: boolean;
  mode: Mode;
  chargeIds: readonly string[];
  /** The conversation's title, if the answer may replace it; otherwise null. */
  provisionalTitle: string | null;
  /** A process that died may have sent it to a model already. */
  asked?: boolean;
  /** The turns that lead to the answer, if the caller has them; otherwise they are read from the database. */
  history?: History;
};

/** An answer while this process makes it: its text, its events and its followers. */
export class RunningAnswer {
  readonly abort = new AbortController();
  readonly chargeIds: readonly string[];
  /** The conversation's title, if the answer may replace it; otherwise null. */
  readonly provisionalTitle: string | null;
  /** The text of each event; event n is deltas[n - 1 - offset]. */
  readonly #deltas: string[] = [];
  readonly #offset: number;
  readonly #followers = new Set<(event: GenerationEvent) => void>();
  #row: MessageRow;
  #held = '';
  #lastEmit = Number.NEGATIVE_INFINITY;
  /** The sequence number of the last logged event. */
  loggedSequence: number;
  /** It was sent to a model, here or by a process that died. From then on only a failure is refunded. */
  asked: boolean;
  /** It reached the length limit, and text was dropped. */
  isFull = false;
  /** It is queued. */
  #waiting = false;
  /** How it ended, set before the end is written; null while it runs. */
  ending: { refund: boolean } | null = null;
  /** Set once the end is written. */
  settledAt: number | null = null;

  constructor(row: MessageRow, options: Pick<AnswerOptions, 'chargeIds' | 'provisionalTitle' | 'asked'>) {
    this.#row = row;
    this.chargeIds = options.chargeIds;
    this.provisionalTitle = options.provisionalTitle;
    this.asked = options.asked ?? false;
    this.#offset = row.sequence;
    this.loggedSequence = row.sequence;
  }

  get id(): string {
    return this.#row.id;
  }
  get row(): MessageRow {
    return this.#row;
  }
  get hasText(): boolean {
    return this.#row.content.length > 0 || this.#held.length > 0;
  }
  /** It got text since it was started here. A continued answer also has older text. */
  get hasNewText(): boolean {
    return this.#row.sequence > this.#offset || this.#held.length > 0;
  }

  /** Tells the followers whether it is queued. */
  setWaiting(waiting: boolean): void {
    if (this.ending || this.#waiting === waiting) return;
    this.#waiting = waiting;
    for (const follower of this.#followers) follower(this.#waitingEvent());
  }

  setAnsweredBy(label: string): void {
    this.#row = { ...this.#row, answeredBy: label };
  }

  /** Sets how many earlier messages were not sent to the model. */
  setTurnsLeftOut(turns: number): void {
    this.#row = { ...this.#row, turnsLeftOut: turns };
  }

  /** Adds text. Returns false when the answer has reached the length limit and text was dropped. */
  push(text: string): boolean {
    const room = maxAnswerLength - this.#row.content.length - this.#held.length;
    this.#held += cutText(text, room);
    this.isFull ||= text.length > room;
    if (performance.now() - this.#lastEmit >= emitEveryMs) this.emit();
    return !this.isFull;
  }

  /** Sends the held text to the followers as one event. */
  emit(): void {
    if (!this.#held || this.ending) return;
    const text = this.#held;
    this.#held = '';
    this.#lastEmit = performance.now();
    this.#deltas.push(text);
    const sequence = this.#row.sequence + 1;
    this.#row = { ...this.#row, content: this.#row.content + text, sequence };
    const event: GenerationEvent = { type: 'delta', sequence, text };
    for (const follower of this.#followers) follower(event);
  }

  /** Sets how the answer ends. Returns false if it has already ended. */
  end(
    status: Exclude<MessageStatus, 'streaming'>,
    options: { error?: string; errorHint?: string | null; refund?: boolean; shownLength?: number | undefined } = {},
  ): boolean {
    if (this.ending) return false;
    if (status !== 'stopped') this.emit();
    const content = status === 'stopped' ? this.#shown(options.shownLength) : this.#row.content;
    this.ending = { refund: options.refund ?? false };
    this.#row = { ...this.#row, content, status, error: options.error ?? null, errorHint: options.errorHint ?? null };
    return true;
  }

  /** Ends it after a failure. It is refunded unless it got new text. */
  fail(error: string, errorHint: string | null = null): boolean {
    return this.end(this.hasText ? 'interrupted' : 'failed', { error, errorHint, refund: !this.hasNewText });
  }

  /** Ends it because the reader stopped it. It is refunded only if it was not sent to a model yet. */
  stop(shownLength: number | undefined): boolean {
    const ended = this.end('stopped', { shownLength, refund: !this.asked });
    if (ended) this.abort.abort();
    return ended;
  }

  /** The texts of the events after `sequence`. */
  deltasAfter(sequence: number): string[] {
    return this.#deltas.slice(Math.max(0, sequence - this.#offset));
  }

  /** Calls back for each event after `after`: past ones at once, new ones as they come. Returns how to stop. */
  follow(after: number, onEvent: (event: GenerationEvent) => void): () => void {
    let sequence = Math.max(after, this.#offset);
    for (const text of this.deltasAfter(sequence)) onEvent({ type: 'delta', sequence: ++sequence, text });
    if (this.#waiting && !this.ending) onEvent(this.#waitingEvent());
    if (this.settledAt !== null) onEvent(this.#doneEvent());
    else this.#followers.add(onEvent);
    return () => void this.#followers.delete(onEvent);
  }

  /** Tells the followers that it ended. `row` is the stored row, if another process wrote it. */
  settle(row: MessageRow = this.#row): void {
    this.#row = row;
    this.settledAt = performance.now();
    const event = this.#doneEvent();
    for (const follower of this.#followers) follower(event);
    this.#followers.clear();
  }

  /** The text that was on screen when the reader stopped it. */
  #shown(length = Number.POSITIVE_INFINITY): string {
    return cutText(this.#row.content, length);
  }

  #waitingEvent(): GenerationEvent {
    return { type: 'waiting', sequence: this.#row.sequence, waiting: this.#waiting };
  }

  #doneEvent(): GenerationEvent {
    return { type: 'done', sequence: this.#row.sequence, message: toMessage(this.#row) };
  }
}
