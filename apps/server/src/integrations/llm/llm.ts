/** A tool call as the model wrote it. `arguments` is unchecked JSON. */
export type LlmToolCall = {
  id: string;
  name: string;
  arguments: string;
  /** What one provider wants back with the call, such as Gemini's thought signature. No other provider is sent it. */
  extra?: { provider: string; content: Record<string, unknown> };
};

/** A picture for a model. `type` is its media type; `name` says which one it is, and is shown to a model that does not take pictures. */
export type LlmPicture = {
  type: string;
  base64: string;
  name: string;
  /** Which part of a long picture it is, such as "part 1 of 3, top to bottom". */
  part?: string;
};

/** One message for a model. A `tool` message answers the call with that id in the assistant's message before it. */
export type LlmMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string; pictures?: readonly LlmPicture[] }
  | { role: 'assistant'; content: string; toolCalls?: readonly LlmToolCall[]; reasoning?: KeptReasoning }
  | { role: 'tool'; callId: string; content: string };

/**
 * The reasoning of one model call in the form that its provider wants back, encrypted. It is sent back only to the
 * same model, within the steps of one answer.
 */
export type KeptReasoning = { provider: string; model: string; items: readonly Record<string, unknown>[] };

/** How much a model may reason: `quick` asks for low effort at most, `thorough` for high effort at least. */
export type Effort = 'quick' | 'thorough';

export type LlmTool = { name: string; description: string; parameters: Record<string, unknown>; strict?: boolean };

/** `withTools`: only sent together with tools. */
export type LlmFields = {
  always: Readonly<Record<string, unknown>>;
  withTools: Readonly<Record<string, unknown>>;
};

export type LlmRequest = {
  messages: readonly LlmMessage[];
  /** The existing text of the answer: only what follows it is yielded. Empty for a new answer. */
  continuing?: string;
  /** The name of the one model to ask, from `Llm.models`. Absent, or not among them: the providers in their order. */
  model?: string | undefined;
  /** SuperNoek and administrators: without a `model`, each provider's premiumModel is asked, if it has one. */
  premium: boolean;
  /** Whether the provider may store this exchange: the person's consent to model training. */
  store: boolean;
  temperature?: number | undefined;
  /** Absent: as the model does on its own. */
  effort?: Effort | undefined;
  /** Without tools, earlier calls and their results are sent as text. */
  tools?: readonly LlmTool[];
  /** Further fields of OpenAI's chat completions, which the provider is sent as they are. */
  fields?: LlmFields | undefined;
  /** When the answer must be complete, by performance.now(); absent: the longest time that one call may take. */
  endsAt?: number;
  /** Aborts the call to the provider at once. */
  signal: AbortSignal;
};

/** Whether a model takes something. */
export type Takes = 'yes' | 'no' | 'unknown';

/** Whether a model takes pictures. `unknown`: it is given them, and asked again without if it refuses. */
export type Sees = Takes;

/** Tokens as the provider counts them; null: it did not say. `completionTokens` includes the reasoning, `promptTokens` what was cached. */
export type LlmUsage = {
  promptTokens: number | null;
  completionTokens: number | null;
  cachedTokens: number | null;
  reasoningTokens: number | null;
};

/** Why a model stopped. `other`: for a reason that is not known to be a good end. `unknown`: it gave none. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other' | 'unknown';

/**
 * What a call yields: `answering` first, then text, reasoning and tool calls, and `finish` last. Another `answering` may follow
 * before any text or tool call: then the previous provider failed while it was reasoning.
 */
export type LlmEvent =
  | {
      type: 'answering';
      provider: string;
      model: string;
      /** How many pictures of the request this model was not given, if any. */
      picturesLeftOut?: number;
      /** The request offered tools, and this model takes none. */
      toolsLeftOut?: true;
      /** The names of models that were asked before and are no longer available. */
      gone?: readonly string[];
    }
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** All text of this call so far was a thought. */
  | { type: 'retract' }
  /**
   * More of the arguments of a document's call, as unchecked JSON, before the call itself follows. `position` tells the calls of one answer
   * apart. Not a promise: the call may never come.
   */
  | { type: 'tool-call-part'; position: number; text: string }
  | ({ type: 'tool-call' } & LlmToolCall)
  | ({ type: 'kept-reasoning' } & KeptReasoning)
  | { type: 'finish'; reason: FinishReason; usage: LlmUsage | null };

/** What a message may use of a context window, in tokens. */
export type MostTokens = { basic: number; premium: number };

/** A model that people can choose. */
export type LlmModel = {
  /** Unique among all models. */
  name: string;
  provider: string;
  /** Only for SuperNoek and administrators. */
  premium: boolean;
  /** Its provider failed several times in a row and is left out for a while. */
  resting: boolean;
  sees: Sees;
  /** The last day (YYYY-MM-DD, to its end in UTC) on which its provider offers it; null: none is known. */
  endsAt: string | null;
  /** For question and answer together, in tokens. */
  contextWindow: number;
  tools: Takes;
  /** The efforts that it takes; empty: none, or not known. */
  efforts: readonly Effort[];
};

