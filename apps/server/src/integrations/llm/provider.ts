import { APIConnectionError, APIError } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ProviderConfig } from '../../config.ts';
import { AnswerReader } from './answer-reader.ts';
import { AnswerWatch, type WatchTuning } from './answer-watch.ts';
import { ChatClient } from './chat-client.ts';
import type { KeepAliveFetch } from './keep-alive-fetch.ts';
import type { LlmEvent, LlmMessage, LlmRequest } from './llm.ts';
import { failureOfStatus, ProviderFailure, retryAfter } from './provider-failure.ts';
import type { LlmTuning } from './tuning.ts';

/** One provider, behind the OpenAI chat completions protocol. */
export type Provider = {
  name: string;
  /**
   * One try at one answer by `model`, or by the provider's model for this person: `answering`, the events, `finish`. Throws ProviderFailure; events yielded before stay valid.
   * Aborting the request or leaving the loop ends the call at once; aborting throws nothing.
   * `endsAt` (performance.now()) is the deadline for the complete answer.
   */
  answer(request: LlmRequest, endsAt: number, model?: string): AsyncGenerator<LlmEvent, void, void>;
};

type ProviderTuning = WatchTuning & Pick<LlmTuning, 'finishGraceMs'>;

/** Optional request fields that some providers or models refuse. */
const optionalFields = ['stream_options', 'temperature', 'store', 'tools'] as const;
type OptionalField = (typeof optionalFields)[number];

/** `labelOf`: the name that people see instead of a long model id. */
export type ProviderOptions = ProviderConfig & { labelOf?: (model: string) => string };

const continueRequest =
  'Your answer was cut off. Continue exactly where it stops, in the middle of the word if need be. ' +
  'Repeat nothing and say nothing about the interruption.';

/** A partial answer is sent along with the request to continue it. */
const messagesOf = ({ messages, continuing }: LlmRequest): LlmMessage[] =>
  continuing
    ? [...messages, { role: 'assistant', content: continuing }, { role: 'user', content: continueRequest }]
    : [...messages];

export function createProvider(config: ProviderOptions, connections: KeepAliveFetch, tuning: ProviderTuning): Provider {
  const { name } = config;
  const client = new ChatClient({
    baseURL: config.baseUrl,
    // The package requires a key. Without one, the header is removed below.
    apiKey: config.apiKey || 'none',
    // Null: otherwise the package reads them from the environment and sends them to any provider.
    adminAPIKey: null,
    organization: null,
    project: null,
    defaultHeaders: { ...(config.apiKey ? {} : { Authorization: null }), ...config.headers },
    fetch: connections.fetch,
    maxRetries: 0,
    logLevel: 'off',
  });
  const takesStore = isOpenAi(config.baseUrl);
  /** The "field model" pairs that this provider has refused. */
  const refused = new Set<string>();

  function bodyFor(request: LlmRequest, model: string): ChatCompletionCreateParamsStreaming {
    const takes = (field: OptionalField) => !refused.has(`${field} ${model}`);
    const tools = request.tools ?? [];
    return {
      model,
      messages: messagesOf(request),
      stream: true,
      ...(takes('stream_options') && { stream_options: { include_usage: true } }),
      ...(request.temperature !== undefined && takes('temperature') && { temperature: request.temperature }),
      ...(takesStore && takes('store') && { store: request.store }),
      ...(tools.length > 0 && takes('tools') && { tools: tools.map(asFunction) }),
    };
  }

  async function open(request: LlmRequest, model: string, signal: AbortSignal): Promise<AnswerReader> {
    for (;;) {
      const body = bodyFor(request, model);
      try {
        const response = await client.chat.completions.create(body, { signal }).asResponse();
        const answer = connections.bodyOf(response);
        if (!answer)
          throw new ProviderFailure(`${name} sent an answer in an unsupported compression format.`, {
            kind: 'refused',
          });
        return new AnswerReader(name, answer, { finishGraceMs: tuning.finishGraceMs, toolsOffered: 'tools' in body });
      } catch (error) {
        const field = refusedField(error, body);
        if (!field) throw error;
        refused.add(`${field} ${model}`);
      }
    }
  }

  return {
    name,
    async *answer(request, endsAt, model = modelFor(config, request)) {
      const call = new AbortController();
      const abort = () => call.abort();
      request.signal.addEventListener('abort', abort, { once: true });
      let reader: AnswerReader | undefined;
      const watch = new AnswerWatch(name, endsAt, tuning, (failure) => {
        reader?.fail(failure);
        call.abort();
      });
      try {
        if (request.signal.aborted) return;
        reader = await open(request, model, call.signal);
        watch.follow(reader);
        let announced = false;
        for (;;) {
          const events = await reader.next();
          if (!events || request.signal.aborted) return;
          if (!announced) {
            announced = true;
            watch.rearm();
            yield { type: 'answering', provider: name, model: config.labelOf?.(model) ?? model };
          }
          for (const event of events) {
            if (request.signal.aborted) return;
            yield event;
          }
        }
      } catch (error) {
        if (!request.signal.aborted) throw watch.failure ?? failureOf(name, error);
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

/**
 * Only OpenAI knows `store`: others answer 400 to unknown fields. Its regional hosts (eu.api.openai.com) are the same service;
 * gateways are not, whatever their names.
 */
function isOpenAi(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.openai.com' || hostname.endsWith('.api.openai.com');
}

const asFunction = (tool: { name: string; description: string; parameters: Record<string, unknown> }) => ({
  type: 'function' as const,
  function: { name: tool.name, description: tool.description, parameters: tool.parameters },
});

/** The optional field that an error response names, if it was sent. */
function refusedField(error: unknown, body: object): OptionalField | undefined {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return undefined;
  const complaint = `${error.param ?? ''} ${error.message}`;
  return optionalFields.find((field) => field in body && new RegExp(`\\b${field}\\b`).test(complaint));
}

function failureOf(provider: string, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof APIError && error.status)
    return failureOfStatus(provider, error.status, {
      retryAfterMs: error.headers ? retryAfter(error.headers) : null,
      code: error.code ?? null,
    });
  if (error instanceof APIConnectionError && error.cause instanceof ProviderFailure)
    return new ProviderFailure(`${provider} could not be reached in time.`, error.cause);
  return new ProviderFailure(`${provider} cannot be reached.`, { kind: 'unreachable', retryable: true });
}
