import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LlmTuning } from '../../../settings/llm-tuning.ts';
import { estimateTokens } from '../../../text/estimate-tokens.ts';
import type { AskOptions, Provider } from '../asking/provider.ts';
import { cutOffText, LlmError, type LlmEvent, type LlmRequest, noAnswerText, type ProviderState } from '../llm.ts';
import { countPictures } from '../pictures.ts';
import { PicturesRefused, ProviderFailure } from '../provider-failure.ts';
import { AskingOrder } from './asking-order.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

const triesEach = 2;
/** The kinds of failures of a model that was reached and wrote nothing. */
const wordless: ReadonlySet<LlmError['kind']> = new Set(['wordless', 'only-tools', 'broken-off']);
/** Events that are no answer yet: after them alone, a call can be repeated. */
const unsaid: ReadonlySet<LlmEvent['type']> = new Set(['answering', 'reasoning', 'kept-reasoning', 'tool-call-part']);
/** How long a try by an administrator may take. */
const tryMs = 20_000;

type ChainTuning = Pick<
  LlmTuning,
  | 'totalMs'
  | 'localFirstTokenMs'
  | 'loadingRetryMs'
  | 'retryDelayMs'
  | 'longestRetryAfterMs'
  | 'breakerThreshold'
  | 'breakerOpenMs'
>;

/** The one model that is asked: its id at the provider at `position`, and its name for people. */
type Chosen = { position: number; model: string; name: string };

/** Providers in the order in which they are tried. */
export type ProviderChain = {
  /**
   * Streams from the first provider that produces text or a tool call; reasoning alone does not count. With `chosen`, only that
   * model is asked. With pictures, the providers whose models take them come first. Throws LlmError.
   */
  stream(request: LlmRequest, chosen?: Chosen): AsyncGenerator<LlmEvent, void, void>;
  /** Whether the circuit breaker of the provider at this position is open. */
  isSuspended(position: number): boolean;
  /** The providers as they were found. */
  states(): ProviderState[];
  /** See `Llm.tryProvider`. */
  tryNow(name: string, signal: AbortSignal): Promise<ProviderState | null>;
};

/** A model that its provider does not offer any more. */
type Gone = { position: number; model: string; name: string };
type Asking = { endsAt: number; failures: ProviderFailure[]; gone: Gone[]; chosen?: Chosen };

/** What is known about a provider, besides the state of its circuit breaker. */
type Memory = Pick<ProviderState, 'lastFailure' | 'lastSuccessAt'>;

/** Is told what a provider, by its position, said of a model. */
type Told = {
  /** It does not offer the model any more. */
  gone(position: number, model: string): void;
  /** It refused a message of roughly this many tokens as too long. */
  tooLong(position: number, model: string, tokens: number): void;
};

