import type { AnswerPiece as AnswerEvent } from '@noek/contract/stream';

/** The minimum time between two paints, in milliseconds. */
export const paintEveryMs = 50;
/** How many pieces may wait for an earlier one. If more are missing, the message has to be read again anyway. */
const maxAhead = 200;

/** The next piece of an answer. */
export type AnswerPiece = Pick<Extract<AnswerEvent, { type: 'delta' }>, 'sequence' | 'text'>;

export type AnswerSnapshot = {
  /** The answer as shown on screen. */
  text: string;
  /** The connection was lost and is being restored. */
  reconnecting: boolean;
  /** The answer waits for a free slot; no model has been asked yet. */
  waiting: boolean;
};

/**
 * A growing answer, kept outside React. Deltas are collected here and painted at most every 50 ms, so that a fast model causes
 * no more renders than a slow one. Use `subscribe` and `getSnapshot` with useSyncExternalStore.
 */
export class AnswerBuffer {
  #text: string;
  #sequence: number;
  #frozen = false;
  #snapshot: AnswerSnapshot;
  #lastPaint = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ahead = new Map<number, AnswerPiece>();
  readonly #listeners = new Set<() => void>();

  /** Starts with known text: `text` covers the events up to `sequence`. */
  constructor(text: string, sequence: number, reconnecting = false) {
    this.#text = text;
    this.#sequence = sequence;
    this.#snapshot = { text, reconnecting, waiting: false };
  }

  /** The last event that the text covers. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Whether pieces wait for earlier ones that are missing. */
  get hasGap(): boolean {
    return this.#ahead.size > 0;
  }

  /** Whether a component shows the answer. */
  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  /** Takes a piece. A known piece changes nothing; one that leaves a gap waits for `catchUp`. */
  apply(piece: AnswerPiece): 'applied' | 'duplicate' | 'gap' {
    if (piece.sequence <= this.#sequence) return 'duplicate';
    if (piece.sequence > this.#sequence + 1) {
      if (this.#ahead.size < maxAhead) this.#ahead.set(piece.sequence, piece);
      return 'gap';
    }
    this.#append(piece);
    return 'applied';
  }

  /**
   * Takes the server's state of the answer: `text` covers the events up to `sequence`. Text that is older than the current one
   * changes nothing, unless the two differ.
   */
  catchUp(text: string, sequence: number): void {
    if (sequence < this.#sequence && this.#text.startsWith(text)) return;
    const changed = this.#text !== text;
    this.#text = text;
    this.#sequence = sequence;
    for (const known of this.#ahead.keys()) if (known <= sequence) this.#ahead.delete(known);
    const next = this.#ahead.get(sequence + 1);
    if (next) this.#append(next);
    else if (changed) this.#paintUnlessFrozen();
  }

  setReconnecting(reconnecting: boolean): void {
    if (this.#snapshot.reconnecting === reconnecting) return;
    this.#snapshot = { ...this.#snapshot, reconnecting };
    this.#announce();
  }

  setWaiting(waiting: boolean): void {
    if (this.#snapshot.waiting === waiting) return;
    this.#snapshot = { ...this.#snapshot, waiting };
    this.#announce();
  }

  /** Stops painting because the person pressed Stop: the screen stays as it is. Returns the length of the shown text. */
  freeze(): number {
    this.#frozen = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#snapshot.text.length;
  }

  /** Resumes painting because the Stop did not reach the server. */
  thaw(): void {
    this.#frozen = false;
    this.#paintSoon();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly getSnapshot = (): AnswerSnapshot => this.#snapshot;

  /** Applies the next piece and those that waited for it. */
  #append(piece: AnswerPiece): void {
    for (let next: AnswerPiece | undefined = piece; next; next = this.#ahead.get(this.#sequence + 1)) {
      this.#ahead.delete(next.sequence);
      this.#sequence = next.sequence;
      this.#text += next.text;
    }
    this.#paintUnlessFrozen();
  }

  #paintUnlessFrozen(): void {
    if (!this.#frozen) this.#paintSoon();
  }

  #paintSoon(): void {
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#lastPaint + paintEveryMs - performance.now());
    if (wait === 0) this.#paint();
    else this.#timer = setTimeout(() => this.#paint(), wait);
  }

  #paint(): void {
    this.#timer = undefined;
    this.#lastPaint = performance.now();
    if (this.#snapshot.text === this.#text) return;
    this.#snapshot = { ...this.#snapshot, text: this.#text, waiting: false };
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