/**
 * Something that a provider's model refused, and is asked without until then: an optional field of requests, pictures, system messages,
 * neighbouring messages of the same role, or tools while it reasons (`tools_with_reasoning`).
 */
export type Refusal = {
  what:
    | 'tools'
    | 'tools_with_reasoning'
    | 'temperature'
    | 'top_p'
    | 'stop'
    | 'tool_choice'
    | 'parallel_tool_calls'
    | 'max_tokens'
    | 'max_completion_tokens'
    | 'max_output_tokens'
    | 'reasoning_effort'
    | 'reasoning_summary'
    | 'include'
    | 'store'
    | 'stream_options'
    | 'neighbours'
    | 'system'
    | 'pictures';
  model: string;
  /** In milliseconds since 1970. */
  until: number;
};

/** A provider as this process has found it. Times are in milliseconds since 1970. */
export type ProviderState = {
  name: string;
  /** `resting`: it failed several times in a row and is left out for a while. `trying`: one request finds out whether it works again. */
  state: 'working' | 'resting' | 'trying';
  /** How often it has failed since its last answer. */
  failures: number;
  /** Until when it rests; null unless it does. */
  restsUntil: number | null;
  /** A sentence about its last failure, without keys or addresses; null if it has not failed since the start. */
  lastFailure: { at: number; message: string } | null;
  /** When it last answered; null if it has not since the start. */
  lastSuccessAt: number | null;
  /** What its models have refused within the last hour. */
  refusals: Refusal[];
};

/** The assistant's models, behind one interface. */
export type Llm = {
  /** Which model answers, for the start-up messages, /api/config and the label under answers. */
  describe(): { kind: 'providers' | 'local' | 'demo'; label: string };
  /** The providers in their fallback order, or the local model server. The built-in demo has none. */
  providers(): ProviderState[];
  /**
   * Asks a provider for a few words now, even while it rests, and notes the outcome as for any answer. What its models refused is asked for
   * again from then on. Resolves to its state afterwards; null if there is no provider with this name.
   */
  tryProvider(name: string, signal: AbortSignal): Promise<ProviderState | null>;
  /** The models to choose from, in the fallback order of their providers. */
  models(): LlmModel[];
  /** Looks for model servers on this machine that were started or closed, and for models that they have now. Never rejects. */
  lookForChanges(): Promise<void>;
  /** Whether a model of this name was offered and has ended. */
  hasEnded(name: string): boolean;
  /**
   * How much of the context window of the model that is asked a message may use, in tokens, for question and answer together; of several,
   * the smallest.
   */
  contextTokensFor(asked: Pick<LlmRequest, 'model' | 'premium'>): number;
  /** Whether the model that is asked takes pictures. Of several: `yes` if one is known to, `no` if none does. */
  sees(asked: Pick<LlmRequest, 'model' | 'premium'>): Sees;
  /** Streams one answer. Rejects with LlmError; text yielded before stays valid. An abort ends it without an error. */
  stream(request: LlmRequest): AsyncIterable<LlmEvent>;
};

/** What people read when no answer came, whatever the reason, which is in the hint. */
export const noAnswerText = 'No answer came. Try again.';

/** What the person reads when an answer ended in the middle of its text. */
export const cutOffText = 'The answer was cut off before it was complete.';

/**
 * No provider could answer, or the answer was cut off. `message` is a short sentence for the person. `hint` has the details:
 * which provider failed and how, without keys or addresses.
 */
export class LlmError extends Error {
  /**
   * `wordless`: a model answered with nothing. `only-tools`: it only called tools that it was not offered. `gone`: every model that was asked
   * is no longer available.
   */
  readonly kind:
    | 'timeout'
    | 'refused'
    | 'rate-limited'
    | 'too-long'
    | 'broken-off'
    | 'unreachable'
    | 'wordless'
    | 'only-tools'
    | 'gone';
  readonly hint: string | null;
  /**
   * Set if every model that was asked refused the request itself, which would fail again: what the first one said about it, for the program
   * that wrote the request; null if it said nothing that can be shown.
   */
  readonly requestRefused: { said: string | null } | null;
  /** The names of the models that are no longer available; empty unless every model that was asked is gone. */
  readonly gone: readonly string[];

  constructor(
    kind: LlmError['kind'],
    message: string,
    options: {
      hint?: string;
      cause?: unknown;
      requestRefused?: { said: string | null };
      gone?: readonly string[];
    } = {},
  ) {
    super(message, options);
    this.name = 'LlmError';
    this.kind = kind;
    this.hint = options.hint ?? null;
    this.requestRefused = options.requestRefused ?? null;
    this.gone = options.gone ?? [];
  }
}
