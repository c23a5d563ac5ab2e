import type { LlmToolCall } from '../../integrations/llm/llm.ts';
import type { CompletionEvent, CompletionUsage } from './completion.ts';
import {
  type AnswerForm,
  type AnswerWriter,
  type Citation,
  citationsIn,
  eventsOf,
  type Head,
  wholeOf,
} from './completion-form.ts';
import type { CompletionErrorBody } from './refusals.ts';
import type { Echo } from './response-input.ts';

// The form of responses: https://platform.openai.com/docs/api-reference/responses/object and …/responses-streaming

type Status = 'in_progress' | 'completed' | 'incomplete';
type TextPart = {
  type: 'output_text';
  text: string;
  annotations: ({ type: 'url_citation' } & Citation)[];
  logprobs: never[];
};
type MessageItem = { id: string; type: 'message'; status: Status; role: 'assistant'; content: TextPart[] };
type CallItem = { id: string; type: 'function_call'; status: Status; call_id: string; name: string; arguments: string };

/** A part of a response's output. */
export type OutputItem = MessageItem | CallItem;

type Finish = Extract<CompletionEvent, { type: 'finish' }>;

/** Gets the items of a response that has come to its end. */
type Made = (responseId: string, items: readonly OutputItem[]) => void;

export const responseForm = (echo: Echo, made: Made): AnswerForm => ({
  idPrefix: 'resp_',
  writer: (head) => new ResponseWriter(head, echo, made),
  whole(head, events) {
    const writer = new ResponseWriter(head, echo, made);
    // A text that turned out to be a thought has no place in a whole response.
    writer.write(eventsOf(wholeOf(head, events)));
    return writer.response;
  },
});

/** Why a response is incomplete; null if it is complete. */
function incompleteReason({ reason }: Finish, calls: number): string | null {
  if (calls > 0) return null;
  if (reason === 'content-filter') return 'content_filter';
  return reason === 'length' || reason === 'other' ? 'max_output_tokens' : null;
}

const usageOf = ({ promptTokens, completionTokens, cachedTokens, reasoningTokens }: CompletionUsage) => ({
  input_tokens: promptTokens,
  input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: 0 },
  output_tokens: completionTokens,
  output_tokens_details: { reasoning_tokens: reasoningTokens },
  total_tokens: promptTokens + completionTokens,
});

/** Writes the parts of an answer as the events of a response. */
class ResponseWriter implements AnswerWriter {
  readonly #head: Head;
  readonly #echo: Echo;
  readonly #made: Made;
  readonly #output: OutputItem[] = [];
  /** The message that is being written, which is the last item; null for none. */
  #message: MessageItem | null = null;
  #text = '';
  #calls = 0;
  #conversation: number | null = null;
  #sequence = 0;
  #outcome: object = { status: 'in_progress', error: null, incomplete_details: null, usage: null };

  constructor(head: Head, echo: Echo, made: Made) {
    this.#head = head;
    this.#echo = echo;
    this.#made = made;
  }

