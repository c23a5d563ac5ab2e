import { firstText, isObject, type Json } from '../../json.ts';
import type { FinishReason, LlmEvent, LlmUsage } from '../../llm.ts';
import { failureOfStatus, ProviderFailure } from '../../provider-failure.ts';
import type { Accumulator } from '../../reading/accumulator.ts';
import { finishReasonOf } from '../../reading/finish-reasons.ts';
import { textOf } from '../../reading/reasoning.ts';
import { ResponseCalls } from './response-calls.ts';

// Events of OpenAI's Responses: https://platform.openai.com/docs/api-reference/responses-streaming

const blank = /^\s*$/;
/** In UTF-16 code units. */
const longestComplaint = 4_000;

type Asked = { provider: string; model: string };
/** The kinds in which the reasoning of one item may arrive: servers that send both send the same twice. */
type ReasoningKind = 'summary' | 'text';

/**
 * Turns the events of one streamed response into ours, or a response that is not streamed. Unknown events are ignored. Only `completed`,
 * `incomplete`, `failed` and `error` end it.
 */
export class ResponseAccumulator implements Accumulator {
  readonly #asked: Asked;
  readonly #toolsOffered: boolean;
  readonly #calls = new ResponseCalls();
  #pending: LlmEvent[] = [];
  /** White space before the first text: an answer of nothing else is empty. */
  #leading = '';
  #hasText = false;
  /** The items whose text has arrived. */
  readonly #said = new Set<unknown>();
  /** The kind of reasoning of each item, and the part of its summary that came last. */
  readonly #thought = new Map<unknown, { kind: ReasoningKind; part: unknown }>();
  /** The reasoning that can be sent back, with the places of the text and the calls. */
  #kept: Json[] = [];
  #end: FinishReason | null = null;
  #usage: LlmUsage | null = null;
  started = false;
  hasBegun = false;

  constructor(asked: Asked, options: { toolsOffered: boolean }) {
    this.#asked = asked;
    this.#toolsOffered = options.toolsOffered;
  }

  get isWhole(): boolean {
    return this.#end !== null;
  }

  get isOver(): boolean {
    return this.#end !== null;
  }

  get mayEndHere(): boolean {
    return this.#end !== null;
  }

  get mayFallSilent(): boolean {
    return this.#end !== null;
  }

  get isOverSoon(): boolean {
    return this.#end !== null;
  }

  get isEmpty(): boolean {
    const calledTools = this.#toolsOffered && this.#calls.size > 0;
    return !this.#hasText && !calledTools && this.#end !== 'content-filter';
  }

  get hasCalls(): boolean {
    return this.#calls.size > 0;
  }

  get isCutShort(): boolean {
    return this.#end === 'length';
  }

  addText(text: string): void {
    if (!text) return;
    this.started = true;
    const shown = this.#hasText ? text : this.#withLeading(text);
    if (shown) this.#add('text', shown);
  }

  /** Each event has a number of its own, so none repeats: the result is always null. */
  take(event: unknown, name?: string): null {
    if (!isObject(event)) throw this.#failure({});
    this.hasBegun = true;
    const type = firstText(event.type, name);
    if (type === 'error' || event.object === 'error' || isObject(event.error) || typeof event.error === 'string')
      if (event.object !== 'response')
        // A response that is not streamed has an error of its own.
        throw this.#failure(event);
    switch (type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        this.#said.add(keyOf(event));
        this.addText(firstText(event.delta));
        break;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_summary.delta':
        this.#think('summary', event, event.summary_index);
        break;
      case 'response.reasoning_text.delta':
      case 'response.reasoning.delta':
        this.#think('text', event, event.content_index);
        break;
      case 'response.function_call_arguments.delta':
        this.started = true;
        this.#calls.addArguments(keysOf(event), event.delta, this.#toolsOffered ? this.#pending : []);
        break;
      case 'response.function_call_arguments.done':
        this.#calls.completeArguments(keysOf(event), event.arguments);
        break;
      case 'response.output_item.added':
        this.#takeItem(event.item, event, false);
        break;
      case 'response.output_item.done':
        this.#takeItem(event.item, event, true);
        break;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        this.#takeEnd(isObject(event.response) ? event.response : {}, type.slice('response.'.length));
        break;
      case 'response.done':
        this.#takeEnd(isObject(event.response) ? event.response : {}, 'completed');
        break;
      default:
        if (event.object === 'response') this.#takeEnd(event, '');
        else if (type === '' && (event.detail || event.error_code || (event.code && event.message)))
          throw this.#failure(event);
    }
    return null;
  }

  drain(): LlmEvent[] {
    const events = this.#pending;
    if (events.length > 0) this.#pending = [];
    return events;
  }

  close(): void {
    const calls = this.#toolsOffered ? this.#calls.events() : [];
    this.#pending.push(...calls);
    if (calls.length > 0 && this.#kept.some(({ type }) => type === 'reasoning'))
      this.#pending.push({ type: 'kept-reasoning', ...this.#asked, items: this.#kept });
    this.#pending.push({ type: 'finish', reason: this.#end ?? 'unknown', usage: this.#usage });
  }

  #takeItem(item: unknown, event: Json, isDone: boolean): void {
    if (!isObject(item)) return;
    if (item.type === 'function_call') {
      this.started = true;
      // If no tools were offered, a single call is kept, which shows that there were some.
      if (this.#toolsOffered || this.#calls.size === 0) this.#calls.takeItem(item, keysOf(event, item));
      if (isDone) this.#kept.push({ type: 'function_call', call_id: firstText(item.call_id, item.id) });
    } else if (item.type === 'reasoning') {
      this.started = true;
      if (isDone) this.#takeReasoning(item, keyOf(event, item));
    } else if (item.type === 'message' && isDone) {
      this.#kept.push({ type: 'message', ...(typeof item.phase === 'string' && { phase: item.phase }) });
      // A server may send a text as a whole only.
      if (!this.#said.has(keyOf(event, item))) this.addText(messageTextOf(item));
      this.#said.add(keyOf(event, item));
    }
  }

  #takeReasoning(item: Json, key: unknown): void {
    const { encrypted_content: encrypted, summary } = item;
    // Without its id, which would be looked for among stored responses. `summary` is required, even if it is empty.
    if (typeof encrypted === 'string' && encrypted !== '')
      this.#kept.push({
        ...{ type: 'reasoning', summary: Array.isArray(summary) ? summary : [], encrypted_content: encrypted },
      });
    if (this.#thought.has(key)) return;
    const text = textOf(summary) || textOf(item.content);
    this.#thought.set(key, { kind: 'text', part: 0 });
    if (text) this.#add('reasoning', text);
  }

