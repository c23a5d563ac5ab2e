import { APIConnectionError, APIError, OpenAI } from 'openai';
import type { LlmTuning } from '../../../settings/llm-tuning.ts';
import type { ProviderConfig } from '../../../settings/setting-values.ts';
import type { AnswerBody, DirectRequests } from '../direct-requests/direct-requests.ts';
import type { LlmEvent, LlmRequest, Refusal, Sees, Takes } from '../llm.ts';
import type { ModelNotes } from '../notes/model-notes.ts';
import { countPictures } from '../pictures.ts';
import { emptyAnswer, failureOfStatus, PicturesRefused, ProviderFailure, retryAfter } from '../provider-failure.ts';
import { AnswerAccumulator } from '../reading/answer-accumulator.ts';
import { AnswerReader } from '../reading/answer-reader.ts';
import { ThoughtsInText } from '../reading/thoughts-in-text.ts';
import { CallsInText } from '../tool-calls/calls-in-text.ts';
import { toolNamer } from '../tool-calls/tool-names.ts';
import { AnswerWatch, type WatchTuning } from './answer-watch.ts';
import type { AskedBody, Asking, Protocol, Refusable } from './asked-body.ts';
import { chatBody } from './chat-body.ts';
import { complaintOf } from './complaint.ts';
import { effortValues } from './efforts.ts';
import { isOpenAi } from './open-ai.ts';
import { Protocols } from './protocols.ts';
import { quotable } from './quotable.ts';
import { atFaultIn, Refusals, refusedBy } from './refusals.ts';
import { ResponseAccumulator } from './responses/response-accumulator.ts';
import { responsesBody } from './responses/responses-body.ts';

/**
 * `model`: the model to ask, instead of the provider's model for this person. `pictures`: what happens to the pictures of a request. By
 * default a model that refuses them answers without; `insist` throws PicturesRefused instead; `leave-out` does not send them.
 */
export type AskOptions = { model?: string | undefined; pictures?: 'offer' | 'insist' | 'leave-out' };

/** One provider, behind OpenAI's chat completions or Responses. */
export type Provider = {
  name: string;
  /** What the owner of the machine does if its model is gone, in a sentence. */
  remedy: string;
  /** The model that is asked: its id, and its name for people. */
  asks(asked: { model?: string | undefined; premium: boolean }): { model: string; label: string };
  /** Whether this model, or the provider's model for this person, takes pictures: as it refused, as configured, or as found out. */
  sees(asked: { model?: string | undefined; premium: boolean }): Sees;
  /** Whether this model takes tools, as it refused. */
  takesTools(model: string): Takes;
  /** What its models have refused lately and are now asked without. */
  refusals(): Refusal[];
  /** Forgets what was learned about its models, so that they are asked for everything again. */
  forgetRefusals(): void;
  /**
   * One try at one answer: `answering`, the events, `finish`. Throws ProviderFailure; events yielded before stay valid. Aborting the
   * request or leaving the loop ends the call at once, without an error. `endsAt` (performance.now()) is the deadline for the complete
   * answer.
   */
  answer(request: LlmRequest, endsAt: number, options?: AskOptions): AsyncGenerator<LlmEvent, void, void>;
};

type ProviderTuning = WatchTuning & Pick<LlmTuning, 'finishGraceMs' | 'gatherMs' | 'refusedForMs'>;

/** `labelOf`: the name that people see instead of a long model id. `seesOf`: what was found out about a model. */
export type ProviderOptions = ProviderConfig & {
  labelOf?: (model: string) => string;
  seesOf?: (model: string) => Sees;
  /** The window of a model as its server has loaded it, in tokens. */
  windowOf?: (model: string) => number;
};

