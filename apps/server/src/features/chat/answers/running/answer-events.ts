import type { DocumentPart, GenerationEvent } from '@noek/contract/chat/stream';
import type { FollowedEvent, Follower } from '../../live/follower.ts';
import { eventOf, type LogEntry } from '../../log/log-entries.ts';

/** The events of an answer, numbered in order: for the log, and for the followers, who get past and new ones. */
export class AnswerEvents {
  /** Event n is entries[n - 1 - offset]. */
  readonly #entries: LogEntry[];
  readonly #offset: number;
  readonly #followers = new Set<Follower>();
  #isWaiting = false;
  #waitingSince: number | null = null;
  #waitedUntil: number | null = null;
  #isClosed = false;
  /** The documents that are being written, whole, for followers that come later. */
  readonly #writing = new Map<string, DocumentPart>();
  #done: GenerationEvent | null = null;
  /** The sequence number of the last logged event. */
  loggedSequence: number;
  /** Whether the log may have events of it. */
  hasLog: boolean;

  /** `sequence`: the number of the last event. `before`: the last events, as another process has logged them; null if there was none. */
  constructor(sequence: number, before: readonly LogEntry[] | null) {
    // Readers that had less of it get the rest from here.
    this.#entries = [...(before ?? [])];
    this.#offset = sequence - this.#entries.length;
    this.loggedSequence = sequence;
    this.hasLog = before !== null;
  }

  /** The number of the last event. */
  get sequence(): number {
    return this.#offset + this.#entries.length;
  }
  /** Whether the log has everything so far. */
  get isLogged(): boolean {
    return this.loggedSequence >= this.sequence;
  }
  /** The answer has ended: no more events follow, except that it is done. */
  get isClosed(): boolean {
    return this.#isClosed;
  }
  /** How long the answer was queued, in milliseconds; null if it was not. */
  get waitedMs(): number | null {
    return this.#waitingSince === null ? null : (this.#waitedUntil ?? performance.now()) - this.#waitingSince;
  }

  /** The events after `sequence`, as the log has them. */
  after(sequence: number): LogEntry[] {
    return this.#entries.slice(Math.max(0, sequence - this.#offset));
  }

  /** Adds an event. `isShown`: whether the followers get it now. */
  add(entry: LogEntry, isShown: boolean): void {
    this.#entries.push(entry);
    if (isShown) this.#tell(eventOf(this.sequence, entry));
  }

  /** Tells the followers whether the answer is queued. */
  setWaiting(waiting: boolean): void {
    if (this.#isClosed || this.#isWaiting === waiting) return;
    this.#isWaiting = waiting;
    if (waiting) this.#waitingSince = performance.now();
    else this.#waitedUntil = performance.now();
    this.#tell(this.#waitingEvent());
  }

  /** Tells the followers more of a document that is being written. It is kept only until it is no longer written. */
  write(part: DocumentPart): void {
    if (this.#isClosed) return;
    const before = this.#writing.get(part.key);
    if (part.text === null) {
      if (!this.#writing.delete(part.key)) return;
    } else
      this.#writing.set(part.key, { ...part, from: 0, text: (before?.text ?? '').slice(0, part.from) + part.text });
    this.#tell({ type: 'document-part', sequence: this.sequence, part });
  }

  /** No document is being written any more. */
  endWriting(): void {
    for (const part of [...this.#writing.values()]) this.write({ ...part, from: 0, text: null });
  }

  /** Calls back for each event after `after`: past ones at once, new ones as they come. Returns how to stop. */
  follow(after: number, follower: Follower): () => void {
    const { onEvent } = follower;
    let sequence = Math.max(after, this.#offset);
    for (const entry of this.after(sequence)) onEvent(eventOf(++sequence, entry));
    if (this.#isWaiting && !this.#isClosed) onEvent(this.#waitingEvent());
    for (const part of this.#writing.values()) onEvent({ type: 'document-part', sequence: this.sequence, part });
    if (this.#done) onEvent(this.#done);
    else this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  close(): void {
    this.#writing.clear();
    this.#isClosed = true;
  }

  /** Tells the followers that the answer is done, and has no followers from then on. */
  finish(done: Extract<GenerationEvent, { type: 'done' }>): void {
    this.#done = done;
    this.#tell(done);
    this.#followers.clear();
  }

  /** Tells the followers that another process makes the answer from now on. */
  move(): void {
    const followers = [...this.#followers];
    this.#followers.clear();
    for (const { onMoved } of followers) onMoved();
  }

  #tell(event: FollowedEvent): void {
    for (const { onEvent } of this.#followers) onEvent(event);
  }

  #waitingEvent(): GenerationEvent {
    return { type: 'waiting', sequence: this.sequence, waiting: this.#isWaiting };
  }
}