  #think(kind: ReasoningKind, event: Json, part: unknown): void {
    this.started = true;
    const key = keyOf(event);
    const before = this.#thought.get(key);
    if (before && before.kind !== kind) return;
    this.#thought.set(key, { kind, part });
    const gap = before && before.part !== part ? '\n\n' : '';
    const text = isObject(event.delta) ? textOf(event.delta) : firstText(event.delta);
    if (text) this.#add('reasoning', gap + text);
  }

  /** The last event: the whole response, with what the events before it may have lacked. */
  #takeEnd(response: Json, named: string): void {
    // The name of the event may contradict the response: vLLM calls one that reached its limit completed.
    const status = firstText(response.status) || named;
    if (status === 'failed' || status === 'cancelled' || named === 'failed') throw this.#failure(response);
    if (status === 'in_progress' || status === 'queued') return;
    const output = Array.isArray(response.output) ? response.output : [];
    const lacksReasoning = !this.#kept.some(({ type }) => type === 'reasoning');
    if (lacksReasoning) this.#kept = [];
    const hadText = this.#hasText;
    for (const [at, item] of output.entries()) {
      if (!isObject(item)) continue;
      const event = { output_index: at, item_id: item.id };
      if (item.type === 'message' && hadText) {
        if (lacksReasoning) this.#kept.push({ type: 'message' });
      } else if (lacksReasoning) this.#takeItem(item, event, true);
      else if (item.type === 'function_call') this.#takeItem(item, event, false);
    }
    this.#takeUsage(response.usage);
    const details = isObject(response.incomplete_details) ? response.incomplete_details : {};
    this.#end = status === 'incomplete' ? reasonOf(details) : this.#calls.size > 0 ? 'tool-calls' : 'stop';
  }

  #takeUsage(usage: unknown): void {
    if (!isObject(usage)) return;
    const { input_tokens: input, output_tokens: output } = usage;
    if (typeof input !== 'number' && typeof output !== 'number') return;
    const ofInput = isObject(usage.input_tokens_details) ? usage.input_tokens_details : {};
    const ofOutput = isObject(usage.output_tokens_details) ? usage.output_tokens_details : {};
    this.#usage = {
      promptTokens: numberOf(input),
      completionTokens: numberOf(output),
      cachedTokens: numberOf(ofInput.cached_tokens),
      reasoningTokens: numberOf(ofOutput.reasoning_tokens) || null,
    };
  }

  #add(type: 'text' | 'reasoning', text: string): void {
    const last = this.#pending.at(-1);
    if (last?.type === type) last.text += text;
    else this.#pending.push({ type, text });
  }

  #withLeading(text: string): string {
    const all = this.#leading + text;
    this.#hasText = !blank.test(text);
    this.#leading = this.#hasText ? '' : all;
    return this.#hasText ? all : '';
  }

  #failure(event: Json): ProviderFailure {
    const { provider } = this.#asked;
    if (this.started)
      return new ProviderFailure(`${provider} stopped before its answer was complete.`, {
        kind: 'broken-off',
        retryable: true,
      });
    const error = isObject(event.error) ? event.error : event;
    const code = firstText(error.code, error.type);
    const status =
      [error.status_code, error.code, error.status].map(Number).find((n) => n >= 400 && n < 600) ?? statusOf(code);
    const complaint = JSON.stringify({ code, param: error.param, message: error.message, error: event.error }).slice(
      0,
      longestComplaint,
    );
    if (status) return failureOfStatus(provider, status, { code, complaint });
    const message = `${provider} reported an error instead of an answer.`;
    return new ProviderFailure(message, { kind: 'refused', retryable: true, complaint });
  }
}

/** The position of an item. Some servers give its events other ids than the item itself. */
const keyOf = (event: Json, item: Json = {}): unknown => event.output_index ?? event.item_id ?? item.id;
const keysOf = (event: Json, item: Json = {}): unknown[] => [event.output_index, event.item_id, item.id];

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** An incomplete response has a reason. Without a known one, it was too long. */
function reasonOf({ reason }: Json): FinishReason {
  const known = finishReasonOf(firstText(reason));
  if (known === 'broken-off' || known === 'unknown') return 'length';
  return known;
}

const statuses: Record<string, number> = {
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  server_error: 500,
  server_is_overloaded: 503,
  context_length_exceeded: 400,
  invalid_prompt: 400,
  invalid_request_error: 400,
};

/** Responses that fail have a code instead of a status. */
const statusOf = (code: string): number | undefined =>
  statuses[code] ?? (/^invalid_|^image_|^unsupported_|_image/.test(code) ? 400 : undefined);

function messageTextOf({ content }: Json): string {
  const parts = Array.isArray(content) ? content : [];
  return parts.map((part) => (isObject(part) ? firstText(part.text, part.refusal) : '')).join('');
}
