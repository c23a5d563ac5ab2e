import type { Step } from '@noek/contract/chat/answers';
import { maxAnswerLength, maxReasoningLength } from '@noek/contract/chat/limits';
import type { MessageStatus } from '@noek/contract/chat/schemas';
import { cutText } from '../../../../text/cut-text.ts';
import { type LogEntry, withEntry } from '../../log/log-entries.ts';
import { type MessageRow, toMessage } from '../../records/chat.queries.ts';
import { AnswerEvents } from './answer-events.ts';
import type { AnswerOptions } from './answer-options.ts';

/** Followers get new text at most this often, in milliseconds, but the first text at once. */
const emitEveryMs = 50;

/** What a row says of an answer besides its text. */
export type RecordedFields = Partial<
  Omit<MessageRow, 'id' | 'status' | 'content' | 'reasoning' | 'steps' | 'sequence'>
>;

/** The text of an answer on its way to its readers, with its reasoning and steps: the row so far, and its events. */
export class AnswerText {
  readonly events: AnswerEvents;
  #row: MessageRow;
  /** The length of the text when it was charged. A continued answer has older text. */
  readonly #lengthBefore: number;
  /** Another process can continue text up to here: the hidden turns say how it was produced. */
  #coveredLength: number;
  #held = '';
  #heldReasoning = '';
  /** The parts of its text that were thoughts, in order. */
  readonly #thoughts: { from: number; to: number }[] = [];
  #reasoningSince: number | null = null;
  #lastEmit = Number.NEGATIVE_INFINITY;
  /** Null if it was begun by another process, so that the time to its first text is unknown. */
  readonly #startedAt: number | null;
  /** How long its first text took since it was started here, in milliseconds; null if that is not known. */
  firstTokenMs: number | null = null;
  /** It reached the length limit, and text was dropped. */
  isFull = false;
  /** Whether this process surely makes it, so that new text may be shown. */
  mayShow: () => boolean = () => true;

  constructor(row: MessageRow, before: AnswerOptions['before']) {
    this.events = new AnswerEvents(row.sequence, before?.entries ?? null);
    this.#row = row;
    this.#lengthBefore = before?.contentLength ?? row.content.length;
    this.#coveredLength = row.content.length;
    this.#startedAt = before ? null : performance.now();
  }

  get row(): MessageRow {
    return this.#row;
  }
  /** The text so far, with what is not shown yet. */
  get said(): string {
    return this.#row.content + this.#held;
  }
  get hasText(): boolean {
    return this.#row.content.length > 0 || this.#held.length > 0;
  }
  /** It got text since it was charged. A continued answer also has older text. */
  get hasNewText(): boolean {
    return this.#row.content.length > this.#lengthBefore || this.#held.length > 0;
  }
  /** Another process can continue from its log without losing text that was shown. */
  get canMove(): boolean {
    return this.#row.content.length === this.#coveredLength && this.#held.length === 0;
  }

  /** Sets what is stored with the text when the answer ends. Afterwards it does nothing. */
  set(fields: RecordedFields): void {
    if (!this.events.isClosed) this.#row = { ...this.#row, ...fields };
  }