export function createProviderChain(
  providers: readonly Provider[],
  tuning: ChainTuning,
  log: Logger,
  told: Told = { gone() {}, tooLong() {} },
): ProviderChain {
  const links = providers.map((provider, position) => ({
    position,
    provider,
    breaker: new CircuitBreaker(tuning),
    memory: { lastFailure: null, lastSuccessAt: null } as Memory,
  }));
  type Link = (typeof links)[number];

  function noteSuccess({ breaker, memory }: Link): void {
    breaker.recordSuccess();
    memory.lastSuccessAt = Date.now();
  }

  function noteFailure({ breaker, memory }: Link, { message, countsAgainstProvider }: ProviderFailure): void {
    memory.lastFailure = { at: Date.now(), message };
    if (countsAgainstProvider) breaker.recordFailure();
    else breaker.release();
  }

  function stateOf({ provider, breaker, memory }: Link): ProviderState {
    const { restMs, failures } = breaker;
    return {
      name: provider.name,
      state: !breaker.isOpen ? 'working' : breaker.isProbing ? 'trying' : 'resting',
      failures,
      restsUntil: restMs > 0 ? Date.now() + restMs : null,
      refusals: provider.refusals(),
      ...memory,
    };
  }

  /**
   * Tries one provider up to `tries` times; after an answer without a word, without the tools, which may be the reason. Returns null when
   * it answered or the request was aborted, otherwise the failure.
   */
  async function* ask(
    link: Link,
    request: LlmRequest,
    endsAt: number,
    tries: number,
    { gone, ...options }: AskOptions & { gone: readonly string[] },
  ): AsyncGenerator<LlmEvent, ProviderFailure | null, void> {
    const { provider, breaker } = link;
    let settled = false;
    let asked = request;
    const loadedBy = performance.now() + tuning.localFirstTokenMs;
    try {
      for (let attempt = 1; ; attempt++) {
        // Reasoning is not an answer: until there is text or a tool call, it can be retried or another provider can answer.
        let said = false;
        try {
          for await (const event of provider.answer(asked, endsAt, options)) {
            if (!said && !unsaid.has(event.type)) {
              said = settled = true;
              noteSuccess(link);
            }
            yield event.type === 'answering' && gone.length > 0 ? { ...event, gone: [...gone] } : event;
          }
          return null;
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error;
          if (error instanceof PicturesRefused) return error;
          const { kind, status } = error;
          log.warn({ provider: provider.name, kind, status, attempt, said }, 'a model provider failed');
          const isLoading = error.isLoading && performance.now() < loadedBy;
          if (isLoading) attempt -= 1;
          const pause = attempt < tries && !said ? pauseBeforeRetry(error, endsAt) : null;
          if (pause === null) {
            settled = true;
            noteFailure(link, error);
            if (said) throw brokenOff(error);
            return error;
          }
          await sleep(pause, undefined, { signal: request.signal }).catch(() => {});
          if (request.signal.aborted) return null;
          if (wordless.has(kind)) asked = { ...request, tools: [] };
        }
      }
    } finally {
      if (!settled) breaker.release();
    }
  }

  /** Asks one provider. If it does not offer its model any more, and has another one, that is asked. */
  async function* askOffered(
    link: Link,
    request: LlmRequest,
    { endsAt, gone, chosen }: Asking,
    { tries, pictures }: { tries: number } & Pick<AskOptions, 'pictures'>,
  ): AsyncGenerator<LlmEvent, ProviderFailure | null, void> {
    for (let last: string | null = null; ; ) {
      const { model, label } = link.provider.asks({ model: chosen?.model, premium: request.premium });
      if (model === last || gone.some((one) => one.position === link.position && one.model === model))
        return goneFailure(link);
      const options = { model: chosen?.model, pictures, gone: gone.map(({ name }) => name) };
      const failure = yield* ask(link, request, endsAt, tries, options);
      if (failure?.kind === 'too-long') told.tooLong(link.position, model, tokensOf(request));
      if (failure?.kind !== 'gone') return failure;
      gone.push({ position: link.position, model, name: chosen?.name ?? label });
      told.gone(link.position, model);
      if (chosen) return goneFailure(link);
      last = model;
    }
  }

  /** Asks the providers in their order, or the one of the chosen model. Returns whether one answered or the request was aborted. */
  async function* askAll(request: LlmRequest, asking: Asking): AsyncGenerator<LlmEvent, boolean, void> {
    const { failures, chosen } = asking;
    const withOpenBreaker: Link[] = [];
    const model = chosen?.model;
    const candidates = chosen ? links.slice(chosen.position, chosen.position + 1) : links;
    const order = new AskingOrder(candidates, countPictures(request) > 0, ({ provider }) =>
      provider.sees({ model, premium: request.premium }),
    );
    for (let next = order.next(); next; next = order.next()) {
      const { link, pictures } = next;
      if (!link.breaker.allows()) {
        withOpenBreaker.push(link);
        continue;
      }
      const failure = yield* askOffered(link, request, asking, { tries: triesEach, pictures });
      if (!failure || request.signal.aborted) return true;
      if (failure instanceof PicturesRefused) order.passOver(link);
      else failures.push(failure);
    }
    // No other provider can answer: one early try is better than no answer.
    for (const link of withOpenBreaker) {
      if (!link.breaker.allows({ early: true })) continue;
      const failure = yield* askOffered(link, request, asking, { tries: 1, pictures: undefined });
      if (!failure || request.signal.aborted) return true;
      failures.push(failure);
    }
    return false;
  }

  function pauseBeforeRetry(failure: ProviderFailure, endsAt: number): number | null {
    if (!failure.retryable) return null;
    const pause = failure.retryAfterMs ?? (failure.isLoading ? tuning.loadingRetryMs : tuning.retryDelayMs);
    return pause <= tuning.longestRetryAfterMs && performance.now() + pause < endsAt ? pause : null;
  }

  return {
    states: () => links.map(stateOf),
    async tryNow(name, signal) {
      const link = links.find(({ provider }) => provider.name === name);
      if (!link) return null;
      link.provider.forgetRefusals();
      const call = new AbortController();
      const request: LlmRequest = {
        messages: [{ role: 'user', content: 'Answer with one word: hello.' }],
        ...{ premium: false, store: false, signal: AbortSignal.any([signal, call.signal]) },
      };
      try {
        for await (const event of link.provider.answer(request, performance.now() + tryMs)) {
          if (event.type === 'answering') continue;
          noteSuccess(link);
          break;
        }
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        log.warn({ provider: name, kind: error.kind, status: error.status }, 'a model provider failed');
        noteFailure(link, error);
      } finally {
        call.abort();
      }
      return stateOf(link);
    },
    isSuspended: (position) => links[position]?.breaker.isSuspended ?? false,
    async *stream(request, chosen) {
      const endsAt = Math.min(performance.now() + tuning.totalMs, request.endsAt ?? Number.POSITIVE_INFINITY);
      const asking: Asking = { endsAt, failures: [], gone: [] };
      if (chosen) {
        if (yield* askAll(request, { ...asking, chosen })) return;
        // What is gone cannot be asked again: the others answer.
        if (asking.gone.length === 0) throw allFailed(asking, chosen.name);
        asking.failures.length = 0;
      }
      if (yield* askAll(request, asking)) return;
      throw allFailed(asking, undefined);
    },
  };
}

