import { z } from 'zod';
import type { LlmMessage, LlmToolCall } from '../../integrations/llm/llm.ts';
import {
  absent,
  type CompletionRequest,
  functionType,
  mostMessages,
  mostTools,
  partsOf,
  pictureOf,
  refusalOf,
  refusalPart,
  textOf,
  textPart,
  toolFields,
  toRequest,
} from './completion-input.ts';
import { messageIdOf, previousNotFound } from './previous-answer.ts';
import { CompletionRefusal } from './refusals.ts';

// Requests of OpenAI's responses: https://platform.openai.com/docs/api-reference/responses/create

const inputText = textPart.extend({ type: z.literal('input_text') });
const outputText = textPart.extend({ type: z.literal('output_text') });
const picturePart = z.object({
  type: z.literal('input_image'),
  image_url: z.string('Send the picture itself, as a data URL. Uploaded files are not supported.'),
});

const ofMessage = { type: z.literal('message') };
const message = z.discriminatedUnion(
  'role',
  [
    z.object({
      ...{ ...ofMessage, role: z.enum(['system', 'developer']) },
      content: partsOf([inputText, textPart], '"input_text"'),
    }),
    z.object({
      ...{ ...ofMessage, role: z.literal('user') },
      content: partsOf([inputText, textPart, picturePart], '"input_text" or "input_image"'),
    }),
    z.object({
      ...{ ...ofMessage, role: z.literal('assistant') },
      content: partsOf([outputText, inputText, textPart, refusalPart], '"output_text" or "refusal"'),
    }),
  ],
  'The role must be "system", "developer", "user" or "assistant".',
);

const callItem = z.object({
  type: z.literal('function_call'),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
});

const item = z.preprocess(
  // The type of a message may be left out.
  (given) => (typeof given === 'object' && given && 'role' in given ? { type: 'message', ...given } : given),
  z.discriminatedUnion(
    'type',
    [
      message,
      callItem,
      z.object({
        type: z.literal('function_call_output'),
        call_id: z.string().min(1),
        output: partsOf([inputText, outputText, textPart], '"input_text"'),
      }),
      z.object({ type: z.literal('reasoning') }),
      z.object({ type: z.literal('item_reference'), id: z.string() }),
    ],
    'An item must be of the type "message", "function_call" or "function_call_output" here.',
  ),
);

const input = z.preprocess(
  (given) => (typeof given === 'string' ? [{ role: 'user', content: given }] : given),
  z
    .array(item, 'It must be a text or a list of items.')
    .min(1, 'There must be at least one item.')
    .max(mostMessages, `There can be up to ${mostMessages} items.`),
);

const tool = z.object({ type: functionType, ...toolFields });

const modes = ['none', 'auto', 'required'] as const;
const named = z.object({ type: functionType, name: z.string() });
const toolChoice = z.union(
  [z.enum(modes), named, z.object({ type: z.literal('allowed_tools'), mode: z.enum(modes), tools: z.array(named) })],
  'It must be "none", "auto", "required", a function or allowed functions.',
);

const format = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('json_object') }),
    z.object({
      type: z.literal('json_schema'),
      name: z.string().regex(/^[\w-]{1,64}$/, 'A name has 1 to 64 letters, digits, underscores and hyphens.'),
      description: z.string().nullish(),
      schema: z.record(z.string(), z.unknown()),
      strict: z.boolean().nullish(),
    }),
  ],
  'The format must be "text", "json_object" or "json_schema".',
);

/** Fields that are not named here are ignored. */
const body = z.object({
  model: z.string('Name a model.').min(1, 'Name a model.'),
  input,
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  queue: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_output_tokens: z.number().int().min(1).nullish(),
  tools: z.array(tool).max(mostTools).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z.object({ format: format.nullish(), verbosity: z.string().nullish() }).nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish() }).nullish(),
  background: absent('Responses in the background are not supported. Use "stream".'),
  conversation: absent(
    'Continue with "previous_response_id", or with the id of a conversation in metadata.conversation.',
  ),
  prompt: absent('Prompts that are kept at OpenAI are not supported. Send "instructions".'),
  // Otherwise they would be ignored, and what they ask for would be missed.
  response_format: absent('It is "text.format" here.'),
  max_tokens: absent('It is "max_output_tokens" here.'),
  max_completion_tokens: absent('It is "max_output_tokens" here.'),
  reasoning_effort: absent('It is "reasoning.effort" here.'),
  top_logprobs: z.literal(0, 'Probabilities of tokens are not supported.').nullish(),
});

type Body = z.output<typeof body>;
type Item = z.output<typeof item>;

/** What a response repeats of its request. */
export type Echo = Record<string, unknown> & { metadata: Record<string, string> };

/** An item that an earlier response had. */
export type EarlierItem =
  | { type: 'message'; text: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string };

/** What was said until the calls of a response that is to be kept. It is kept with the answer to their results. */
export type OpenTurn = { previous: string | null; messages: readonly LlmMessage[] };

/** What requests can refer to. An item and a turn are null if they are not known. */
export type Earlier = {
  isKept(responseId: string): Promise<boolean>;
  item(id: string): Promise<EarlierItem | null>;
  openTurn(responseId: string): OpenTurn | null;
};

export type ResponseRequest = {
  request: CompletionRequest;
  echo: Echo;
  /** Whether it leaves open whether its response is kept. OpenAI would keep it, so programs refer to its items. */
  leavesStoreOpen: boolean;
};