/** `notes`: what was learned about the models of this provider. */
export function createProvider(
  config: ProviderOptions,
  requests: DirectRequests,
  tuning: ProviderTuning,
  notes: ModelNotes,
): Provider {
  const { name } = config;
  const client = new OpenAI({
    baseURL: config.baseUrl,
    // The package requires a key. Without one, the header is removed below.
    apiKey: config.apiKey || 'none',
    // Null: otherwise the package reads them from the environment and sends them to any provider.
    adminAPIKey: null,
    organization: null,
    project: null,
    defaultHeaders: { ...(config.apiKey ? {} : { Authorization: null }), ...config.headers },
  });
  const ask = { chat: requests.through(client), responses: requests.through(client, '/responses') };
  const refusals = new Refusals(notes, tuning.refusedForMs);
  const protocols = new Protocols(config, notes);
  const isOpenAiItself = isOpenAi(config.baseUrl);

  function seesOf(model: string): Sees {
    if (refusals.has('pictures', model)) return 'no';
    return config.vision === undefined ? (config.seesOf?.(model) ?? 'unknown') : config.vision ? 'yes' : 'no';
  }

  /** `without`: what this try leaves out besides what the model refused before. */
  function bodyFor(
    protocol: Protocol,
    request: LlmRequest,
    model: string,
    without: ReadonlySet<Refusable | 'earlier reasoning'>,
  ): AskedBody {
    const asking: Asking = {
      provider: name,
      model,
      takes: (what) => !without.has(what) && !refusals.has(what, model),
      withPictures: !without.has('pictures'),
      withReasoning: !without.has('earlier reasoning'),
      isOpenAi: isOpenAiItself,
      efforts: request.effort === undefined ? [] : effortValues(config, model, request.effort),
    };
    return protocol === 'chat' ? chatBody(request, asking) : responsesBody(request, asking);
  }

  /**
   * Asks, and again with the other protocol or without what the model refuses, until an answer begins. Returns its first events and whether
   * it was offered tools; `follow` gets the reader of each try. `without` holds what is left out, and what the model refuses is added.
   */
  async function open(
    request: LlmRequest,
    model: string,
    {
      without,
      insists,
      signal,
    }: { without: Set<Refusable | 'earlier reasoning'>; insists: boolean; signal: AbortSignal },
    follow: (reader: AnswerReader) => void,
  ): Promise<{ events: LlmEvent[] | null; offersTools: boolean }> {
    let protocol = protocols.of(model);
    const tried = new Set([protocol]);
    for (;;) {
      const asked = bodyFor(protocol, request, model, without);
      const { offersTools } = asked;
      let answer: AnswerBody | null = null;
      try {
        answer = await ask[protocol](asked.body, signal);
        if (!answer)
          throw new ProviderFailure(`${name} sent an answer in an unsupported compression format.`, {
            kind: 'refused',
          });
        const reading = { toolsOffered: offersTools };
        const accumulator =
          protocol === 'chat'
            ? new AnswerAccumulator(name, reading)
            : new ResponseAccumulator({ provider: name, model }, reading);
        const reader = new AnswerReader(name, answer, accumulator, tuning);
        follow(reader);
        // A server may refuse the request in a successful response.
        return { events: await reader.next(), offersTools };
      } catch (error) {
        const complaint = complaintOf(error);
        if (!complaint) throw error;
        const other = protocols.after(complaint, asked, model, tried);
        const fresh = other ? [] : refusedBy(complaint, asked).filter((what) => !without.has(what));
        for (const what of fresh) refusals.add(what, model);
        const isKnown = other !== null || fresh.length > 0;
        const atFault = isKnown ? undefined : atFaultIn(complaint, asked);
        if (!isKnown && !atFault) throw error;
        answer?.incoming.destroy();
        const leftOut = [...fresh, ...(atFault ? [atFault] : [])];
        if (leftOut.includes('pictures') && insists) throw new PicturesRefused(name);
        for (const what of leftOut) without.add(what);
        if (other) tried.add(other);
        protocol = other ?? protocol;
      }
    }
  }

  return {
    name,
    remedy: remedyOf(config),
    asks({ model: chosen, premium }) {
      const model = chosen ?? modelFor(config, { premium });
      return { model, label: config.labelOf?.(model) ?? model };
    },
    refusals: () => refusals.list(),
    forgetRefusals: () => notes.forget(),
    takesTools: (model) => (refusals.has('tools', model) ? 'no' : 'unknown'),
    sees: ({ model, premium }) => seesOf(model ?? modelFor(config, { premium })),
    async *answer(request, endsAt, { model = modelFor(config, request), pictures = 'offer' } = {}) {
      const given = countPictures(request);
      const without = new Set<Refusable | 'earlier reasoning'>();
      if (given > 0 && (pictures === 'leave-out' || seesOf(model) === 'no')) without.add('pictures');
      const call = new AbortController();
      const abort = () => call.abort();
      request.signal.addEventListener('abort', abort, { once: true });
      let reader: AnswerReader | undefined;
      let said = false;
      const thoughts = new ThoughtsInText();
      const tools = request.tools ?? [];
      const toolNamed = toolNamer(tools);
      const written = new CallsInText((called) => toolNamed(called) !== undefined, tools.length > 0);
      const watch = new AnswerWatch(name, endsAt, tuning, (failure) => {
        reader?.fail(failure);
        call.abort();
      });
      try {
        if (request.signal.aborted) return;
        const trial = { without, insists: pictures === 'insist', signal: call.signal };
        const first = await open(request, model, trial, (opened) => {
          reader = opened;
          watch.follow(opened);
        });
        const picturesLeftOut = without.has('pictures') ? given : 0;
        const toolsLeftOut = tools.length > 0 && !first.offersTools;
        let announced = false;
        let hasCalls = false;
        for (let { events } = first; ; events = (await reader?.next()) ?? null) {
          if (!events || request.signal.aborted) return;
          if (!announced) {
            announced = true;
            watch.rearm();
            yield {
              ...{ type: 'answering', provider: name, model: config.labelOf?.(model) ?? model },
              ...(picturesLeftOut > 0 && { picturesLeftOut }),
              ...(toolsLeftOut && { toolsLeftOut }),
            };
          }
          for (const event of events) {
            if (request.signal.aborted) return;
            for (const part of sorted(event, thoughts, written)) {
              if (part.type === 'tool-call') {
                hasCalls = true;
                const called = toolNamed(part.name);
                // A call of a tool that was not offered is ignored.
                if (called === undefined) continue;
                part.name = called;
              }
              // Reasoning goes back with the calls that follow it.
              if (part.type === 'kept-reasoning' && !said) continue;
              if (part.type === 'text' || part.type === 'tool-call') said = true;
              // What arrived as text may all have been thoughts.
              else if (part.type === 'finish' && !said && part.reason !== 'content-filter')
                throw emptyAnswer(name, { isCutShort: part.reason === 'length', hasCalls });
              yield part;
            }
          }
        }
      } catch (error) {
        if (request.signal.aborted) return;
        // Before the first word, it is asked for again, here or elsewhere.
        if (said) yield* heldBack(thoughts, written);
        throw watch.failure ?? failureOf(config, error);
      } finally {
        watch.end();
        request.signal.removeEventListener('abort', abort);
        if (!reader?.ended) call.abort();
      }
    },
  };
}

