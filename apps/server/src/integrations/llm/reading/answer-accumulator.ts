import { firstText, isObject, type Json } from '../json.ts';
import type { FinishReason, LlmEvent, LlmUsage } from '../llm.ts';
import { failureOfStatus, ProviderFailure } from '../provider-failure.ts';
import { ToolCallCollector } from '../tool-calls/tool-call-collector.ts';
import type { Accumulator } from './accumulator.ts';
import { finishReasonOf } from './finish-reasons.ts';
import { isReasoningPart, reasoningOf, textOf } from './reasoning.ts';

const blank = /^\s*$/;
/** In UTF-16 code units. */
const longestComplaint = 4_000;

/**
 * Turns the chunks of one streamed chat completion into events, with the variations that real providers send. Text that
 * arrives together becomes one event. `close` emits the tool calls, once their arguments are complete.
 */
export class AnswerAccumulator implements Accumulator {
  readonly #provider: string;
  readonly #toolsOffered: boolean;
  readonly #calls = new ToolCallCollector();
  #pending: LlmEvent[] = [];
  /** White space before the first text: an answer of nothing else is empty. */
  #leading = '';
  #hasText = false;
  #finishReason: string | null = null;
  #finishCameWithNews = false;
  #resumedAfterFinish = false;
  #usageCameLast = false;
  /** How many pieces of text, reasoning and tool calls have arrived. */
  #pieces = 0;
  #promptTokens: number | null = null;
  #completionTokens: number | null = null;
  #cachedTokens: number | null = null;
  #reasoningTokens = 0;
  #totalTokens: number | null = null;
  /** Whether any text, tool call or reasoning in any form has arrived. */
  started = false;

  constructor(provider: string, options: { toolsOffered: boolean }) {
    this.#provider = provider;
    this.#toolsOffered = options.toolsOffered;
  }

  /**
   * Whether the provider has said that the answer is complete, so that a broken connection does not matter. Some gateways
   * write a finish reason on every chunk: one that more text followed does not count.
   */
  get isWhole(): boolean {
    return this.#finishReason !== null && !this.#resumedAfterFinish;
  }

  /** Whether it is complete if the server ends properly here. Some never send a finish reason, but end with the usage. */
  get mayEndHere(): boolean {
    return this.#finishReason !== null || this.#usageCameLast;
  }

  /** Whether it is complete if nothing more arrives, although the connection stays open. */
  get mayFallSilent(): boolean {
    return this.isWhole || this.#usageCameLast;
  }

  /** Whether only the usage can still arrive. A finish reason in the same chunk as text may be one of those on every chunk. */
  get isOverSoon(): boolean {
    return this.isWhole && this.started && !this.#finishCameWithNews;
  }

  /** There is always something that may still follow. */
  readonly isOver = false;

  /** Whether the server ends an answer, not only what it says before one. */
  get hasBegun(): boolean {
    return this.started;
  }

  /** Whether an answer that ends here is empty. A refusal by the provider's filter counts as an answer. */
  get isEmpty(): boolean {
    const calledTools = this.#toolsOffered && this.#calls.size > 0;
    return !this.#hasText && !calledTools && this.#reason() !== 'content-filter';
  }

  /** Whether the model called tools, offered or not. */
  get hasCalls(): boolean {
    return this.#calls.size > 0;
  }

  /** Whether the model ran out of tokens. */
  get isCutShort(): boolean {
    return this.#reason() === 'length';
  }

  addText(text: string): void {
    this.#add('text', text);
  }

  /**
   * Takes one parsed chunk; `event` is the frame's event name. Returns its text if it contained nothing else.
   * Throws ProviderFailure for an error inside a successful response.
   */
  take(chunk: unknown, event?: string): string | null {
    if (!isObject(chunk)) throw this.#failure({});
    if (isError(chunk, event)) throw this.#failure(chunk);
    const usage = this.#takeUsage(chunk);
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (!isObject(choice)) {
      this.#usageCameLast ||= usage;
      return null;
    }
    // A server that does not stream sends the whole message; one that does may repeat it at the end.
    const delta = choice.delta ?? (this.started ? undefined : choice.message);
    const { isNews, text } = isObject(delta) ? this.#takeDelta(delta) : { isNews: false, text: null };
    const reason = firstText(choice.finish_reason);
    if (reason) {
      if (finishReasonOf(reason) === 'broken-off') throw this.#failure({});
      this.#finishReason = reason;
      this.#finishCameWithNews = isNews;
    }
    return reason || usage ? null : text;
  }

