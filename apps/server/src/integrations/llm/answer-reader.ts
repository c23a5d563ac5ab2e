import type { IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { AnswerAccumulator } from './answer-accumulator.ts';
import type { LlmEvent } from './llm.ts';
import { ProviderFailure } from './provider-failure.ts';
import { RepeatedFrames } from './repeated-frames.ts';

/** One frame, or a whole answer that was not streamed, may be this long, in UTF-16 code units. */
const longestFrame = 4 * 1024 * 1024;
/** Bytes of one streamed answer: no real one comes near it. */
const longestStream = 64 * 1024 * 1024;
/** How long a connection may take to end after [DONE] to be used again. */
const settleMs = 1_000;

/**
 * Reads one streamed answer from the socket. All frames that came together are decoded in one go and become one event
 * of a kind: nothing is awaited per token.
 */
export class AnswerReader {
  readonly #provider: string;
  readonly #incoming: IncomingMessage;
  readonly #finishGraceMs: number;
  readonly #accumulator: AnswerAccumulator;
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
  #wholeBody = '';
  #betweenFrames = true;
  #parts: Buffer[] = [];
  #received = 0;
  #flushing = false;
  #graceTimer: NodeJS.Timeout | undefined;
  #failure: ProviderFailure | null = null;
  #wake: (() => void) | null = null;
  /** The answer is whole, and what follows on the connection does not matter. */
  ended = false;
  /** When the last frame came, by performance.now(). */
  lastNews = performance.now();

  constructor(provider: string, incoming: IncomingMessage, finishGraceMs: number) {
    this.#provider = provider;
    this.#incoming = incoming;
    this.#finishGraceMs = finishGraceMs;
    this.#accumulator = new AnswerAccumulator(provider);
    incoming.on('data', (part: Buffer) => this.#collect(part));
    incoming.once('end', () => this.#close(true));
    incoming.once('error', () => this.#close(false));
    incoming.once('close', () => this.#close(incoming.complete));
    if (incoming.destroyed) this.#close(false);
  }

  /** Has any text, reasoning or tool call come? */
  get started(): boolean {
    return this.#accumulator.started;
  }

  /** What has come since the last call, at least one event; null after the end. Throws ProviderFailure. */
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

  /** Ends the answer with a failure; what came before is still given out. */
  fail(failure: ProviderFailure): void {
    if (this.ended || this.#failure) return;
    this.#failure = failure;
    clearTimeout(this.#graceTimer);
    this.#notify();
  }

  /** HTTP chunks of one network read arrive one by one: they are put together and decoded once. */
  #collect(part: Buffer): void {
    if (this.ended || this.#failure) return;
    this.#parts.push(part);
    if (this.#flushing) return;
    this.#flushing = true;
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    this.#flushing = false;
    const [first] = this.#parts;
    if (!first || this.ended || this.#failure) return;
    const bytes = this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#received += bytes.length;
    this.#guard(() => {
      if (this.#received > longestStream) throw this.#unreadable();
      this.#take(this.#decoder.decode(bytes, { stream: true }));
    });
    this.#notify();
  }

  #take(text: string): void {
    if (this.#form === 'unknown') {
      const start = text.trimStart()[0];
      if (start === undefined) return;
      if (start === '<') throw this.#unreadable();
      this.#form = start === '{' ? 'whole' : 'frames';
    }
    if (this.#form === 'frames') {
      this.#takeFrames(text);
      return;
    }
    this.#wholeBody += text;
    if (this.#wholeBody.length > longestFrame) throw this.#unreadable();
  }

  #takeFrames(input: string): void {
    let at = 0;
    while (at < input.length && !this.ended && !this.#failure) {
      if (this.#betweenFrames) {
        const run = this.#repeated.read(input, at);
        if (run.end > at) {
          this.lastNews = performance.now();
          this.#accumulator.addText(run.text);
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
      const plainText = this.#accumulator.take(this.#parse(data), event);
      if (plainText !== null) this.#repeated.learn(data, plainText);
    });
    // Usage often follows the finish reason, but nobody waits long for it.
    if (this.#accumulator.whole && !this.#failure)
      this.#graceTimer ??= setTimeout(() => this.#finish(), this.#finishGraceMs);
  }

  #parse(data: string): unknown {
    try {
      return JSON.parse(data);
    } catch {
      throw this.#unreadable();
    }
  }

  /** The connection is over: `properly` by the server's own end mark. */
  #close(properly: boolean): void {
    if (this.ended || this.#failure) return;
    this.#flush();
    this.#guard(() => {
      if (this.#form === 'whole' && properly) this.#accumulator.take(this.#parse(this.#wholeBody));
      // A last frame without its blank line.
      else if (this.#form === 'frames' && properly) this.#parser.feed('\n\n');
    });
    if (this.ended || this.#failure) return;
    const { whole, started } = this.#accumulator;
    if (whole || (properly && !started)) this.#finish();
    else this.fail(this.#brokenOff());
  }

  #finish(): void {
    if (this.ended || this.#failure) return;
    if (this.#accumulator.empty) {
      const message = `${this.#provider} gave an empty answer.`;
      this.fail(new ProviderFailure(message, { kind: 'refused', retryable: true }));
      return;
    }
    clearTimeout(this.#graceTimer);
    this.#accumulator.close();
    this.ended = true;
    this.#leaveReusable();
    this.#notify();
  }

  /** A connection can be used again when its response was read to the end, which is usually there already. */
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
    return new ProviderFailure(`${this.#provider} did not answer like a chat service.`, { kind: 'refused' });
  }

  #brokenOff(): ProviderFailure {
    return new ProviderFailure(`${this.#provider} broke off its answer.`, { kind: 'broken-off', retryable: true });
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = null;
  }
}
