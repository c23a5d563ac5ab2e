import type { DeltaEvent } from '@noek/contract/stream';

/** Words appear at most this often, in milliseconds. */
export const paintEveryMs = 50;

export type AnswerSnapshot = {
  /** The answer as it is on screen. */
  text: string;
  /** The connection is lost and being made again. */
  reconnecting: boolean;
};

/**
 * A growing answer, kept outside of React: deltas are collected here and painted at most every 50 ms, so that a fast
 * model costs no more renders than a slow one. Use `subscribe` and `getSnapshot` with useSyncExternalStore.
 */
export class AnswerBuffer {
  #text: string;
  #sequence: number;
  #frozen = false;
  #snapshot: AnswerSnapshot;
  #lastPaint = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  /** Begins with what is there already: `text` covers the events up to `sequence`. */
  constructor(text: string, sequence: number) {
    this.#text = text;
    this.#sequence = sequence;
    this.#snapshot = { text, reconnecting: false };
  }

  /** The last event that the text covers; follow the answer after it. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Takes the next piece. A piece that is here already changes nothing; one that leaves a gap is refused. */
  apply(delta: DeltaEvent): 'applied' | 'duplicate' | 'gap' {
    if (delta.sequence <= this.#sequence) return 'duplicate';
    if (delta.sequence > this.#sequence + 1) return 'gap';
    this.#sequence = delta.sequence;
    this.#text += delta.text;
    if (!this.#frozen) this.#paintSoon();
    return 'applied';
  }

  setReconnecting(reconnecting: boolean): void {
    if (this.#snapshot.reconnecting === reconnecting) return;
    this.#snapshot = { ...this.#snapshot, reconnecting };
    this.#announce();
  }

  /** Stops painting: what is on screen stays as it is, because the person pressed Stop. Returns the length shown. */
  freeze(): number {
    this.#frozen = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#snapshot.text.length;
  }

  /** Paints again: the Stop did not reach the server. */
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
    this.#snapshot = { ...this.#snapshot, text: this.#text };
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
