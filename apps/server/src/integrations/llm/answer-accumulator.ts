import { finishReasonOf } from './finish-reasons.ts';
import { firstText, isObject, type Json } from './json.ts';
import type { FinishReason, LlmEvent, LlmUsage } from './llm.ts';
import { failureOfStatus, ProviderFailure } from './provider-failure.ts';
import { isReasoningPart, reasoningOf, textOf } from './reasoning.ts';
import { ToolCallCollector } from './tool-call-collector.ts';

const blank = /^\s*$/;

/**
 * Makes events out of the chunks of one streamed chat completion, as the providers really send them. Text that comes
 * together becomes one event. Tool calls are given out by `close`, when their arguments are whole.
 */
export class AnswerAccumulator {
  readonly #provider: string;
  readonly #toolsOffered: boolean;
  readonly #calls = new ToolCallCollector();
  #pending: LlmEvent[] = [];
  /** White space before the first word: an answer of nothing else says nothing. */
  #leading = '';
  #saidWords = false;
  #finishReason: string | null = null;
  #finishCameWithNews = false;
  #resumedAfterFinish = false;
  #usageCameLast = false;
  /** How many pieces of text, reasoning and tool calls have come. */
  #pieces = 0;
  #promptTokens: number | null = null;
  #completionTokens: number | null = null;
  #reasoningTokens = 0;
  /** Has the model shown that it works, with text, a tool call or reasoning in any form? */
  started = false;

  constructor(provider: string, options: { toolsOffered: boolean }) {
    this.#provider = provider;
    this.#toolsOffered = options.toolsOffered;
  }

  /**
   * Has the provider said that the answer is whole, so that even a broken connection takes nothing from it? Some gateways
   * write a finish reason on every chunk: one that more text followed says nothing.
   */
  get isWhole(): boolean {
    return this.#finishReason !== null && !this.#resumedAfterFinish;
  }

  /** Is it whole if the server ends here properly? Some never send a finish reason, but close with the usage. */
  get mayEndHere(): boolean {
    return this.#finishReason !== null || this.#usageCameLast;
  }

  /** Is it whole if nothing more comes, although the connection stays open? */
  get mayFallSilent(): boolean {
    return this.isWhole || this.#usageCameLast;
  }

  /** Can nothing but the usage still come? A finish reason beside text may be one of those on every chunk. */
  get isOverSoon(): boolean {
    return this.isWhole && this.started && !this.#finishCameWithNews;
  }

  /** Would an answer that ends here say nothing? A refusal by the provider's filter is an answer without words. */
  get isWordless(): boolean {
    const calledTools = this.#toolsOffered && this.#calls.size > 0;
    return !this.#saidWords && !calledTools && this.#reason() !== 'content-filter';
  }

  /** Did the model run out of tokens? */
  get isCutShort(): boolean {
    return this.#reason() === 'length';
  }

  addText(text: string): void {
    this.#add('text', text);
  }

  /**
   * Takes one parsed chunk; `event` is the frame's event name. Returns its text when there was no other news in it.
   * Throws ProviderFailure for an error that came inside a successful response.
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

  /** Takes a delta. Returns whether anything was in it, and its text when there was nothing else. */
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
      this.#calls.take(fragment);
    }
    const isPlain = reasoning === null && !refusal && calls.length === 0 && typeof content === 'string';
    return { isNews: this.#pieces > pieces, text: isPlain ? content : null };
  }

  /** What has come since the last call. */
  drain(): LlmEvent[] {
    const events = this.#pending;
    if (events.length > 0) this.#pending = [];
    return events;
  }

  /** The end of the answer: adds its tool calls and the finish event. */
  close(): void {
    if (this.#toolsOffered) this.#pending.push(...this.#calls.events());
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
    if (this.#saidWords) return text;
    const all = this.#leading + text;
    this.#saidWords = !blank.test(text);
    this.#leading = this.#saidWords ? '' : all;
    return this.#saidWords ? all : '';
  }

  /** Something of the answer came: what said that it is over was wrong. */
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

  /** Usage may stand on every chunk, with totals that are null until the end: the last number of each counts. */
  #takeUsage(chunk: Json): boolean {
    const groq = isObject(chunk.x_groq) ? chunk.x_groq.usage : undefined;
    const usage = isObject(chunk.usage) ? chunk.usage : groq;
    if (!isObject(usage)) return false;
    if (typeof usage.prompt_tokens === 'number') this.#promptTokens = usage.prompt_tokens;
    if (typeof usage.completion_tokens === 'number') this.#completionTokens = usage.completion_tokens;
    const details = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
    const { reasoning_tokens: reasoned } = details;
    // Some hide what the model thinks and only count it.
    if (typeof reasoned === 'number' && reasoned > this.#reasoningTokens) {
      this.#reasoningTokens = reasoned;
      this.started = true;
    }
    return true;
  }

  #usage(): LlmUsage | null {
    if (this.#promptTokens === null && this.#completionTokens === null) return null;
    return { promptTokens: this.#promptTokens, completionTokens: this.#completionTokens };
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
    if (status) return failureOfStatus(this.#provider, status, { code: firstText(error.code, error.type) });
    const message = `${this.#provider} reported an error instead of an answer.`;
    return new ProviderFailure(message, { kind: 'refused', retryable: true });
  }
}

/** Errors come as OpenAI's `error`, as a frame of that name, or in place of `choices` in the provider's own words. */
function isError(chunk: Json, event: string | undefined): boolean {
  if (chunk.error || event === 'error' || chunk.object === 'error') return true;
  if ('choices' in chunk) return false;
  return Boolean(chunk.error_code || chunk.detail || (chunk.code && chunk.message));
}
