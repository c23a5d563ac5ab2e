import { APIConnectionError, APIError, OpenAI } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ProviderConfig } from '../../../settings/config.ts';
import type { AnswerBody, DirectRequests } from '../direct-requests/direct-requests.ts';
import type { LlmEvent, LlmRequest, LlmTool, Refusal, Sees } from '../llm.ts';
import { countPictures } from '../pictures.ts';
import { emptyAnswer, failureOfStatus, PicturesRefused, ProviderFailure, retryAfter } from '../provider-failure.ts';
import { AnswerReader } from '../reading/answer-reader.ts';
import { ThoughtsInText } from '../reading/thoughts-in-text.ts';
import { CallsInText } from '../tool-calls/calls-in-text.ts';
import { toolNamer } from '../tool-calls/tool-names.ts';
import type { LlmTuning } from '../tuning.ts';
import { AnswerWatch, type WatchTuning } from './answer-watch.ts';
import { chatMessages } from './chat-messages.ts';
import { quotable } from './quotable.ts';
import { atFaultIn, type Refusable, Refusals, refusedBy } from './refusals.ts';

/**
 * `model`: the model to ask, instead of the provider's model for this person. `pictures`: what happens to the pictures of a request. By
 * default a model that refuses them answers without; `insist` throws PicturesRefused instead; `leave-out` does not send them.
 */
export type AskOptions = { model?: string | undefined; pictures?: 'offer' | 'insist' | 'leave-out' };

/** One provider, behind the OpenAI chat completions protocol. */
export type Provider = {
  name: string;
  /** What the owner of the machine does if its model is gone, in a sentence. */
  remedy: string;
  /** The model that is asked: its id, and its name for people. */
  asks(asked: { model?: string | undefined; premium: boolean }): { model: string; label: string };
  /** Whether this model, or the provider's model for this person, takes pictures: as it refused, as configured, or as found out. */
  sees(asked: { model?: string | undefined; premium: boolean }): Sees;
  /** What its models have refused lately and are now asked without. */
  refusals(): Refusal[];
  /** Asks for everything again from now on. */
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
};

export function createProvider(config: ProviderOptions, requests: DirectRequests, tuning: ProviderTuning): Provider {
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
  const ask = requests.through(client);
  const takesStore = isOpenAi(config.baseUrl);
  const refusals = new Refusals(tuning.refusedForMs);

  function seesOf(model: string): Sees {
    if (refusals.has('pictures', model)) return 'no';
    return config.vision === undefined ? (config.seesOf?.(model) ?? 'unknown') : config.vision ? 'yes' : 'no';
  }

  /** `without`: what this try leaves out besides what the model refused before. */
  function bodyFor(
    request: LlmRequest,
    model: string,
    without: ReadonlySet<Refusable>,
  ): ChatCompletionCreateParamsStreaming {
    const takes = (what: Refusable) => !without.has(what) && !refusals.has(what, model);
    const tools = takes('tools') ? (request.tools ?? []) : [];
    return {
      ...request.fields?.always,
      ...(tools.length > 0 && request.fields?.withTools),
      model,
      messages: chatMessages(request, {
        provider: name,
        withTools: tools.length > 0,
        withPictures: !without.has('pictures'),
        withSystem: takes('system'),
        alternating: !takes('neighbours'),
      }),
      stream: true,
      ...(takes('stream_options') && { stream_options: { include_usage: true } }),
      ...(request.temperature !== undefined && takes('temperature') && { temperature: request.temperature }),
      ...(takesStore && takes('store') && { store: request.store }),
      ...(tools.length > 0 && { tools: tools.map(asFunction) }),
    };
  }

  /**
   * Asks, and again without what the model refuses, until an answer begins. Returns its first events; `follow` gets the reader of each
   * try. `without` holds what is left out, and what the model refuses is added.
   */
  async function open(
    request: LlmRequest,
    model: string,
    { without, insists, signal }: { without: Set<Refusable>; insists: boolean; signal: AbortSignal },
    follow: (reader: AnswerReader) => void,
  ): Promise<LlmEvent[] | null> {
    for (;;) {
      const body = bodyFor(request, model, without);
      let answer: AnswerBody | null = null;
      try {
        answer = await ask(body, signal);
        if (!answer)
          throw new ProviderFailure(`${name} sent an answer in an unsupported compression format.`, {
            kind: 'refused',
          });
        const reader = new AnswerReader(name, answer, { ...tuning, toolsOffered: body.tools !== undefined });
        follow(reader);
        // A server may refuse the request in a successful response.
        return await reader.next();
      } catch (error) {
        const refused = refusedBy(error, body);
        const isNew = refused !== undefined && !without.has(refused);
        if (isNew) refusals.add(refused, model);
        const what = isNew ? refused : atFaultIn(body, error);
        if (!what) throw error;
        answer?.incoming.destroy();
        if (what === 'pictures' && insists) throw new PicturesRefused(name);
        without.add(what);
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
    forgetRefusals: () => refusals.forget(),
    sees: ({ model, premium }) => seesOf(model ?? modelFor(config, { premium })),
    async *answer(request, endsAt, { model = modelFor(config, request), pictures = 'offer' } = {}) {
      const given = countPictures(request);
      const without = new Set<Refusable>();
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
        let announced = false;
        let hasCalls = false;
        for (let events = first; ; events = (await reader?.next()) ?? null) {
          if (!events || request.signal.aborted) return;
          if (!announced) {
            announced = true;
            watch.rearm();
            yield {
              ...{ type: 'answering', provider: name, model: config.labelOf?.(model) ?? model },
              ...(picturesLeftOut > 0 && { picturesLeftOut }),
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

/**
 * Only OpenAI knows `store`: others answer 400 to unknown fields. Its regional hosts (eu.api.openai.com) are the same service;
 * gateways are not, whatever their names.
 */
function isOpenAi(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.openai.com' || hostname.endsWith('.api.openai.com');
}

function remedyOf({ prefix, apiKey }: ProviderConfig): string {
  if (prefix !== undefined) return `Set ${prefix}_MODEL to one of its models, and start Noek again.`;
  const where = apiKey === '' ? 'Load it on its server again, or set' : 'Set';
  return `${where} another "model" in AI_PROVIDERS, and start Noek again.`;
}

const asFunction = (tool: LlmTool) => ({
  type: 'function' as const,
  function: {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    ...(tool.strict !== undefined && { strict: tool.strict }),
  },
});

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