/** Reads the body of a request. Throws CompletionRefusal with the name of the field that is wrong. */
export async function readResponseRequest(given: unknown, earlier: Earlier): Promise<ResponseRequest> {
  const read = body.safeParse(given);
  if (!read.success) throw refusalOf(read.error, given);
  const { data } = read;
  const items = await Promise.all(data.input.map((one, at) => resolved(one, at, earlier)));
  const { tools, choice } = offered(data);
  const conversation = data.metadata?.conversation ?? null;
  const previousId = data.previous_response_id ?? null;
  if (previousId !== null && conversation !== null)
    throw new CompletionRefusal('Name a previous response or a conversation, not both.', {
      param: 'previous_response_id',
    });
  const openTurn = previousId === null ? null : earlier.openTurn(previousId);
  // Otherwise results of tools would be refused for the calls that are missing.
  if (previousId !== null && !openTurn && !(await earlier.isKept(previousId))) throw previousNotFound();
  const request = toRequest({
    model: data.model,
    spoken: [...(openTurn?.messages ?? []), ...messagesOf(items)],
    instructions: [
      data.instructions ?? '',
      ...items.flatMap((one) => (isInstruction(one) ? [textOf(one.content)] : [])),
    ],
    messagesParam: 'input',
    ...{ tools, temperature: data.temperature },
    // Providers are asked in the form of chat completions.
    always: {
      max_completion_tokens: data.max_output_tokens,
      top_p: data.top_p,
      reasoning_effort: data.reasoning?.effort,
      verbosity: data.text?.verbosity,
      response_format: responseFormat(data),
    },
    withTools: { tool_choice: choice, parallel_tool_calls: data.parallel_tool_calls },
    webSearch: false,
    store: data.store ?? false,
    conversation,
    previous: openTurn ? openTurn.previous : messageIdOf(previousId ?? ''),
    stream: data.stream ?? false,
    includeUsage: true,
    queue: data.queue ?? false,
  });
  return { request, echo: echoOf(data), leavesStoreOpen: data.store == null };
}

type Resolved = Exclude<Item, { type: 'item_reference' }>;

async function resolved(one: Item, at: number, earlier: Earlier): Promise<Resolved> {
  if (one.type !== 'item_reference') return one;
  const found = await earlier.item(one.id);
  if (!found)
    throw new CompletionRefusal(
      `The item "${one.id}" is not kept. Send the item itself: with "store": false, packages do so.`,
      { param: `input[${at}].id`, code: 'item_not_found' },
    );
  if (found.type === 'function_call') return found;
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: found.text }] };
}

type Instruction = Extract<Resolved, { role: 'system' | 'developer' }>;
const isInstruction = (one: Resolved): one is Instruction =>
  one.type === 'message' && (one.role === 'system' || one.role === 'developer');

/** The messages for a model. Calls belong to the message of the assistant before them. */
function messagesOf(items: readonly Resolved[]): LlmMessage[] {
  const messages: LlmMessage[] = [];
  for (const [at, one] of items.entries()) {
    if (one.type === 'reasoning' || isInstruction(one)) continue;
    if (one.type === 'function_call_output')
      messages.push({ role: 'tool', callId: one.call_id, content: textOf(one.output) });
    else if (one.type === 'function_call') {
      const call: LlmToolCall = { id: one.call_id, name: one.name, arguments: one.arguments };
      const last = messages.at(-1);
      if (last?.role === 'assistant') messages.splice(-1, 1, { ...last, toolCalls: [...(last.toolCalls ?? []), call] });
      else messages.push({ role: 'assistant', content: '', toolCalls: [call] });
    } else if (one.role === 'assistant') messages.push({ role: 'assistant', content: textOf(one.content) });
    else if (one.role === 'user') messages.push(questionOf(one, at));
  }
  return messages;
}

function questionOf({ content }: Extract<Resolved, { role: 'user' }>, at: number): LlmMessage {
  const pictures = content.flatMap((part, place) =>
    part.type === 'input_image' ? [pictureOf(part.image_url, `input[${at}].content[${place}].image_url`)] : [],
  );
  const said = content.flatMap((part) => (part.type === 'input_image' ? [] : [part]));
  return { role: 'user', content: textOf(said), ...(pictures.length > 0 && { pictures }) };
}

/** The tools that a model is offered, and how it chooses among them, in the form of chat completions. */
function offered({ tools: all, tool_choice: choice }: Body) {
  const tools = all ?? [];
  if (choice == null || typeof choice === 'string') return { tools: choice === 'none' ? [] : tools, choice };
  if (choice.type === 'function')
    return { tools, choice: { type: 'function' as const, function: { name: choice.name } } };
  const allowed = choice.tools.map(({ name }) => name);
  return {
    tools: choice.mode === 'none' ? [] : tools.filter(({ name }) => allowed.includes(name)),
    choice: choice.mode,
  };
}

function responseFormat({ text }: Body): object | undefined {
  const wanted = text?.format;
  if (!wanted || wanted.type === 'text') return undefined;
  if (wanted.type === 'json_object') return { type: 'json_object' };
  const { type, ...schema } = wanted;
  return { type, json_schema: schema };
}

function echoOf(given: Body): Echo {
  return {
    instructions: given.instructions ?? null,
    max_output_tokens: given.max_output_tokens ?? null,
    parallel_tool_calls: given.parallel_tool_calls ?? true,
    previous_response_id: given.previous_response_id ?? null,
    reasoning: { effort: given.reasoning?.effort ?? null, summary: null },
    store: given.store ?? false,
    temperature: given.temperature ?? null,
    text: {
      format: given.text?.format ?? { type: 'text' },
      ...(given.text?.verbosity && { verbosity: given.text.verbosity }),
    },
    tool_choice: given.tool_choice ?? 'auto',
    tools: (given.tools ?? []).map(({ parameters = null, strict = null, ...tool }) => ({
      ...tool,
      parameters,
      strict,
    })),
    top_p: given.top_p ?? null,
    metadata: given.metadata ?? {},
  };
}
