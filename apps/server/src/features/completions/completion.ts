import type { Source } from '@noek/contract/chat/answers';
import type { Allowance } from '@noek/contract/subscription/plans';
import type { FinishReason, LlmToolCall, LlmUsage } from '../../integrations/llm/llm.ts';

/** A part of the answer to a program. `finish` is the last one. */
export type CompletionEvent =
  | { type: 'text'; text: string }
  /** The text so far was a thought, but for this part. A stream has sent it already. */
  | { type: 'retract'; text: string }
  | ({ type: 'tool-call' } & LlmToolCall)
  | {
      type: 'finish';
      reason: FinishReason;
      usage: { promptTokens: number; completionTokens: number };
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
  /** Its parts, as they come. Throws AppError, CompletionRefusal or LlmError if there is no answer. */
  events: AsyncGenerator<CompletionEvent[], void>;
};

/** What several model calls have used together, with an estimate for a provider that does not say. */
export class UsageSum {
  #prompt: number | null = null;
  #completion: number | null = null;

  add({ promptTokens, completionTokens }: LlmUsage): void {
    if (promptTokens !== null) this.#prompt = (this.#prompt ?? 0) + promptTokens;
    if (completionTokens !== null) this.#completion = (this.#completion ?? 0) + completionTokens;
  }

  or(estimate: { promptTokens: number; completionTokens: number }) {
    return {
      promptTokens: this.#prompt ?? estimate.promptTokens,
      completionTokens: this.#completion ?? estimate.completionTokens,
    };
  }
}
