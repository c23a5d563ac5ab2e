import { APIConnectionError, APIError } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ProviderConfig } from '../../config.ts';
import { AnswerReader } from './answer-reader.ts';
import { AnswerWatch, type WatchTuning } from './answer-watch.ts';
import { CallsInText } from './calls-in-text.ts';
import { ChatClient } from './chat-client.ts';
import { chatMessages } from './chat-messages.ts';
import type { KeepAliveFetch } from './keep-alive-fetch.ts';
import type { LlmEvent, LlmRequest, LlmTool, LlmToolCall } from './llm.ts';
import { emptyAnswer, failureOfStatus, ProviderFailure, retryAfter } from './provider-failure.ts';
import { ThoughtsInText } from './thoughts-in-text.ts';
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

type ProviderTuning = WatchTuning & Pick<LlmTuning, 'finishGraceMs' | 'gatherMs'>;

/** Optional request fields that some providers or models refuse. */
const optionalFields = ['stream_options', 'temperature', 'store', 'tools'] as const;
type OptionalField = (typeof optionalFields)[number];
/** That neighbouring messages may have the same role, which the templates of some local models refuse. */
const alternation = 'neighbours';

/** `labelOf`: the name that people see instead of a long model id. */
export type ProviderOptions = ProviderConfig & { labelOf?: (model: string) => string };

/** `written` finds calls in the text, where tools were offered, refused by the server, or used before. */
type OpenedAnswer = { reader: AnswerReader; written: CallsInText | null };

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
    const takes = (quirk: OptionalField | typeof alternation) => !refused.has(`${quirk} ${model}`);
    const tools = takes('tools') ? (request.tools ?? []) : [];
    return {
      model,
      messages: chatMessages(request, {
        provider: name,
        withTools: tools.length > 0,
        alternating: !takes(alternation),
      }),
      stream: true,
      ...(takes('stream_options') && { stream_options: { include_usage: true } }),
      ...(request.temperature !== undefined && takes('temperature') && { temperature: request.temperature }),
      ...(takesStore && takes('store') && { store: request.store }),
      ...(tools.length > 0 && { tools: tools.map(asFunction) }),
    };
  }

  async function open(request: LlmRequest, model: string, signal: AbortSignal): Promise<OpenedAnswer> {
    let asked = request;
    for (;;) {
      const body = bodyFor(asked, model);
      try {
        const response = await client.stream(body, signal);
        const answer = connections.bodyOf(response);
        if (!answer)
          throw new ProviderFailure(`${name} sent an answer in an unsupported compression format.`, {
            kind: 'refused',
          });
        const toolsOffered = body.tools !== undefined;
        const wanted = (request.tools ?? []).map((tool) => tool.name);
        const mayWriteCalls = wanted.length > 0 || request.messages.some(({ role }) => role === 'tool');
        return {
          reader: new AnswerReader(name, answer, { ...tuning, toolsOffered }),
          written: mayWriteCalls ? new CallsInText(wanted) : null,
        };
      } catch (error) {
        const field = refusedField(error, body);
        if (field && !refused.has(`${field} ${model}`)) refused.add(`${field} ${model}`);
        // A call, a result or a tool's description may be what it could not read, this time.
        else if ('tools' in body && isRequestRefused(error)) asked = { ...request, tools: [] };
        else throw error;
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
        const { reader: opened, written } = await open(request, model, call.signal);
        reader = opened;
        watch.follow(reader);
        const thoughts = new ThoughtsInText();
        let announced = false;
        const isOffered = ({ name: called }: LlmToolCall) =>
          request.tools?.some((tool) => tool.name === called) ?? false;
        let said = false;
        let hasCalls = false;
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
            for (const part of sorted(event, thoughts, written)) {
              hasCalls ||= part.type === 'tool-call';
              // What nobody offered is no call.
              if (part.type === 'tool-call' && !isOffered(part)) continue;
              if (part.type === 'text' || part.type === 'tool-call') said = true;
              // What arrived as text may all have been thoughts.
              else if (part.type === 'finish' && !said && part.reason !== 'content-filter')
                throw emptyAnswer(name, { isCutShort: part.reason === 'length', hasCalls });
              yield part;
            }
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

/** What an event brings once thoughts and calls that the model wrote as text are told apart from its text. */
function* sorted(event: LlmEvent, thoughts: ThoughtsInText, written: CallsInText | null): Generator<LlmEvent> {
  if (event.type !== 'text' && event.type !== 'finish') return yield event;
  const { reasoning, text: said } = event.type === 'text' ? thoughts.take(event.text) : thoughts.end();
  if (reasoning) yield { type: 'reasoning', text: reasoning };
  const text = written && said ? written.take(said) : said;
  if (text) yield { type: 'text', text };
  if (event.type === 'text') return;
  const { text: rest, calls } = written?.end() ?? { text: '', calls: [] };
  if (rest) yield { type: 'text', text: rest };
  for (const call of calls) yield { type: 'tool-call', ...call };
  yield calls.length > 0 ? { ...event, reason: 'tool-calls' } : event;
}

/**
 * Only OpenAI knows `store`: others answer 400 to unknown fields. Its regional hosts (eu.api.openai.com) are the same service;
 * gateways are not, whatever their names.
 */
function isOpenAi(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.openai.com' || hostname.endsWith('.api.openai.com');
}

const asFunction = (tool: LlmTool) => ({
  type: 'function' as const,
  function: { name: tool.name, description: tool.description, parameters: tool.parameters },
});

/** What an error response does not accept of a request: an optional field that was sent, or neighbours of the same role. */
function refusedField(error: unknown, body: Pick<ChatCompletionCreateParamsStreaming, 'messages'>) {
  if (!(error instanceof APIError) || !error.status) return undefined;
  const complaint = `${error.param ?? ''} ${error.message}`;
  if ('tools' in body && isToolRefusal(error.status, complaint)) return 'tools';
  if (/roles must alternate|alternate user/i.test(complaint) && hasNeighbours(body.messages)) return alternation;
  if (error.status !== 400 && error.status !== 422) return undefined;
  return optionalFields.find(
    (field) => field !== 'tools' && field in body && new RegExp(`\\b${field}\\b`).test(complaint),
  );
}

/** Ollama answers 400 and "does not support tools", OpenRouter 404, llama.cpp 500 and "tools param requires --jinja". */
const isToolRefusal = (status: number, complaint: string): boolean =>
  [400, 404, 422, 500, 501].includes(status) &&
  /\btools?\b|function.?call/i.test(complaint) &&
  /support|requires|unknown|unrecogni[sz]ed|not (?:allowed|available|enabled|permitted)|extra (?:inputs|fields)/i.test(
    complaint,
  );

const hasNeighbours = (messages: readonly { role: string }[]): boolean =>
  messages.some(({ role }, at) => role !== 'tool' && role === messages[at - 1]?.role);

/** The request itself was refused, for a reason other than its length. */
const isRequestRefused = (error: unknown): boolean =>
  error instanceof APIError &&
  (error.status === 400 || error.status === 422) &&
  error.code !== 'context_length_exceeded';

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