const tokensOf = ({ messages }: LlmRequest): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

const goneFailure = ({ provider }: { provider: Provider }): ProviderFailure =>
  new ProviderFailure(`${provider.name} does not offer this model any more. ${provider.remedy}`, {
    ...{ kind: 'gone', countsAgainstProvider: false },
  });

const brokenOff = ({ kind, message }: ProviderFailure): LlmError =>
  new LlmError(kind === 'timeout' ? 'timeout' : 'broken-off', cutOffText, {
    hint: message,
  });

const tooLongText = (chosen: string | undefined): string =>
  chosen
    ? `This conversation is too long for ${chosen}. Answer with another model or start a new conversation.`
    : 'This conversation is too long for the model. Start a new one.';

const chosenFailedText = (chosen: string): string =>
  `${chosen} did not answer. Try again or answer with another model.`;

function allGone(failures: readonly ProviderFailure[], gone: readonly Gone[]): LlmError {
  const names = [...new Set(gone.map(({ name }) => name))];
  const quoted = new Intl.ListFormat('en-US').format(names.map((name) => `“${name}”`));
  const message = `The ${names.length === 1 ? 'model' : 'models'} ${quoted} ${names.length === 1 ? 'is' : 'are'} no longer available.`;
  const hint = [...new Set(failures.map((failure) => failure.message))].join(' ');
  return new LlmError('gone', message, { hint, gone: names });
}

/** The first failure gives the kind. The hint lists all of them. */
function allFailed({ failures, gone }: Asking, chosen: string | undefined): LlmError {
  const [first] = failures;
  if (failures.length > 0 && failures.every(({ kind }) => kind === 'gone')) return allGone(failures, gone);
  const isTooLong = failures.length > 0 && failures.every(({ kind }) => kind === 'too-long');
  const message = isTooLong ? tooLongText(chosen) : chosen ? chosenFailedText(chosen) : noAnswerText;
  const reasons = new Set(failures.map((failure) => failure.message));
  const hint = [...reasons].join(' ') || 'No model can be reached right now.';
  const isRefused = failures.length > 0 && failures.every(({ countsAgainstProvider }) => !countsAgainstProvider);
  return new LlmError(first?.kind ?? 'unreachable', message, {
    hint,
    ...(isRefused && { requestRefused: { said: first?.said ?? null } }),
  });
}
