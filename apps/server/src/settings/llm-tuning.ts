import { answerWithinMs } from '@noek/contract/chat/sending';

/** Times in milliseconds. Tests shorten them. */
export type LlmTuning = {
  /** Time-out for connecting, including DNS and TLS. */
  connectMs: number;
  /** From a try's start until its first text, tool call or reasoning in any form. */
  firstTokenMs: number;
  /** The same for a local server, which may have to load the model from disk first. */
  localFirstTokenMs: number;
  /** Longest pause within an answer. Comments that keep the connection open do not count. */
  idleMs: number;
  /** The whole answer, all tries together. */
  totalMs: number;
  /** How long an open stream is read after its finish reason, for usage or more text. */
  finishGraceMs: number;
  /** What arrives within this time after a read is read together. Followers are told less often than that. */
  gatherMs: number;
  /** Pause before a server that is loading its model is asked again, for as long as a first word from it may take. */
  loadingRetryMs: number;
  /** Pause before a retry, if the provider did not say how long to wait. */
  retryDelayMs: number;
  /** The longest pause that a provider may ask for before a retry. Longer means no retry. */
  longestRetryAfterMs: number;
  /** This many failures in a row open a provider's circuit breaker for `breakerOpenMs`. */
  breakerThreshold: number;
  breakerOpenMs: number;
  /** How long a model is asked without something that it refused, such as tools. */
  refusedForMs: number;
  localServers: readonly LocalServerPort[];
  probeMs: number;
  /** How long a local server may take to say which of its models take pictures. No person waits for it. */
  sightMs: number;
  /** Pause between probes for a local server that was started later. */
  probeAgainMs: number;
  /** The range of the demo's pause between two groups of words. */
  demoPauseMs: readonly [shortest: number, longest: number];
};

/** The usual port of a local model server. */
export type LocalServerPort = { name: string; port: number };

export const defaultTuning: LlmTuning = {
  connectMs: 3_000,
  firstTokenMs: 15_000,
  localFirstTokenMs: 60_000,
  idleMs: 20_000,
  totalMs: answerWithinMs,
  finishGraceMs: 5_000,
  gatherMs: 25,
  loadingRetryMs: 1_000,
  retryDelayMs: 300,
  longestRetryAfterMs: 5_000,
  breakerThreshold: 3,
  breakerOpenMs: 30_000,
  refusedForMs: 60 * 60_000,
  localServers: [
    { name: 'Ollama', port: 11_434 },
    { name: 'LM Studio', port: 1_234 },
    { name: 'llama.cpp', port: 8_080 },
    { name: 'vLLM', port: 8_000 },
  ],
  probeMs: 300,
  sightMs: 10_000,
  probeAgainMs: 60_000,
  demoPauseMs: [15, 25],
};
