import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { LlmError, type LlmEvent, type LlmRequest } from './llm.ts';
import type { Provider } from './provider.ts';
import { ProviderFailure } from './provider-failure.ts';
import { ProviderRest } from './provider-rest.ts';
import type { LlmTuning } from './tuning.ts';

const triesEach = 2;

type ChainTuning = Pick<LlmTuning, 'totalMs' | 'retryDelayMs' | 'longestRetryAfterMs' | 'failuresUntilRest' | 'restMs'>;

/** Providers in the order they are tried. */
export type ProviderChain = {
  /** The first one that says something does so to the end; one that only thought before it failed does not count. Throws LlmError. */
  stream(request: LlmRequest): AsyncGenerator<LlmEvent, void, void>;
};

export function createProviderChain(providers: readonly Provider[], tuning: ChainTuning, log: Logger): ProviderChain {
  const links = providers.map((provider) => ({ provider, rest: new ProviderRest(tuning) }));
  type Link = (typeof links)[number];

  /** Up to `tries` tries at one provider. Returns null when it answered or the request was aborted, else why not. */
  async function* ask(
    { provider, rest }: Link,
    request: LlmRequest,
    endsAt: number,
    tries: number,
  ): AsyncGenerator<LlmEvent, ProviderFailure | null, void> {
    let settled = false;
    try {
      for (let attempt = 1; ; attempt++) {
        let started = false;
        // Nobody sees what a model thinks: until it says something, another one can answer in its place.
        let said = false;
        try {
          for await (const event of provider.answer(request, endsAt)) {
            started = true;
            if (!said && event.type !== 'answering' && event.type !== 'reasoning') {
              said = settled = true;
              rest.succeeded();
            }
            yield event;
          }
          return null;
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error;
          const { kind, status } = error;
          log.warn({ provider: provider.name, kind, status, attempt, started }, 'a model provider failed');
          const pause = attempt < tries && !started ? pauseBeforeRetry(error, endsAt) : null;
          if (pause === null) {
            settled = true;
            if (error.countsAgainstProvider) rest.failed();
            else rest.leftOff();
            if (said) throw new LlmError(kind === 'timeout' ? 'timeout' : 'broken-off', error.message);
            return error;
          }
          await sleep(pause, undefined, { signal: request.signal }).catch(() => {});
          if (request.signal.aborted) return null;
        }
      }
    } finally {
      if (!settled) rest.leftOff();
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
      const resting: Link[] = [];
      for (const link of links) {
        if (!link.rest.admits()) {
          resting.push(link);
          continue;
        }
        const failure = yield* ask(link, request, endsAt, triesEach);
        if (!failure || request.signal.aborted) return;
        failures.push(failure);
      }
      // Nothing else can answer: better one early try than no answer.
      for (const link of resting) {
        if (!link.rest.admits({ early: true })) continue;
        const failure = yield* ask(link, request, endsAt, 1);
        if (!failure || request.signal.aborted) return;
        failures.push(failure);
      }
      throw nobodyAnswered(failures);
    },
  };
}

function nobodyAnswered(failures: readonly ProviderFailure[]): LlmError {
  const [first] = failures;
  if (!first)
    return new LlmError('unreachable', 'The model cannot be reached right now. Please try again in a moment.');
  if (failures.length === 1) return new LlmError(first.kind, first.message);
  return new LlmError(first.kind, `None of the models could answer. ${first.message}`);
}
