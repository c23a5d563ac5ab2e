import type { FinishReason, LlmEvent, LlmUsage } from './llm.ts';
import { failureOfStatus, ProviderFailure } from './provider-failure.ts';

type Json = Record<string, unknown>;
type ToolCall = { index: unknown; id: string; name: string; arguments: string };

const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  end_turn: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
};

/**
 * Makes events out of the chunks of one streamed chat completion, as the providers really send them. Text that comes
 * together becomes one event. Tool calls are given out by `close`, when their arguments are whole.
 */
export class AnswerAccumulator {
  readonly #provider: string;
  readonly #calls: ToolCall[] = [];
  #pending: LlmEvent[] = [];
  #finishReason: string | null = null;
  #promptTokens: number | null = null;
  #completionTokens: number | null = null;
  /** Has any text, reasoning or tool call come? */
  started = false;

  constructor(provider: string) {
    this.#provider = provider;
  }

  /** Has the provider said that the answer is whole? Some never send a finish reason, but only whole answers have usage. */
  get whole(): boolean {
    return this.#finishReason !== null || this.#usageCameLast;
  }
  #usageCameLast = false;

  get empty(): boolean {
    return !this.started && (this.#finishReason === null || this.#reason() === 'stop');
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
    if (chunk.error || event === 'error' || chunk.object === 'error') throw this.#failure(chunk);
    const usage = this.#takeUsage(chunk);
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (!isObject(choice)) {
      this.#usageCameLast ||= usage;
      return null;
    }
    const finished = typeof choice.finish_reason === 'string' && choice.finish_reason !== '';
    if (finished) this.#finishReason = choice.finish_reason as string;
    // A server that does not stream sends the whole message.
    const delta = choice.delta ?? choice.message;
    if (!isObject(delta)) return null;
    const reasoning = firstText(delta.reasoning_content, delta.reasoning);
    if (reasoning) this.#add('reasoning', reasoning);
    const { content } = delta;
    if (typeof content === 'string') this.#add('text', content);
    else if (Array.isArray(content)) this.#takeParts(content);
    const refusal = firstText(delta.refusal);
    if (refusal) this.#add('text', refusal);
    const calls = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
    for (const fragment of calls) if (isObject(fragment)) this.#takeToolCall(fragment);
    const plain = !finished && !usage && !reasoning && !refusal && calls.length === 0;
    return plain && typeof content === 'string' ? content : null;
  }

  /** What has come since the last call. */
  drain(): LlmEvent[] {
    const events = this.#pending;
    if (events.length > 0) this.#pending = [];
    return events;
  }

  /** The end of the answer: adds its tool calls and the finish event. */
  close(): void {
    this.#calls.forEach((call, position) => {
      const id = call.id || `call_${position}`;
      this.#pending.push({ type: 'tool-call', id, name: call.name, arguments: call.arguments || '{}' });
    });
    this.#pending.push({ type: 'finish', reason: this.#reason(), usage: this.#usage() });
  }

  #add(type: 'text' | 'reasoning', text: string): void {
    if (!text) return;
    this.started = true;
    const last = this.#pending.at(-1);
    if (last?.type === type) last.text += text;
    else this.#pending.push({ type, text });
  }

  /** Content as a list: Mistral's reasoning models send thinking and text as parts. */
  #takeParts(parts: readonly unknown[]): void {
    for (const part of parts) {
      if (!isObject(part)) continue;
      if (part.type === 'thinking') this.#add('reasoning', textOfParts(part.thinking));
      else this.#add('text', firstText(part.text));
    }
  }

  #takeToolCall(fragment: Json): void {
    const part = isObject(fragment.function) ? fragment.function : {};
    const id = firstText(fragment.id);
    const name = firstText(part.name);
    const last = this.#calls.at(-1);
    let call = fragment.index === undefined ? last : this.#calls.findLast((known) => known.index === fragment.index);
    // Some number every call 0, or not at all: another id together with a name begins another call.
    if (!call || (id && name && call.id && id !== call.id)) {
      call = { index: fragment.index, id: '', name: '', arguments: '' };
      this.#calls.push(call);
    }
    this.started = true;
    call.id ||= id;
    call.name ||= name;
    const given = part.arguments;
    if (typeof given === 'string') call.arguments += given;
    else if (isObject(given)) call.arguments = JSON.stringify(given);
  }

  /** Usage may stand on every chunk, with totals that are null until the end: the last number of each counts. */
  #takeUsage(chunk: Json): boolean {
    const groq = isObject(chunk.x_groq) ? chunk.x_groq.usage : undefined;
    const usage = isObject(chunk.usage) ? chunk.usage : groq;
    if (!isObject(usage)) return false;
    if (typeof usage.prompt_tokens === 'number') this.#promptTokens = usage.prompt_tokens;
    if (typeof usage.completion_tokens === 'number') this.#completionTokens = usage.completion_tokens;
    return true;
  }

  #usage(): LlmUsage | null {
    if (this.#promptTokens === null && this.#completionTokens === null) return null;
    return { promptTokens: this.#promptTokens, completionTokens: this.#completionTokens };
  }

  #reason(): FinishReason {
    const reason = finishReasons[this.#finishReason ?? ''] ?? 'unknown';
    const endsWithCalls = this.#calls.length > 0 && (reason === 'unknown' || reason === 'stop');
    return endsWithCalls ? 'tool-calls' : reason;
  }

  #failure(chunk: Json): ProviderFailure {
    if (this.started)
      return new ProviderFailure(`${this.#provider} broke off its answer.`, { kind: 'broken-off', retryable: true });
    const error = isObject(chunk.error) ? chunk.error : chunk;
    const status = [error.status_code, error.code, error.status].map(Number).find((n) => n >= 400 && n < 600);
    if (status) return failureOfStatus(this.#provider, status, { code: firstText(error.code, error.type) });
    const message = `${this.#provider} reported an error instead of an answer.`;
    return new ProviderFailure(message, { kind: 'refused', retryable: true });
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const firstText = (...values: readonly unknown[]): string =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';

function textOfParts(parts: unknown): string {
  if (typeof parts === 'string') return parts;
  return Array.isArray(parts) ? parts.map((part) => (isObject(part) ? firstText(part.text) : '')).join('') : '';
}
