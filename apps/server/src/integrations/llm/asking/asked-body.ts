import type { LlmMessage, LlmRequest, Refusal } from '../llm.ts';

/** What some providers or models refuse: a part of requests, or a value of `reasoning_effort`. */
export type Refusable = Refusal['what'] | EffortValue;
type EffortValue = `effort ${string}`;

/** The name of an effort as something that may be refused. */
export const effortNamed = (value: string): EffortValue => `effort ${value}`;

export type Protocol = 'chat' | 'responses';

/** How a request is put to one model in one try. */
export type Asking = {
  /** The name of the provider, whose own extras go back to it. */
  provider: string;
  model: string;
  /** Whether the model takes something; true if that is not known. */
  takes(what: Refusable): boolean;
  withPictures: boolean;
  /** Whether reasoning of earlier steps goes back. */
  withReasoning: boolean;
  /** Whether the provider is OpenAI. */
  isOpenAi: boolean;
  /** The values of `reasoning_effort` to choose from, the best one first. */
  efforts: readonly string[];
};

/** A request as it is sent to a provider. */
export type AskedBody = {
  protocol: Protocol;
  body: Record<string, unknown>;
  /** The messages that it was made of. */
  messages: readonly LlmMessage[];
  offersTools: boolean;
  withPictures: boolean;
  /** Whether it has reasoning of an earlier step. */
  withReasoning: boolean;
  /** The effort that was sent, if any, and the ones that could be sent instead. */
  effort: string | undefined;
  efforts: readonly string[];
  /** Reasoning is off so that the model takes the tools. */
  isUnreasoned: boolean;
};

type Fields = Readonly<Record<string, unknown>>;

const droppable = ['top_p', 'stop', 'tool_choice', 'parallel_tool_calls'] as const;
const limits = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * The fields of a program, without those that the model refused. Of the two limits of the answer's length, a refused one is sent as the other.
 * `reasoning_effort` is sent by the caller.
 */
export function takenFields(given: LlmRequest['fields'], withTools: boolean, { takes }: Asking): Fields {
  if (!given) return {};
  const fields: Record<string, unknown> = { ...given.always, ...(withTools && given.withTools) };
  delete fields.reasoning_effort;
  for (const field of droppable) if (field in fields && !takes(field)) delete fields[field];
  for (const [at, field] of limits.entries()) {
    if (!(field in fields) || takes(field)) continue;
    const other = limits[1 - at] as (typeof limits)[number];
    if (takes(other)) fields[other] ??= fields[field];
    delete fields[field];
  }
  return fields;
}

/** The effort to send: the one that the program names, otherwise the best one that the model has not refused. */
export function effortOf(
  request: LlmRequest,
  { takes, efforts }: Asking,
): { effort: string | undefined; efforts: readonly string[] } {
  const named = request.fields?.always.reasoning_effort;
  const candidates = typeof named === 'string' ? [named] : efforts;
  if (candidates.length === 0 || !takes('reasoning_effort')) return { effort: undefined, efforts: [] };
  return { effort: candidates.find((value) => takes(effortNamed(value))), efforts: candidates };
}
