/**
 * A circuit breaker for one provider. Several failures in a row open it: the provider gets no requests for a while, then one
 * request probes it. `now` is in milliseconds.
 */
export class CircuitBreaker {
  readonly #threshold: number;
  readonly #openMs: number;
  readonly #now: () => number;
  #failures = 0;
  #openUntil: number | null = null;
  #probing = false;

  constructor(options: { breakerThreshold: number; breakerOpenMs: number; now?: () => number }) {
    this.#threshold = options.breakerThreshold;
    this.#openMs = options.breakerOpenMs;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Whether a request may be sent now. An open breaker allows one probe at a time after its open time, or `early` when no
   * other provider can answer. The caller then reports with `recordSuccess`, `recordFailure` or `release`.
   */
  allows(options: { early?: boolean } = {}): boolean {
    if (this.#openUntil === null) return true;
    if (this.#probing || (!options.early && this.#now() < this.#openUntil)) return false;
    this.#probing = true;
    return true;
  }

  /** Open, and not yet due for a probe. */
  get isSuspended(): boolean {
    return this.#openUntil !== null && this.#now() < this.#openUntil;
  }

  /** A request is finding out whether the provider works again. */
  get isProbing(): boolean {
    return this.#probing;
  }
  get isOpen(): boolean {
    return this.#openUntil !== null;
  }
  /** How many milliseconds it still rests; 0 if it does not. */
  get restMs(): number {
    return this.#openUntil === null ? 0 : Math.max(0, this.#openUntil - this.#now());
  }
  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#openUntil = null;
    this.#probing = false;
  }

  recordFailure(): void {
    this.#probing = false;
    this.#failures += 1;
    if (this.#failures >= this.#threshold) this.#openUntil = this.#now() + this.#openMs;
  }

  /** The request was abandoned before it showed anything about the provider. */
  release(): void {
    this.#probing = false;
  }
}
