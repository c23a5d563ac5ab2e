import type { IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import type { AnswerBody } from '../direct-requests/direct-requests.ts';
import type { LlmEvent } from '../llm.ts';
import { emptyAnswer, ProviderFailure } from '../provider-failure.ts';
import type { Accumulator } from './accumulator.ts';
import { RepeatedFrames } from './repeated-frames.ts';

/** The longest frame, or answer that is not streamed, in UTF-16 code units. */
const longestFrame = 4 * 1024 * 1024;
/** The longest streamed answer in bytes, far beyond any real one. */
const longestStream = 64 * 1024 * 1024;
/** How long a response may take to end after [DONE] before its connection is closed instead of reused. */
const settleMs = 1_000;

/** Bytes that are read at once, however short the time since the last ones. */
const mostGathered = 64 * 1024;

/**
 * `finishGraceMs`: how long after its finish reason a stream may still bring its usage. `gatherMs`: what arrives within this time after
 * a read is read together, once an answer has begun.
 */
type AnswerReaderOptions = { finishGraceMs: number; gatherMs: number };

/**
 * Reads one streamed answer from the socket. Frames that arrive together, or shortly after each other, are decoded together and become
 * one event per kind, so nothing is awaited per token. The first ones of an answer do not wait.
 */
export class AnswerReader {
  readonly #provider: string;
  readonly #incoming: IncomingMessage;
  readonly #finishGraceMs: number;
  readonly #gatherMs: number;
  readonly #accumulator: Accumulator;
  readonly #repeated = new RepeatedFrames();
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    onEvent: ({ data, event }) => this.#takeFrame(data, event),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') this.fail(this.#unreadable());
    },
    maxBufferSize: longestFrame,
  });
  #form: 'unknown' | 'frames' | 'whole' = 'unknown';
  /** What arrived before the form of the answer was known. */
  #start = '';
  #wholeBody = '';
  #betweenFrames = true;
  #parts: Buffer[] = [];
  #received = 0;
  #gathered = 0;
  /** Whether a read is due in this turn of the event loop. */
  #flushing = false;
  #gatherTimer: NodeJS.Timeout | undefined;
  #lastRead = Number.NEGATIVE_INFINITY;
  #closing = false;
  #graceTimer: NodeJS.Timeout | undefined;
  #failure: ProviderFailure | null = null;
  #wake: (() => void) | null = null;
  /** The answer is complete, and the rest of the connection does not matter. */
  ended = false;
  /** When the last frame arrived, by performance.now(). */
  lastNews = performance.now();

  constructor(
    provider: string,
    { bytes, incoming }: AnswerBody,
    accumulator: Accumulator,
    options: AnswerReaderOptions,
  ) {
    this.#provider = provider;
    this.#incoming = incoming;
    this.#finishGraceMs = options.finishGraceMs;
    this.#gatherMs = options.gatherMs;
    this.#accumulator = accumulator;
    bytes.on('data', (part: Buffer) => this.#collect(part));
    bytes.once('end', () => this.#close(true));
    bytes.once('error', () => this.#close(false));
    bytes.once('close', () => this.#close(incoming.complete));
    if (incoming.destroyed) this.#close(false);
  }

  /** Whether any text, tool call or reasoning in any form has arrived. */
  get started(): boolean {
    return this.#accumulator.started;
  }

  /** The events since the last call, at least one; null after the end. Throws ProviderFailure. */
  async next(): Promise<LlmEvent[] | null> {
    for (;;) {
      const events = this.#accumulator.drain();
      if (events.length > 0) return events;
      if (this.#failure) throw this.#failure;
      if (this.ended) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Ends the answer with a failure. Earlier events are still returned. */
  fail(failure: ProviderFailure): void {
    if (this.ended || this.#failure) return;
    this.#failure = failure;
    this.#clearTimers();
    this.#notify();
  }

  /** Ends an answer that stopped arriving, if it may be complete. Returns false if it is not. */
  endIfWhole(): boolean {
    if (!this.#accumulator.mayFallSilent) return false;
    this.#finish();
    return true;
  }

  /**
   * HTTP chunks of one network read arrive one by one. They are joined and decoded once, and so are the reads of a model that writes
   * faster than followers are told.
   */
  #collect(part: Buffer): void {
    if (this.ended || this.#failure) return;
    this.#parts.push(part);
    this.#gathered += part.length;
    if (this.#flushing) return;
    const wait = this.started ? this.#lastRead + this.#gatherMs - performance.now() : 0;
    if (wait > 0 && this.#gathered < mostGathered) {
      // Whole milliseconds: the first fractional delay would change the form of all timers, and V8 would drop the code optimized for them.
      this.#gatherTimer ??= setTimeout(() => this.#flush(), Math.ceil(wait));
      return;
    }
    this.#flushing = true;
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    this.#flushing = false;
    clearTimeout(this.#gatherTimer);
    this.#gatherTimer = undefined;
    const [first] = this.#parts;
    if (!first || this.ended || this.#failure) return;
    const bytes = this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#gathered = 0;
    this.#lastRead = performance.now();
    this.#received += bytes.length;
    this.#guard(() => {
      if (this.#received > longestStream) throw this.#unreadable();
      this.#take(this.#decoder.decode(bytes, { stream: true }));
    });
    this.#notify();
  }

  #take(text: string): void {
    if (this.#form === 'unknown') {
      this.#start = withoutPreamble(this.#start + text);
      const [first] = this.#start;
      if (first === undefined || first === ':') return;
      // A web page, or bytes that are not text.
      if (first === '<' || first < ' ' || first === '\uFFFD') throw this.#unreadable();
      this.#form = first === '{' ? 'whole' : 'frames';
      this.#take(this.#start);
    } else if (this.#form === 'frames') this.#takeFrames(text);
    else {
      this.#wholeBody += text;
      if (this.#wholeBody.length > longestFrame) throw this.#unreadable();
    }
  }

  #takeFrames(input: string): void {
    let at = 0;
    while (at < input.length && !this.ended && !this.#failure) {
      if (this.#betweenFrames) {
        const run = this.#repeated.read(input, at);
        if (run.end > at) {
          this.lastNews = performance.now();
          this.#accumulator.addText(run.text);
          this.#watchForEnd();
          at = run.end;
          continue;
        }
      }
      const blank = input.indexOf('\n\n', at);
      this.#betweenFrames = blank >= 0;
      const end = blank < 0 ? input.length : blank + 2;
      this.#parser.feed(input.slice(at, end));
      at = end;
    }
  }

  #takeFrame(data: string, event: string | undefined): void {
    if (this.ended || this.#failure || data === '') return;
    if (data.trim() === '[DONE]') {
      this.#finish();
      return;
    }
    this.lastNews = performance.now();
    this.#guard(() => {
      const chunk = this.#parse(data);
      if (chunk === undefined) return;
      const plainText = this.#accumulator.take(chunk, event);
      if (plainText !== null) this.#repeated.learn(data, plainText);
    });
    this.#watchForEnd();
  }

  /** Waits a short time for usage after the finish reason. If text follows instead, the answer continues. */
  #watchForEnd(): void {
    if (this.#accumulator.isOver && !this.#failure) this.#finish();
    else if (this.#accumulator.isOverSoon && !this.#failure)
      this.#graceTimer ??= setTimeout(() => this.#finish(), this.#finishGraceMs);
    else {
      clearTimeout(this.#graceTimer);
      this.#graceTimer = undefined;
    }
  }

  /** Undefined for an incomplete frame after the end of the answer, which does not matter. */
  #parse(data: string): unknown {
    try {
      return JSON.parse(data);
    } catch {
      const { isOverSoon, mayEndHere } = this.#accumulator;
      if (isOverSoon || (this.#closing && mayEndHere)) return undefined;
      throw this.#unreadable();
    }
  }

  /** The connection ended; `properly` when the server ended the response. */
  #close(properly: boolean): void {
    if (this.ended || this.#failure) return;
    this.#flush();
    this.#closing = true;
    this.#guard(() => {
      if (this.#form === 'whole' && properly) this.#accumulator.take(this.#parse(this.#wholeBody));
      // The last frame may lack its blank line.
      else if (this.#form === 'frames' && properly) this.#parser.feed('\n\n');
    });
    if (this.ended || this.#failure) return;
    const { isWhole, mayEndHere, hasBegun } = this.#accumulator;
    if (isWhole || (properly && (mayEndHere || !hasBegun))) this.#finish();
    else this.fail(this.#brokenOff());
  }

  #finish(): void {
    if (this.ended || this.#failure) return;
    if (this.#accumulator.isEmpty) {
      this.fail(emptyAnswer(this.#provider, this.#accumulator));
      return;
    }
    this.#clearTimers();
    this.#accumulator.close();
    this.ended = true;
    this.#leaveReusable();
    this.#notify();
  }

  /** A connection can be reused once its response is read to the end, which has usually arrived already. */
  #leaveReusable(): void {
    const incoming = this.#incoming;
    if (incoming.complete || incoming.destroyed) return;
    const timer = setTimeout(() => incoming.destroy(), settleMs);
    incoming.once('close', () => clearTimeout(timer));
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.fail(error instanceof ProviderFailure ? error : this.#unreadable());
    }
  }

  #unreadable(): ProviderFailure {
    if (this.started) return this.#brokenOff();
    return new ProviderFailure(`${this.#provider} did not respond like a chat service.`, { kind: 'refused' });
  }

  #brokenOff(): ProviderFailure {
    return new ProviderFailure(`${this.#provider} stopped before its answer was complete.`, {
      kind: 'broken-off',
      retryable: true,
    });
  }

  #clearTimers(): void {
    clearTimeout(this.#graceTimer);
    clearTimeout(this.#gatherTimer);
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = null;
  }
}

/** Removes leading white space and comments, which do not show the form. The last comment may be incomplete. */
function withoutPreamble(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && text[at]?.trim() === '') at += 1;
    if (text[at] !== ':') return text.slice(at);
    const end = text.slice(at).search(/[\r\n]/);
    if (end < 0) return text.slice(at);
    at += end;
  }
}