  /** Takes a delta. Returns whether it contained anything, and its text if it contained nothing else. */
  #takeDelta(delta: Json): { isNews: boolean; text: string | null } {
    const pieces = this.#pieces;
    const reasoning = reasoningOf(delta);
    if (reasoning !== null) this.#add('reasoning', reasoning);
    const { content } = delta;
    if (typeof content === 'string') this.#add('text', content);
    else if (Array.isArray(content)) this.#takeParts(content);
    const refusal = firstText(delta.refusal);
    this.#add('text', refusal);
    const calls = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
    for (const fragment of calls) {
      if (!isObject(fragment)) continue;
      this.#noteNews();
      // If no tools were offered, a single call is kept, which shows that there were some.
      if (this.#toolsOffered || this.#calls.size === 0)
        this.#calls.take(fragment, this.#toolsOffered ? this.#pending : []);
    }
    const isPlain = reasoning === null && !refusal && calls.length === 0 && typeof content === 'string';
    return { isNews: this.#pieces > pieces, text: isPlain ? content : null };
  }

  /** The events since the last call. */
  drain(): LlmEvent[] {
    const events = this.#pending;
    if (events.length > 0) this.#pending = [];
    return events;
  }

  /** Ends the answer: adds its tool calls and the finish event. */
  close(): void {
    if (this.#toolsOffered) this.#pending.push(...this.#calls.events(this.#provider));
    this.#pending.push({ type: 'finish', reason: this.#reason(), usage: this.#usage() });
  }

  #add(type: 'text' | 'reasoning', text: string): void {
    if (type === 'text' && !text) return;
    this.#noteNews();
    const shown = type === 'text' ? this.#withLeading(text) : text;
    if (!shown) return;
    const last = this.#pending.at(-1);
    if (last?.type === type) last.text += shown;
    else this.#pending.push({ type, text: shown });
  }

  #withLeading(text: string): string {
    if (this.#hasText) return text;
    const all = this.#leading + text;
    this.#hasText = !blank.test(text);
    this.#leading = this.#hasText ? '' : all;
    return this.#hasText ? all : '';
  }

  /** More of the answer arrived: an earlier sign of its end was wrong. */
  #noteNews(): void {
    this.#pieces += 1;
    this.started = true;
    this.#usageCameLast = false;
    if (this.#finishReason !== null) this.#resumedAfterFinish = true;
  }
  /** Content as a list: Mistral's reasoning models send thinking and text as parts. */
  #takeParts(parts: readonly unknown[]): void {
    for (const part of parts) {
      if (!isObject(part)) continue;
      if (isReasoningPart(part)) this.#add('reasoning', textOf(part));
      else this.#add('text', firstText(part.text));
    }
  }

  /** Usage may be on every chunk, with totals that are null until the end. The last number of each counts. */
  #takeUsage(chunk: Json): boolean {
    const groq = isObject(chunk.x_groq) ? chunk.x_groq.usage : undefined;
    const usage = isObject(chunk.usage) ? chunk.usage : groq;
    if (!isObject(usage)) return false;
    if (typeof usage.prompt_tokens === 'number') this.#promptTokens = usage.prompt_tokens;
    if (typeof usage.completion_tokens === 'number') this.#completionTokens = usage.completion_tokens;
    if (typeof usage.total_tokens === 'number') this.#totalTokens = usage.total_tokens;
    const prompt = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
    // DeepSeek and Moonshot count it in fields of their own.
    const cached = prompt.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens;
    if (typeof cached === 'number') this.#cachedTokens = cached;
    const details = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
    const { reasoning_tokens: reasoned } = details;
    // Some providers hide the reasoning and only count its tokens.
    if (typeof reasoned === 'number' && reasoned > this.#reasoningTokens) {
      this.#reasoningTokens = reasoned;
      this.started = true;
    }
    return true;
  }

  #usage(): LlmUsage | null {
    if (this.#promptTokens === null && this.#completionTokens === null) return null;
    // xAI counts reasoning in the total, but not in the completion.
    const apart = (this.#totalTokens ?? 0) - (this.#promptTokens ?? 0) - (this.#completionTokens ?? 0);
    const isReasoning = apart > 0 && apart === this.#reasoningTokens;
    return {
      promptTokens: this.#promptTokens,
      completionTokens: isReasoning ? (this.#completionTokens ?? 0) + apart : this.#completionTokens,
      cachedTokens: this.#cachedTokens,
      reasoningTokens: this.#reasoningTokens || null,
    };
  }

  #reason(): FinishReason {
    const written = finishReasonOf(this.#finishReason ?? '');
    const reason = written === 'broken-off' ? 'unknown' : written;
    const endsWithCalls = this.#calls.size > 0 && (reason === 'unknown' || reason === 'stop');
    return endsWithCalls ? 'tool-calls' : reason;
  }

  #failure(chunk: Json): ProviderFailure {
    if (this.started)
      return new ProviderFailure(`${this.#provider} stopped before its answer was complete.`, {
        kind: 'broken-off',
        retryable: true,
      });
    const error = isObject(chunk.error) ? chunk.error : chunk;
    const status = [error.status_code, error.code, error.status].map(Number).find((n) => n >= 400 && n < 600);
    // The sentence may be anywhere: gateways quote the errors of the servers behind them.
    const complaint = JSON.stringify(chunk).slice(0, longestComplaint);
    if (status) return failureOfStatus(this.#provider, status, { code: firstText(error.code, error.type), complaint });
    const message = `${this.#provider} reported an error instead of an answer.`;
    return new ProviderFailure(message, { kind: 'refused', retryable: true, complaint });
  }
}

/** Errors come as OpenAI's `error`, as a frame of that name, or in place of `choices` in the provider's own words. */
function isError(chunk: Json, event: string | undefined): boolean {
  if (chunk.error || event === 'error' || chunk.object === 'error') return true;
  if ('choices' in chunk) return false;
  return Boolean(chunk.error_code || chunk.detail || (chunk.code && chunk.message));
}
