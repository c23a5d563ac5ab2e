import type { Source } from '@noek/contract/chat/answers';
import type { FinishReason, LlmToolCall } from '../../integrations/llm/llm.ts';
import type { CompletionEvent } from './completion.ts';
import type { CompletionErrorBody } from './refusals.ts';

// The form of answers: https://platform.openai.com/docs/api-reference/chat/object and …/chat-streaming

/** What all parts of an answer have. `created`: in seconds since 1970. */
export type Head = { id: string; created: number; model: string };

type Finish = Extract<CompletionEvent, { type: 'finish' }>;

/** A whole answer, as it is sent, and kept for repeated requests. */
export type WholeCompletion = ReturnType<typeof wholeOf>;

const finishReasons: Record<FinishReason, string> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  other: 'length',
  unknown: 'stop',
};

const finishOf = ({ reason }: Finish, calls: number) => (calls > 0 ? 'tool_calls' : finishReasons[reason]);

const usageOf = ({ usage: { promptTokens, completionTokens, cachedTokens, reasoningTokens } }: Finish) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
  prompt_tokens_details: { cached_tokens: cachedTokens },
  completion_tokens_details: { reasoning_tokens: reasoningTokens },
});

const callOf = ({ id, name, arguments: given }: LlmToolCall) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: given },
});

/** Where an answer cites a page: the place in its text, and the page. */
export type Citation = { url: string; title: string; start_index: number; end_index: number };

/** Where the answer cites pages, as [1]. */
export function citationsIn(text: string, sources: readonly Source[]): Citation[] {
  return [...text.matchAll(/\[(\d{1,3})\]/g)].flatMap((mark) => {
    const source = sources.find(({ number }) => number === Number(mark[1]));
    if (!source?.url) return [];
    const { url, title } = source;
    return [{ url, title, start_index: mark.index, end_index: mark.index + mark[0].length }];
  });
}

const annotationsOf = (text: string, sources: readonly Source[]) =>
  citationsIn(text, sources).map((citation) => ({ type: 'url_citation' as const, url_citation: citation }));

const metadataOf = (conversation: number | null) =>
  conversation === null ? {} : { metadata: { conversation: String(conversation) } };

/** The answer as one object. */
export function wholeOf({ id, created, model }: Head, events: readonly CompletionEvent[]) {
  let text = '';
  for (const event of events)
    if (event.type === 'text') text += event.text;
    else if (event.type === 'retract') text = event.text;
  const calls = events.flatMap((event) => (event.type === 'tool-call' ? [callOf(event)] : []));
  const finish = events.find((event) => event.type === 'finish');
  if (!finish) throw new Error('An answer for a program has no end.');
  const annotations = annotationsOf(text, finish.sources);
  return {
    ...{ id, object: 'chat.completion' as const, created, model },
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant' as const,
          content: text || calls.length === 0 ? text : null,
          refusal: null,
          ...(calls.length > 0 && { tool_calls: calls }),
          ...(annotations.length > 0 && { annotations }),
        },
        logprobs: null,
        finish_reason: finishOf(finish, calls.length),
      },
    ],
    usage: usageOf(finish),
    ...metadataOf(finish.conversation),
  };
}

/** The parts of a whole answer, for a repeated request that asks for a stream. The marks of citations are in the text. */
export function eventsOf({ choices: [choice], usage, metadata }: WholeCompletion): CompletionEvent[] {
  const { content, tool_calls: calls = [], annotations = [] } = choice?.message ?? { content: null };
  const reasons = Object.entries(finishReasons) as [FinishReason, string][];
  const reason = reasons.find(([, name]) => name === choice?.finish_reason)?.[0] ?? 'stop';
  const cited = annotations.map(({ url_citation: { url, title, start_index: from, end_index: to } }) => ({
    ...{ url, title, site: '', quote: '' },
    number: Number(content?.slice(from + 1, to - 1)),
  }));
  return [
    ...(content ? [{ type: 'text', text: content } as const] : []),
    ...calls.map(({ id, function: { name, arguments: given } }) => ({
      ...{ type: 'tool-call' as const, id, name, arguments: given },
    })),
    {
      type: 'finish',
      reason,
      usage: {
        promptTokens: usage.prompt_tokens,
        completionTokens: usage.completion_tokens,
        // Answers that were kept by earlier versions do not say these.
        cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
        reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
      },
      sources: cited as Source[],
      conversation: metadata ? Number(metadata.conversation) : null,
    },
  ];
}

/** How answers are written for the programs of one protocol. */
export type AnswerForm = {
  /** What the ids of answers begin with. */
  idPrefix: string;
  /** Writes a stream. */
  writer(head: Head): AnswerWriter;
  /** The answer as one object. */
  whole(head: Head, events: readonly CompletionEvent[]): object;
};

/** Writes the parts of an answer as the events of a stream. */
export type AnswerWriter = {
  /** The first events. `conversation`: the one in which it is being kept; null for none. */
  begin(conversation: number | null): string;
  /** The events of parts that have arrived together. */
  write(events: readonly CompletionEvent[]): string;
  /** The last event of an answer that failed. */
  fail(error: CompletionErrorBody): string;
};

/** The form of chat completions. */
export const chatForm = (includeUsage: boolean): AnswerForm => ({
  idPrefix: 'chatcmpl-',
  writer: (head) => new ChunkWriter(head, includeUsage),
  whole: wholeOf,
});

class ChunkWriter implements AnswerWriter {
  readonly #head: Head;
  readonly #includeUsage: boolean;
  #text = '';
  #calls = 0;

  constructor(head: Head, includeUsage: boolean) {
    this.#head = head;
    this.#includeUsage = includeUsage;
  }

  begin(conversation: number | null): string {
    return this.#chunk({ role: 'assistant', content: '' }, null, metadataOf(conversation));
  }

  write(events: readonly CompletionEvent[]): string {
    const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    this.#text += text;
    let out = text ? this.#chunk({ content: text }, null) : '';
    for (const event of events) {
      if (event.type === 'tool-call')
        out += this.#chunk({ tool_calls: [{ index: this.#calls++, ...callOf(event) }] }, null);
      if (event.type === 'finish') out += this.#end(event);
    }
    return out;
  }

  fail(error: CompletionErrorBody): string {
    return frame(error);
  }

  #end(finish: Finish): string {
    const annotations = annotationsOf(this.#text, finish.sources);
    const cited = annotations.length > 0 ? { annotations } : {};
    const last = this.#chunk(cited, finishOf(finish, this.#calls), metadataOf(finish.conversation));
    const usage = this.#includeUsage ? frame({ ...this.#shared(), choices: [], usage: usageOf(finish) }) : '';
    return `${last}${usage}data: [DONE]\n\n`;
  }

  #shared() {
    const { id, created, model } = this.#head;
    return { id, object: 'chat.completion.chunk', created, model };
  }

  #chunk(delta: object, finish: string | null, more: object = {}): string {
    return frame({
      ...this.#shared(),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(this.#includeUsage && { usage: null }),
      ...more,
    });
  }
}

/** An event of the stream. */
const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