  /** What is written of the response so far. */
  get response(): object {
    const { id, created, model } = this.#head;
    const kept = this.#conversation === null ? {} : { conversation: String(this.#conversation) };
    return {
      ...{ id, object: 'response', created_at: created, model },
      ...{ background: false, max_tool_calls: null, service_tier: 'default', top_logprobs: 0, truncation: 'disabled' },
      ...this.#echo,
      metadata: { ...this.#echo.metadata, ...kept },
      output: this.#output,
      ...this.#outcome,
    };
  }

  begin(conversation: number | null): string {
    this.#conversation = conversation;
    return this.#ofResponse('created') + this.#ofResponse('in_progress');
  }

  write(events: readonly CompletionEvent[]): string {
    let out = '';
    let text = '';
    const flush = () => {
      if (text) out += this.#addText(text);
      text = '';
    };
    for (const event of events) {
      if (event.type === 'text') text += event.text;
      else flush();
      // What was sent cannot be taken back. The events that end the message have its text as it is.
      if (event.type === 'retract') this.#text = event.text;
      if (event.type === 'tool-call') out += this.#closeMessage('completed', []) + this.#call(event);
      if (event.type === 'finish') out += this.#end(event);
    }
    flush();
    return out;
  }

  fail({ error: { message, code, type } }: CompletionErrorBody): string {
    for (const item of this.#output) if (item.status === 'in_progress') item.status = 'incomplete';
    if (this.#message) this.#message.content = [textPart(this.#text, [])];
    this.#outcome = { ...this.#outcome, status: 'failed', error: { code: code ?? type, message } };
    return this.#ofResponse('failed');
  }

  #addText(text: string): string {
    const opened = this.#openMessage();
    this.#text += text;
    return opened + this.#ofPart('response.output_text.delta', { delta: text, logprobs: [] });
  }

  #openMessage(): string {
    if (this.#message) return '';
    const place = this.#output.length;
    const id = `msg_${hexOf(this.#head)}${place > 0 ? `_${place}` : ''}`;
    this.#message = { id, type: 'message', status: 'in_progress', role: 'assistant', content: [] };
    this.#output.push(this.#message);
    this.#text = '';
    return (
      this.#ofItem('added', this.#message) + this.#ofPart('response.content_part.added', { part: textPart('', []) })
    );
  }

  #closeMessage(status: Status, citations: readonly Citation[]): string {
    const message = this.#message;
    if (!message) return '';
    const part = textPart(this.#text, citations);
    const annotated = part.annotations.map((annotation, at) =>
      this.#ofPart('response.output_text.annotation.added', { annotation_index: at, annotation }),
    );
    const closed = [
      ...annotated,
      this.#ofPart('response.output_text.done', { text: part.text, logprobs: [] }),
      this.#ofPart('response.content_part.done', { part }),
    ];
    Object.assign(message, { status, content: [part] });
    this.#message = null;
    return closed.join('') + this.#ofItem('done', message);
  }

  #call({ id: call_id, name, arguments: given }: LlmToolCall): string {
    const id = `fc_${hexOf(this.#head)}_${this.#calls++}`;
    const item: CallItem = { id, type: 'function_call', status: 'in_progress', call_id, name, arguments: '' };
    this.#output.push(item);
    const place = { item_id: id, output_index: this.#output.length - 1 };
    const added = this.#ofItem('added', item);
    const delta = this.#event('response.function_call_arguments.delta', { ...place, delta: given });
    const done = this.#event('response.function_call_arguments.done', { ...place, name, arguments: given });
    Object.assign(item, { status: 'completed', arguments: given });
    return added + delta + done + this.#ofItem('done', item);
  }

  #end(finish: Finish): string {
    const reason = incompleteReason(finish, this.#calls);
    const status = reason ? 'incomplete' : 'completed';
    const opened = this.#output.length === 0 ? this.#openMessage() : '';
    const closed = this.#closeMessage(status, citationsIn(this.#text, finish.sources));
    this.#conversation = finish.conversation;
    this.#outcome = {
      ...{ status, error: null, incomplete_details: reason && { reason } },
      usage: usageOf(finish.usage),
    };
    this.#made(this.#head.id, this.#output);
    return opened + closed + this.#ofResponse(status);
  }

  #ofResponse(name: string): string {
    return this.#event(`response.${name}`, { response: this.response });
  }

  #ofItem(name: 'added' | 'done', item: OutputItem): string {
    return this.#event(`response.output_item.${name}`, { output_index: this.#output.indexOf(item), item });
  }

  /** An event of the only part of the message that is being written. */
  #ofPart(type: string, more: object): string {
    const place = { item_id: this.#message?.id, output_index: this.#output.length - 1, content_index: 0 };
    return this.#event(type, { ...place, ...more });
  }

  #event(type: string, more: object): string {
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...more })}\n\n`;
  }
}

const hexOf = ({ id }: Head): string => id.slice(id.indexOf('_') + 1);

const textPart = (text: string, citations: readonly Citation[]): TextPart => ({
  type: 'output_text',
  text,
  annotations: citations.map((citation) => ({ type: 'url_citation', ...citation })),
  logprobs: [],
});
