import type { LlmTuning } from '../../../settings/llm-tuning.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { AnswerReader } from '../reading/answer-reader.ts';

export type WatchTuning = Pick<LlmTuning, 'firstTokenMs' | 'idleMs'>;

/** Ends an answer that takes too long to start, stops arriving, or takes too long altogether. */
export class AnswerWatch {
  readonly #provider: string;
  readonly #endsAt: number;
  readonly #tuning: WatchTuning;
  readonly #onExpire: (failure: ProviderFailure) => void;
  readonly #startedAt = performance.now();
  #reader: AnswerReader | null = null;
  #timer: NodeJS.Timeout | undefined;
  failure: ProviderFailure | null = null;

  constructor(provider: string, endsAt: number, tuning: WatchTuning, onExpire: (failure: ProviderFailure) => void) {
    this.#provider = provider;
    this.#endsAt = endsAt;
    this.#tuning = tuning;
    this.#onExpire = onExpire;
    this.rearm();
  }

  /** After the first token, the idle time-out applies. */
  follow(reader: AnswerReader): void {
    this.#reader = reader;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** One timer per answer. It checks the clock when it fires, so that new frames need not reset it. */
  rearm(): void {
    clearTimeout(this.#timer);
    const { firstTokenMs, idleMs } = this.#tuning;
    const silentUntil = this.#reader?.started ? this.#reader.lastNews + idleMs : this.#startedAt + firstTokenMs;
    const left = Math.min(silentUntil, this.#endsAt) - performance.now();
    if (left <= 0) this.#expire();
    else this.#timer = setTimeout(() => this.rearm(), Math.ceil(left));
  }

  #expire(): void {
    const tooLong = performance.now() >= this.#endsAt;
    if (!tooLong && this.#reader?.endIfWhole()) return;
    const message = tooLong
      ? 'The answer took too long and was stopped.'
      : this.#reader?.started
        ? `${this.#provider} stopped responding in the middle of its answer.`
        : `${this.#provider} took too long to start its answer.`;
    this.failure = new ProviderFailure(message, { kind: 'timeout' });
    this.#onExpire(this.failure);
  }
}
