import type { LlmEvent } from '../llm.ts';

/** What a reader needs of the protocol of an answer: turns its frames into events, and knows whether it is complete. */
export type Accumulator = {
  /** Whether any text, tool call or reasoning in any form has arrived. */
  readonly started: boolean;
  /** Whether anything of an answer has arrived, so that an end without its signs is a cut. */
  readonly hasBegun: boolean;
  /** Whether the provider has said that the answer is complete, so that a broken connection does not matter. */
  readonly isWhole: boolean;
  /** Whether it is complete if the server ends properly here. */
  readonly mayEndHere: boolean;
  /** Whether it is complete if nothing more arrives, although the connection stays open. */
  readonly mayFallSilent: boolean;
  /** Whether nothing can follow. */
  readonly isOver: boolean;
  /** Whether only the usage can still arrive. */
  readonly isOverSoon: boolean;
  /** Whether an answer that ends here is empty. */
  readonly isEmpty: boolean;
  /** Whether the model called tools, offered or not. */
  readonly hasCalls: boolean;
  /** Whether the model ran out of tokens. */
  readonly isCutShort: boolean;
  addText(text: string): void;
  /** Takes one parsed frame; `event` is its name. Returns its text if it has only that and such frames repeat. Throws ProviderFailure. */
  take(frame: unknown, event?: string): string | null;
  /** The events since the last call. */
  drain(): LlmEvent[];
  /** Ends the answer: adds its tool calls and the finish event. */
  close(): void;
};
