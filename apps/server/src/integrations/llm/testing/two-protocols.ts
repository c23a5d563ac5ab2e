import type { ServerResponse } from 'node:http';
import { answerOf, type LoopbackUpstream, loopbackUpstream, refuse, stream } from './loopback-upstream.ts';

/** The events of a stream of Responses, each with its name and number, as OpenAI sends them. */
export const events = (...all: readonly (Record<string, unknown> & { type: string })[]): string =>
  all.map((event, at) => eventFrame({ sequence_number: at, ...event })).join('');

export const eventFrame = (event: Record<string, unknown> & { type?: string }): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export const usage = {
  input_tokens: 20,
  input_tokens_details: { cached_tokens: 12, cache_write_tokens: 0 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 29,
};

const inProgress = { object: 'response', id: 'resp_1', status: 'in_progress', output: [], usage: null };
const begun = [
  { type: 'response.created', response: inProgress },
  { type: 'response.in_progress', response: inProgress },
];

/** The events of a message from `at` on. */
const messageEvents = (text: string, at: number) => {
  const place = { output_index: at, item_id: `msg_${at}` };
  const item = { id: `msg_${at}`, type: 'message', role: 'assistant' };
  const part = { type: 'output_text', text: '', annotations: [] };
  const whole = { ...part, text };
  return [
    { type: 'response.output_item.added', ...place, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, content_index: 0, part },
    ...(text.match(/\s*\S+/g) ?? []).map((delta, n) => ({
      ...{
        type: 'response.output_text.delta',
        ...place,
        content_index: 0,
        delta,
        logprobs: [],
        obfuscation: 'x'.repeat(n),
      },
    })),
    { type: 'response.output_text.done', ...place, content_index: 0, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, content_index: 0, part: whole },
    { type: 'response.output_item.done', ...place, item: { ...item, status: 'completed', content: [whole] } },
  ];
};

const reasoningEvents = (thought: string, at: number, encrypted: string) => {
  const place = { output_index: at, item_id: `rs_${at}` };
  const item = { id: `rs_${at}`, type: 'reasoning', summary: [] as unknown[] };
  const part = { type: 'summary_text', text: thought };
  return [
    { type: 'response.output_item.added', ...place, item: { ...item, encrypted_content: 'not yet all of it' } },
    { type: 'response.reasoning_summary_part.added', ...place, summary_index: 0, part: { ...part, text: '' } },
    { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta: thought },
    { type: 'response.reasoning_summary_text.done', ...place, summary_index: 0, text: thought },
    { type: 'response.reasoning_summary_part.done', ...place, summary_index: 0, part },
    { type: 'response.output_item.done', ...place, item: { ...item, summary: [part], encrypted_content: encrypted } },
  ];
};

const callEvents = (call: { id: string; name: string; arguments: string }, at: number) => {
  const place = { output_index: at, item_id: `fc_${at}` };
  const item = { id: `fc_${at}`, type: 'function_call', call_id: call.id, name: call.name };
  const half = Math.ceil(call.arguments.length / 2);
  const pieces = [call.arguments.slice(0, half), call.arguments.slice(half)];
  return [
    { type: 'response.output_item.added', ...place, item: { ...item, status: 'in_progress', arguments: '' } },
    ...pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    { type: 'response.function_call_arguments.done', ...place, name: call.name, arguments: call.arguments },
    { type: 'response.output_item.done', ...place, item: { ...item, status: 'completed', arguments: call.arguments } },
  ];
};

type Answer = {
  thought?: string;
  encrypted?: string;
  text?: string;
  calls?: readonly { id: string; name: string; arguments: string }[];
};

/** The events of a whole response, up to the last one. */
export function responseEvents({ thought, encrypted = 'secret', text, calls = [] }: Answer) {
  const all: (Record<string, unknown> & { type: string })[] = [...begun];
  let at = 0;
  if (thought !== undefined) all.push(...reasoningEvents(thought, at++, encrypted));
  if (text !== undefined) all.push(...messageEvents(text, at++));
  for (const call of calls) all.push(...callEvents(call, at++));
  const output = all.flatMap(({ type, item }) => (type === 'response.output_item.done' ? [item] : []));
  all.push({ type: 'response.completed', response: { ...inProgress, status: 'completed', output, usage } });
  return all;
}

/** A complete ordinary response. */
export const responseOf = (text: string): string => events(...responseEvents({ text }));

export const toolsWithReasoning = (
  model: string,
  more = "To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
) => ({
  ...{ type: 'invalid_request_error', param: 'reasoning_effort', code: null },
  message: `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. ${more}`,
});

type Body = Record<string, unknown>;

/**
 * A provider with both protocols. `refusal` refuses a request, or answers it, and returns whether it did. All others get the answer "Hi." in
 * the protocol that they use.
 */
export function twoProtocols(
  refusal: (response: ServerResponse, body: Body, protocol: 'chat' | 'responses') => boolean = () => false,
): Promise<LoopbackUpstream> {
  return loopbackUpstream((response, _, { url, body }) => {
    const protocol = url.endsWith('/responses') ? 'responses' : 'chat';
    if (refusal(response, body, protocol)) return;
    stream(response, protocol === 'responses' ? responseOf('Hi.') : answerOf('Hi.'));
  });
}

/** Which protocols were used, in order. */
export const protocolsOf = ({ asked }: LoopbackUpstream): string[] =>
  asked.map(({ url }) => (url.endsWith('/responses') ? 'responses' : 'chat'));

/** Refuses as OpenAI's present models do: tools at /chat/completions only without reasoning. */
export const likeOpenAi = (response: ServerResponse, body: Body, protocol: 'chat' | 'responses'): boolean => {
  const isRefused = protocol === 'chat' && body.tools !== undefined && body.reasoning_effort !== 'none';
  if (isRefused) refuse(response, 400, toolsWithReasoning(String(body.model)));
  return isRefused;
};