/** The model of a provider that answers people who chose none. */
export const modelFor = ({ model, premiumModel }: ProviderConfig, { premium }: Pick<LlmRequest, 'premium'>): string =>
  (premium && premiumModel) || model;

/** The parts of an event after thoughts and calls that the model wrote as text are separated from its text. */
function* sorted(event: LlmEvent, thoughts: ThoughtsInText, written: CallsInText): Generator<LlmEvent> {
  if (event.type !== 'text' && event.type !== 'finish') return yield event;
  const { reasoning, text: said, isThoughtSoFar } = event.type === 'text' ? thoughts.take(event.text) : thoughts.end();
  if (isThoughtSoFar) {
    const rest = written.cut();
    if (rest) yield { type: 'text', text: rest };
    yield { type: 'retract' };
  }
  if (reasoning) yield { type: 'reasoning', text: reasoning };
  const text = said ? written.take(said) : '';
  if (text) yield { type: 'text', text };
  if (event.type === 'text') return;
  const { text: rest, calls } = written.end();
  if (rest) yield { type: 'text', text: rest };
  for (const call of calls) yield { type: 'tool-call', ...call };
  yield calls.length > 0 ? { ...event, reason: 'tool-calls' } : event;
}

/** What was held back of a text that broke off. */
function* heldBack(thoughts: ThoughtsInText, written: CallsInText): Generator<LlmEvent> {
  const { reasoning, text: said } = thoughts.end();
  if (reasoning) yield { type: 'reasoning', text: reasoning };
  const text = written.take(said) + written.cut();
  if (text) yield { type: 'text', text };
}

function remedyOf({ prefix, apiKey }: ProviderConfig): string {
  if (prefix !== undefined) return `Set ${prefix}_MODEL to one of its models, and start Noek again.`;
  const where = apiKey === '' ? 'Load it on its server again, or set' : 'Set';
  return `${where} another "model" in AI_PROVIDERS, and start Noek again.`;
}

function failureOf(config: ProviderConfig, error: unknown): ProviderFailure {
  const { name: provider } = config;
  if (error instanceof ProviderFailure) return error;
  if (error instanceof APIError && error.status)
    return failureOfStatus(provider, error.status, {
      retryAfterMs: error.headers ? retryAfter(error.headers) : null,
      code: error.code ?? null,
      said: quotable(error.error, config),
      text: `${error.type ?? ''} ${error.message}`,
    });
  if (error instanceof APIConnectionError && error.cause instanceof ProviderFailure)
    return new ProviderFailure(`${provider} could not be reached in time.`, error.cause);
  return new ProviderFailure(`${provider} cannot be reached.`, { kind: 'unreachable', retryable: true });
}
