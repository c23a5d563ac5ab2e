export type LlmMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type LlmTool = { name: string; description: string; parameters: Record<string, unknown> };

export type LlmRequest = {
  messages: readonly LlmMessage[];
  /** The beginning of the answer, which is there already: only what follows it is to be yielded. Empty for a new answer. */
  continuing?: string;
  /** SuperNoek and administrators: the provider's premiumModel, where it has one. */
  premium: boolean;
  /** May the provider keep this exchange? (the person's model training consent) */
  store: boolean;
  temperature?: number | undefined;
  tools?: readonly LlmTool[];
  /** Ends the call at the provider at once. */
  signal: AbortSignal;
};

export type LlmUsage = { promptTokens: number | null; completionTokens: number | null };

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'unknown';

/**
 * What a call yields: `answering` before anything else of a provider; then pieces; `finish` last. Another `answering` may
 * follow while no text and no tool call has come: the provider before it failed while it was thinking.
 */
export type LlmEvent =
  | { type: 'answering'; provider: string; model: string }
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool-call'; id: string; name: string; arguments: string }
  | { type: 'finish'; reason: FinishReason; usage: LlmUsage | null };

/** The assistant's models behind one interface. */
export type Llm = {
  /** Which one answers, for the start-up lines, /api/config and the label under answers. */
  describe(): { kind: 'providers' | 'local' | 'demo'; label: string };
  /** How many tokens the smallest of them reads at once, question and answer together. */
  readonly contextTokens: number;
  /** Streams one answer. Rejects with LlmError; text that was yielded before stays valid. An abort ends it without an error. */
  stream(request: LlmRequest): AsyncIterable<LlmEvent>;
};

/**
 * No provider could answer, or the one that did broke off. `message` is a short sentence for everybody; `hint` says, for those
 * who ask, which provider failed and how, without keys or addresses.
 */
export class LlmError extends Error {
  readonly kind: 'timeout' | 'refused' | 'rate-limited' | 'too-long' | 'broken-off' | 'unreachable';
  readonly hint: string | null;

  constructor(kind: LlmError['kind'], message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options);
    this.name = 'LlmError';
    this.kind = kind;
    this.hint = options.hint ?? null;
  }
}
