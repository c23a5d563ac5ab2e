import type { FinishReason } from './llm.ts';

/** What providers write when an answer is whole, in lower case, and what it means. */
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

/** Reasons that say the opposite: the provider could not finish. */
const breakOffs = new Set(['error', 'abort', 'aborted', 'network_error', 'insufficient_system_resource']);

/** A provider's finish reason in our terms; 'broken-off' when it says that the answer is not whole. */
export function finishReasonOf(written: string): FinishReason | 'broken-off' {
  const reason = written.toLowerCase();
  return breakOffs.has(reason) ? 'broken-off' : (finishReasons[reason] ?? 'unknown');
}