  /** Adds text. Returns false when the answer has reached the length limit and text was dropped. */
  push(text: string): boolean {
    this.endReasoning();
    if (this.#startedAt !== null) this.firstTokenMs ??= performance.now() - this.#startedAt;
    const room = maxAnswerLength - this.#row.content.length - this.#held.length;
    this.#held += cutText(text, room);
    this.isFull ||= text.length > room;
    this.#emitSoon();
    return !this.isFull;
  }

  /** Adds reasoning, up to its length limit. */
  think(text: string): void {
    if (this.#held) this.emit();
    const length = (this.#row.reasoning?.text.length ?? 0) + this.#heldReasoning.length;
    const added = length > 0 && this.#reasoningSince === null ? `\n\n${text}` : text;
    this.#reasoningSince ??= performance.now();
    const room = maxReasoningLength - length;
    if (room > 0) this.#heldReasoning += added.length >= room ? `${cutText(added, room - 1)}…` : added;
    this.#emitSoon();
  }

  /** The model stopped thinking: it wrote, called a tool, or ended, or another model answers. */
  endReasoning(): void {
    if (this.#reasoningSince === null) return;
    this.emit();
    const ms = Math.round(performance.now() - this.#reasoningSince);
    this.#reasoningSince = null;
    const { reasoning } = this.#row;
    if (reasoning) this.#row = { ...this.#row, reasoning: { ...reasoning, ms: reasoning.ms + ms } };
  }

  /** The text from this character on was a thought. It is shown until the answer ends, which moves it to the reasoning. */
  retract(from: number): void {
    const to = this.said.length;
    if (to > from) this.#thoughts.push({ from, to });
  }

  /** Shows a step, or changes one. A step keeps the place in the text at which it began. */
  putStep(step: Omit<Step, 'at'>): void {
    if (this.events.isClosed) return;
    this.emit();
    const known = this.#row.steps?.find(({ id }) => id === step.id);
    this.#add({ step: { ...step, at: known?.at ?? this.#row.content.length } });
  }

  /** Logs what is not shown, after the text so far, so that a process that takes over knows it. */
  log(entry: Extract<LogEntry, { turn: unknown } | { sources: unknown } | { instructions: unknown }>): void {
    if (this.events.isClosed) return;
    this.emit();
    this.#add(entry);
    if ('turn' in entry) this.#coveredLength = this.#row.content.length;
  }

  /** Sends the held text or reasoning to the followers as one event. */
  emit(): void {
    if (!this.events.isClosed && this.mayShow()) this.#release();
  }

  /** Ends the text. `shownLength`: how much of it was on screen when the reader stopped it. */
  end(status: Exclude<MessageStatus, 'streaming'>, shownLength = Number.POSITIVE_INFINITY): void {
    this.endReasoning();
    // Also what may not be shown yet: followers get it with the end, which is stored only if the answer is still this process's.
    if (status !== 'stopped') this.#release(this.mayShow());
    else this.#row = { ...this.#row, content: cutText(this.#row.content, shownLength) };
    this.#moveThoughts();
    this.#row = { ...this.#row, status, steps: this.#row.steps?.map(ended) ?? null };
  }

  /** Tells the followers that it is done, with the row as it is stored. */
  settle(row: MessageRow): void {
    this.#row = row;
    this.events.finish({ type: 'done', sequence: row.sequence, message: toMessage(row) });
  }

  #release(isShown = true): void {
    if (this.#heldReasoning) {
      const reasoning = this.#heldReasoning;
      this.#heldReasoning = '';
      this.#add({ reasoning }, isShown);
    }
    if (!this.#held) return;
    const text = this.#held;
    this.#held = '';
    this.#add(text, isShown);
  }

  #emitSoon(): void {
    if (performance.now() - this.#lastEmit >= emitEveryMs) this.emit();
  }

  #add(entry: LogEntry, isShown = true): void {
    // A source or a step does not delay the text after it.
    if (typeof entry === 'string' || 'reasoning' in entry) this.#lastEmit = performance.now();
    // A follower that reads the row must find the event in it.
    this.#row = withEntry(this.#row, entry);
    this.events.add(entry, isShown);
  }

  /** Moves the parts of the text that were thoughts to the reasoning. */
  #moveThoughts(): void {
    for (const { from, to } of this.#thoughts.toReversed()) {
      const { content, reasoning, steps } = this.#row;
      const thought = content.slice(from, to).trim();
      if (!thought) continue;
      const before = content.slice(0, from);
      const text = [thought, reasoning?.text ?? ''].filter((each) => each !== '').join('\n\n');
      this.#row = {
        ...this.#row,
        content: before + (before === '' ? content.slice(to).trimStart() : content.slice(to)),
        reasoning: { text: cutText(text, maxReasoningLength), ms: reasoning?.ms ?? 0 },
        steps: steps?.map((step) => ({ ...step, at: step.at - Math.max(0, Math.min(step.at, to) - from) })) ?? null,
      };
    }
  }
}

/** A step that runs when its answer ends does not finish. */
const ended = (step: Step): Step => (step.status === 'running' ? { ...step, status: 'failed' } : step);
