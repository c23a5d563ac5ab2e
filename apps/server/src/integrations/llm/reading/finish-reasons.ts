import type { FinishReason } from '../llm.ts';

/** The finish reasons of providers, in lower case, and their meanings. */
const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  end: 'stop',
  complete: 'stop',
  completed: 'stop',
  done: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  context_length_exceeded: 'length',
  content_filter: 'content-filter',
  content_filtered: 'content-filter',
  safety: 'content-filter',
  sensitive: 'content-filter',
  refusal: 'content-filter',
  // Google's, see https://ai.google.dev/api/generate-content#FinishReason
  recitation: 'content-filter',
  blocklist: 'content-filter',
  prohibited_content: 'content-filter',
  spii: 'content-filter',
  image_safety: 'content-filter',
  image_prohibited_content: 'content-filter',
  image_recitation: 'content-filter',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
};

/** Finish reasons that mean that the provider could not finish. */
const breakOffs = new Set(['error', 'abort', 'aborted', 'network_error', 'insufficient_system_resource']);

/** What providers write when they have no reason to tell. */
const none = new Set(['', 'null', 'none', 'unknown', 'finish_reason_unspecified']);

/**
 * The meaning of a provider's finish reason: 'broken-off' when the answer is incomplete, 'other' for one that is not known to be a good end,
 * and 'unknown' when none was given.
 */
export function finishReasonOf(written: string): FinishReason | 'broken-off' {
  const reason = written.toLowerCase();
  return breakOffs.has(reason) ? 'broken-off' : (finishReasons[reason] ?? (none.has(reason) ? 'unknown' : 'other'));
}
