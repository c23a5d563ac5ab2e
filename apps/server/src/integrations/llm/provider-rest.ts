/**
 * A breaker: a provider that failed several times in a row is left alone for a while, then one question tries it again.
 * `now` is in milliseconds.
 */
export class ProviderRest {
  readonly #failuresUntilRest: number;
  readonly #restMs: number;
  readonly #now: () => number;
  #failures = 0;
  #restsUntil: number | null = null;
  #probing = false;

  constructor(options: { failuresUntilRest: number; restMs: number; now?: () => number }) {
    this.#failuresUntilRest = options.failuresUntilRest;
    this.#restMs = options.restMs;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * May the provider be asked now? A resting one may be asked by one question at a time, once its time is over, or
   * `early` when nothing else can answer. Who was let through reports with `succeeded`, `failed` or `leftOff`.
   */
  admits(options: { early?: boolean } = {}): boolean {
    if (this.#restsUntil === null) return true;
    if (this.#probing || (!options.early && this.#now() < this.#restsUntil)) return false;
    this.#probing = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#restsUntil = null;
    this.#probing = false;
  }

  failed(): void {
    this.#probing = false;
    this.#failures += 1;
    if (this.#failures >= this.#failuresUntilRest) this.#restsUntil = this.#now() + this.#restMs;
  }

  /** The question went away before the provider showed how it is. */
  leftOff(): void {
    this.#probing = false;
  }
}
