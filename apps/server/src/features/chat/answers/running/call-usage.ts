import type { Usage } from '@noek/contract/chat/answers';
import type { LlmEvent, LlmRequest, LlmUsage } from '../../../../integrations/llm/llm.ts';
import { estimateTokens, tokensOfPicture } from '../../../../text/estimate-tokens.ts';

/** What one model call uses: as its provider counts it, otherwise estimated. */
export class CallUsage {
  readonly #asked: Pick<LlmRequest, 'messages' | 'tools'>;
  #isAnswering = false;
  #written = '';
  #counted: LlmUsage | null = null;

  constructor(asked: Pick<LlmRequest, 'messages' | 'tools'>) {
    this.#asked = asked;
  }

  note(event: LlmEvent): void {
    if (event.type === 'answering') this.#isAnswering = true;
    else if (event.type === 'text' || event.type === 'reasoning') this.#written += event.text;
    else if (event.type === 'tool-call') this.#written += event.name + event.arguments;
    else if (event.type === 'finish') this.#counted = event.usage;
  }

  /** What it has used so far; null if no model has answered. */
  get total(): Usage | null {
    if (!this.#isAnswering) return null;
    const input = tokens(this.#counted?.promptTokens);
    const output = tokens(this.#counted?.completionTokens);
    const cached = tokens(this.#counted?.cachedTokens);
    const reasoning = tokens(this.#counted?.reasoningTokens);
    const all = {
      input: input ?? estimateOf(this.#asked),
      output: output ?? (this.#written === '' ? 0 : estimateTokens(this.#written)),
    };
    return {
      ...all,
      ...(cached !== null && { cached: Math.min(cached, all.input) }),
      ...(reasoning !== null && { reasoning: Math.min(reasoning, all.output) }),
      estimated: input === null || output === null,
    };
  }
}

/** What several model calls have used together. */
export function sumOf(one: Usage | null, other: Usage | null): Usage | null {
  if (one === null || other === null) return one ?? other;
  const both = (first: number | undefined, second: number | undefined) =>
    first === undefined && second === undefined ? undefined : (first ?? 0) + (second ?? 0);
  const cached = both(one.cached, other.cached);
  const reasoning = both(one.reasoning, other.reasoning);
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    ...(cached !== undefined && { cached }),
    ...(reasoning !== undefined && { reasoning }),
    estimated: one.estimated || other.estimated,
  };
}

/** More than this is no number of tokens, and sums of such numbers would not be exact. */
const mostTokens = 1e12;

/** The number of tokens that a provider reported; null if it reported none, or an impossible number. */
const tokens = (told: number | null | undefined): number | null =>
  typeof told === 'number' && Number.isInteger(told) && told >= 0 && told <= mostTokens ? told : null;

function estimateOf({ messages, tools = [] }: Pick<LlmRequest, 'messages' | 'tools'>): number {
  const definitions = tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0;
  return messages.reduce((sum, message) => {
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    const pictures = message.role === 'user' ? (message.pictures ?? []) : [];
    return (
      sum +
      estimateTokens(message.content) +
      calls.reduce((total, call) => total + estimateTokens(call.name + call.arguments), 0) +
      pictures.length * tokensOfPicture()
    );
  }, definitions);
}
