import type { Reasoning, Step } from '@noek/contract/chat/answers';
import type { Message } from '@noek/contract/chat/schemas';
import type { AnswerPiece } from '@noek/contract/chat/stream';
import { withStep } from '@noek/contract/chat/with-step';

/** The minimum time between two paints, in milliseconds. */
export const paintEveryMs = 50;
/** How many pieces may wait for an earlier one. If more are missing, the message has to be read again anyway. */
const maxAhead = 200;

/** The content of an answer so far: it covers the events up to `sequence`. */
export type AnswerSoFar = Pick<Message, 'content' | 'sequence' | 'steps' | 'reasoning'>;

export type AnswerSnapshot = {
  /** The answer as shown on screen. */
  text: string;
  /** The steps of the answer. */
  steps: readonly Step[];
  /** The thoughts of the model. */
  reasoning: Reasoning | null;
  /** The model is thinking now. */
  thinking: boolean;
  /** The connection was lost and is being restored. */
  reconnecting: boolean;
  /** The answer waits for a free slot; no model has been asked yet. */
  waiting: boolean;
};

/**
 * A growing answer, kept outside React. Its events are collected here and painted at most every 50 ms, so that a fast model causes
 * no more renders than a slow one. Use `subscribe` and `getSnapshot` with useSyncExternalStore.
 */
export class AnswerBuffer {
  #text: string;
  #sequence: number;
  #steps: readonly Step[];
  #reasoning: Reasoning | null;
  /** Since when the model has been thinking, by performance.now(). */
  #thinkingSince: number | null = null;
  #frozen = false;
  #snapshot: AnswerSnapshot;
  #lastPaint = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ahead = new Map<number, AnswerPiece>();
  readonly #listeners = new Set<() => void>();

  /** Starts with what is known of the answer. */
  constructor({ content, sequence, steps, reasoning }: AnswerSoFar, reconnecting = false) {
    this.#text = content;
    this.#sequence = sequence;
    this.#steps = steps;
    this.#reasoning = reasoning;
    this.#thinkingSince = isThinking({ content, steps, reasoning }) ? performance.now() : null;
    this.#snapshot = {
      text: content,
      steps,
      reasoning,
      reconnecting,
      thinking: this.#thinkingSince !== null,
      waiting: false,
    };
  }

  /** The last event that it covers. */
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
   * Takes the server's state of the answer. If that is older than what is known, it changes nothing, unless the texts differ.
   */
  catchUp({ content, sequence, steps, reasoning }: AnswerSoFar): void {
    if (sequence < this.#sequence && this.#text.startsWith(content)) return;
    const changed = this.#text !== content || this.#sequence !== sequence;
    this.#text = content;
    this.#sequence = sequence;
    this.#steps = steps;
    this.#reasoning = reasoning;
    this.#thinkingSince = isThinking({ content, steps, reasoning }) ? (this.#thinkingSince ?? performance.now()) : null;
    for (const known of this.#ahead.keys()) if (known <= sequence) this.#ahead.delete(known);
    const next = this.#ahead.get(sequence + 1);
    if (next) this.#append(next);
    else if (changed) this.#paintUnlessFrozen();
  }

  /** Takes the server's state of an answer that is continued after Stop. What had arrived and was not shown is dropped. */
  restart({ content, sequence, steps, reasoning }: AnswerSoFar): void {
    this.#frozen = false;
    this.#text = content;
    this.#sequence = sequence;
    this.#steps = steps;
    this.#reasoning = reasoning;
    this.#thinkingSince = null;
    this.#ahead.clear();
    this.#paintSoon();
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
      this.#take(next);
    }
    this.#paintUnlessFrozen();
  }

  #take(piece: AnswerPiece): void {
    const { text, ms } = this.#reasoning ?? { text: '', ms: 0 };
    if (piece.type === 'reasoning') {
      this.#thinkingSince ??= performance.now();
      this.#reasoning = { text: text + piece.text, ms };
      return;
    }
    if (this.#thinkingSince !== null) {
      this.#reasoning = { text, ms: ms + Math.round(performance.now() - this.#thinkingSince) };
      this.#thinkingSince = null;
    }
    if (piece.type === 'step') this.#steps = withStep(this.#steps, piece.step);
    else this.#text += piece.text;
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
    const next = {
      text: this.#text,
      steps: this.#steps,
      reasoning: this.#reasoning,
      thinking: this.#thinkingSince !== null,
    };
    const { text, steps, reasoning, thinking } = this.#snapshot;
    const isSame =
      text === next.text && steps === next.steps && reasoning === next.reasoning && thinking === next.thinking;
    if (isSame) return;
    this.#snapshot = { ...this.#snapshot, ...next, waiting: false };
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether the server's state of a running answer shows that its model thinks: it has done nothing else. */
const isThinking = ({ content, steps, reasoning }: Omit<AnswerSoFar, 'sequence'>): boolean =>
  reasoning !== null && content === '' && steps.length === 0;
