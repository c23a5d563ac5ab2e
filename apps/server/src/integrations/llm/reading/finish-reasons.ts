import type { FinishReason } from '../llm.ts';

/** The finish reasons of providers, in lower case, and their meanings. */
const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  content_filter: 'content-filter',
  content_filtered: 'content-filter',
  safety: 'content-filter',
  sensitive: 'content-filter',
  refusal: 'content-filter',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
};

/** Finish reasons that mean that the provider could not finish. */
const breakOffs = new Set(['error', 'abort', 'aborted', 'network_error', 'insufficient_system_resource']);

/** The meaning of a provider's finish reason; 'broken-off' when the answer is incomplete. */
export function finishReasonOf(written: string): FinishReason | 'broken-off' {
  const reason = written.toLowerCase();
  return breakOffs.has(reason) ? 'broken-off' : (finishReasons[reason] ?? 'unknown');
}
