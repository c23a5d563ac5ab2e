import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CircuitBreaker } from './circuit-breaker.ts';
import { LlmError, type LlmEvent, type LlmRequest, noAnswerText } from './llm.ts';
import type { Provider } from './provider.ts';
import { ProviderFailure } from './provider-failure.ts';
import type { LlmTuning } from './tuning.ts';

const triesEach = 2;

type ChainTuning = Pick<
  LlmTuning,
  'totalMs' | 'retryDelayMs' | 'longestRetryAfterMs' | 'breakerThreshold' | 'breakerOpenMs'
>;

/** Providers in the order in which they are tried. */
export type ProviderChain = {
  /** Streams from the first provider that produces text or a tool call; reasoning alone does not count. Throws LlmError. */
  stream(request: LlmRequest): AsyncGenerator<LlmEvent, void, void>;
};

export function createProviderChain(providers: readonly Provider[], tuning: ChainTuning, log: Logger): ProviderChain {
  const links = providers.map((provider) => ({ provider, breaker: new CircuitBreaker(tuning) }));
  type Link = (typeof links)[number];

  /** Tries one provider up to `tries` times. Returns null when it answered or the request was aborted, otherwise the failure. */
  async function* ask(
    { provider, breaker }: Link,
    request: LlmRequest,
    endsAt: number,
    tries: number,
  ): AsyncGenerator<LlmEvent, ProviderFailure | null, void> {
    let settled = false;
    try {
      for (let attempt = 1; ; attempt++) {
        // Reasoning is not an answer: until there is text or a tool call, it can be retried or another provider can answer.
        let said = false;
        try {
          for await (const event of provider.answer(request, endsAt)) {
            if (!said && event.type !== 'answering' && event.type !== 'reasoning') {
              said = settled = true;
              breaker.recordSuccess();
            }
            yield event;
          }
          return null;
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error;
          const { kind, status } = error;
          log.warn({ provider: provider.name, kind, status, attempt, said }, 'a model provider failed');
          const pause = attempt < tries && !said ? pauseBeforeRetry(error, endsAt) : null;
          if (pause === null) {
            settled = true;
            if (error.countsAgainstProvider) breaker.recordFailure();
            else breaker.release();
            if (said) throw brokenOff(error);
            return error;
          }
          await sleep(pause, undefined, { signal: request.signal }).catch(() => {});
          if (request.signal.aborted) return null;
        }
      }
    } finally {
      if (!settled) breaker.release();
    }
  }

  function pauseBeforeRetry(failure: ProviderFailure, endsAt: number): number | null {
    if (!failure.retryable) return null;
    const pause = failure.retryAfterMs ?? tuning.retryDelayMs;
    return pause <= tuning.longestRetryAfterMs && performance.now() + pause < endsAt ? pause : null;
  }

  return {
    async *stream(request) {
      const endsAt = performance.now() + tuning.totalMs;
      const failures: ProviderFailure[] = [];
      const withOpenBreaker: Link[] = [];
      for (const link of links) {
        if (!link.breaker.allows()) {
          withOpenBreaker.push(link);
          continue;
        }
        const failure = yield* ask(link, request, endsAt, triesEach);
        if (!failure || request.signal.aborted) return;
        failures.push(failure);
      }
      // No other provider can answer: one early try is better than no answer.
      for (const link of withOpenBreaker) {
        if (!link.breaker.allows({ early: true })) continue;
        const failure = yield* ask(link, request, endsAt, 1);
        if (!failure || request.signal.aborted) return;
        failures.push(failure);
      }
      throw allFailed(failures);
    },
  };
}

const brokenOff = ({ kind, message }: ProviderFailure): LlmError =>
  new LlmError(kind === 'timeout' ? 'timeout' : 'broken-off', 'The answer was cut off before it was complete.', {
    hint: message,
  });

/** The kind is that of the first failure. The hint lists all of them. */
function allFailed(failures: readonly ProviderFailure[]): LlmError {
  const [first] = failures;
  const isTooLong = failures.length > 0 && failures.every(({ kind }) => kind === 'too-long');
  const message = isTooLong ? 'This conversation is too long for the model. Start a new one.' : noAnswerText;
  const reasons = new Set(failures.map((failure) => failure.message));
  const hint = [...reasons].join(' ') || 'No model can be reached right now.';
  return new LlmError(first?.kind ?? 'unreachable', message, { hint });
}
