import type { MessageStatus } from '@noek/contract/chat';
import { maxAnswerLength } from '@noek/contract/limits';
import type { GenerationEvent } from '@noek/contract/stream';
import { cutText, type MessageRow, toMessage } from '../chat.queries.ts';
import type { Mode } from '../messages/modes.ts';
import type { LineOf } from './answer-queue.ts';
import type { History } from './prompt.ts';

/** Followers see new text at most this often, in milliseconds; the first piece at once. */
const emitEveryMs = 50;

export type AnswerOptions = {
  /** Where it waits for its turn. */
  line: LineOf;
  premium: boolean;
  store: boolean;
  mode: Mode;
  chargeIds: readonly string[];
  /** What the conversation is called until the answer gives it a title; null when it has one. */
  provisionalTitle: string | null;
  /** A process that is gone may have asked a model for it already. */
  asked?: boolean;
  /** The turns that lead to the answer, where the caller has them at hand; read from the database else. */
  history?: History;
};

/** An answer while this process makes it: its text, its events, and who follows it. */
export class RunningAnswer {
  readonly abort = new AbortController();
  readonly chargeIds: readonly string[];
  /** What its conversation is called until the answer gives it a title; null when it has one. */
  readonly provisionalTitle: string | null;
  /** Text of every event; event n is deltas[n - 1 - offset]. */
  readonly #deltas: string[] = [];
  readonly #offset: number;
  readonly #followers = new Set<(event: GenerationEvent) => void>();
  #row: MessageRow;
  #held = '';
  #lastEmit = Number.NEGATIVE_INFINITY;
  /** The last event that is in the log. */
  loggedSequence: number;
  /** A model was asked for it, here or by a process that is gone: from then on only a failure is given back. */
  asked: boolean;
  /** Something was left out, because an answer may be no longer. */
  isFull = false;
  /** It waits for its turn. */
  #waiting = false;
  /** How it ended, waiting to be written; null while it runs. */
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
  /** Words came since it was started here; one that is continued has older words. */
  get hasNewText(): boolean {
    return this.#row.sequence > this.#offset || this.#held.length > 0;
  }

  /** Tells the followers that it waits for its turn, or no longer does. */
  wait(waiting: boolean): void {
    if (this.ending || this.#waiting === waiting) return;
    this.#waiting = waiting;
    for (const follower of this.#followers) follower(this.#turn());
  }

  answeredBy(label: string): void {
    this.#row = { ...this.#row, answeredBy: label };
  }

  /** How many earlier messages the model was not shown. */
  leftOut(turns: number): void {
    this.#row = { ...this.#row, turnsLeftOut: turns };
  }

  /** Adds text. Returns false when the answer is as long as it may be, and something was left out. */
  push(text: string): boolean {
    const room = maxAnswerLength - this.#row.content.length - this.#held.length;
    this.#held += cutText(text, room);
    this.isFull ||= text.length > room;
    if (performance.now() - this.#lastEmit >= emitEveryMs) this.emit();
    return !this.isFull;
  }

  /** Turns held text into one event and hands it to the followers. */
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

  /** Fixes how the answer ends. Returns false when that was decided before. */
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

  /** Ends it because it failed: what it cost is given back unless new words came. */
  fail(error: string, errorHint: string | null = null): boolean {
    return this.end(this.hasText ? 'interrupted' : 'failed', { error, errorHint, refund: !this.hasNewText });
  }

  /** Ends it because its reader wants no more of it: what it cost is given back only while it still waits for its turn. */
  stop(shownLength: number | undefined): boolean {
    const ended = this.end('stopped', { shownLength, refund: !this.asked });
    if (ended) this.abort.abort();
    return ended;
  }

  /** Texts of the events after `sequence`. */
  deltasAfter(sequence: number): string[] {
    return this.#deltas.slice(Math.max(0, sequence - this.#offset));
  }

  /** Calls back for every event after `after`: the past ones now, the others as they come. Returns how to stop. */
  follow(after: number, onEvent: (event: GenerationEvent) => void): () => void {
    let sequence = Math.max(after, this.#offset);
    for (const text of this.deltasAfter(sequence)) onEvent({ type: 'delta', sequence: ++sequence, text });
    if (this.#waiting && !this.ending) onEvent(this.#turn());
    if (this.settledAt !== null) onEvent(this.#done());
    else this.#followers.add(onEvent);
    return () => void this.#followers.delete(onEvent);
  }

  /** Tells the followers the end; `row` is what the database holds where that differs from ours. */
  settle(row: MessageRow = this.#row): void {
    this.#row = row;
    this.settledAt = performance.now();
    const event = this.#done();
    for (const follower of this.#followers) follower(event);
    this.#followers.clear();
  }

  /** What was on screen when Stop was pressed. */
  #shown(length = Number.POSITIVE_INFINITY): string {
    return cutText(this.#row.content, length);
  }

  #turn(): GenerationEvent {
    return { type: 'waiting', sequence: this.#row.sequence, waiting: this.#waiting };
  }

  #done(): GenerationEvent {
    return { type: 'done', sequence: this.#row.sequence, message: toMessage(this.#row) };
  }
}
