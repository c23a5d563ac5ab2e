import { answerWithinMs } from '@noek/contract/sending';

/** Times in milliseconds. Tests shorten them. */
export type LlmTuning = {
  /** Until the connection stands, name look-up and TLS included. */
  connectMs: number;
  /** From a try's start until its first text, tool call or reasoning in any form. */
  firstTokenMs: number;
  /** The same for a local server, which may have to load the model from disk first. */
  localFirstTokenMs: number;
  /** Longest silence within an answer. Comments that keep a connection open do not count as news. */
  idleMs: number;
  /** The whole answer, all tries together. */
  totalMs: number;
  /** How long after its finish reason a stream that stays open may still bring its usage, or more text. */
  finishGraceMs: number;
  /** Before a second try, where the provider did not say how long to wait. */
  retryDelayMs: number;
  /** A provider that asks for more time than this is not waited for. */
  longestRetryAfterMs: number;
  /** This many failed answers in a row open a provider's circuit breaker: it is not asked for `breakerOpenMs`. */
  breakerThreshold: number;
  breakerOpenMs: number;
  localServers: readonly LocalServerPort[];
  probeMs: number;
  /** A local server that was started later is found after this at the latest. */
  probeAgainMs: number;
  /** The demo's pause between two groups of words is between these two. */
  demoPauseMs: readonly [shortest: number, longest: number];
};

/** Where a program that serves models on this machine usually listens. */
export type LocalServerPort = { name: string; port: number };

export const defaultTuning: LlmTuning = {
  connectMs: 3_000,
  firstTokenMs: 15_000,
  localFirstTokenMs: 60_000,
  idleMs: 20_000,
  totalMs: answerWithinMs,
  finishGraceMs: 5_000,
  retryDelayMs: 300,
  longestRetryAfterMs: 5_000,
  breakerThreshold: 3,
  breakerOpenMs: 30_000,
  localServers: [
    { name: 'Ollama', port: 11_434 },
    { name: 'LM Studio', port: 1_234 },
    { name: 'llama.cpp', port: 8_080 },
  ],
  probeMs: 300,
  probeAgainMs: 60_000,
  demoPauseMs: [15, 25],
};
