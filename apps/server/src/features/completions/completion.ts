import type { Source } from '@noek/contract/chat/answers';
import type { Allowance } from '@noek/contract/subscription/plans';
import type { FinishReason, LlmToolCall, LlmUsage } from '../../integrations/llm/llm.ts';

/** Tokens that an answer used. `promptTokens` includes what was cached, `completionTokens` the reasoning. */
export type CompletionUsage = {
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
};

/** A part of the answer to a program. `finish` is the last one. */
export type CompletionEvent =
  | { type: 'text'; text: string }
  /** The text so far was a thought, but for this part. A stream has sent it already. */
  | { type: 'retract'; text: string }
  | ({ type: 'tool-call' } & LlmToolCall)
  | {
      type: 'finish';
      reason: FinishReason;
      usage: CompletionUsage;
      /** The pages that the answer may cite. */
      sources: readonly Source[];
      /** Where it is kept; null: nowhere. */
      conversation: number | null;
    };

/** An answer that has been paid for and is being made. */
export type Completion = {
  allowance: Allowance;
  /** The conversation in which it is being kept from the start; null: none. */
  conversation: number | null;
  /** The id that its message has if it is kept. */
  messageId: string;
  /** Its parts, as they come. Throws AppError, CompletionRefusal or LlmError if there is no answer. */
  events: AsyncGenerator<CompletionEvent[], void>;
};

/** What several model calls have used together, with an estimate for a provider that does not say. */
export class UsageSum {
  #prompt: number | null = null;
  #completion: number | null = null;
  #cached = 0;
  #reasoning = 0;

  add({ promptTokens, completionTokens, cachedTokens, reasoningTokens }: LlmUsage): void {
    if (promptTokens !== null) this.#prompt = (this.#prompt ?? 0) + promptTokens;
    if (completionTokens !== null) this.#completion = (this.#completion ?? 0) + completionTokens;
    this.#cached += cachedTokens ?? 0;
    this.#reasoning += reasoningTokens ?? 0;
  }

  or(estimate: { promptTokens: number; completionTokens: number }): CompletionUsage {
    return {
      promptTokens: this.#prompt ?? estimate.promptTokens,
      completionTokens: this.#completion ?? estimate.completionTokens,
      ...{ cachedTokens: this.#cached, reasoningTokens: this.#reasoning },
    };
  }
}
