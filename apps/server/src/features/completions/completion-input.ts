import { z } from 'zod';
import type { LlmFields, LlmMessage, LlmPicture, LlmTool } from '../../integrations/llm/llm.ts';
import { CompletionRefusal } from './refusals.ts';

// Requests of OpenAI's chat completions: https://platform.openai.com/docs/api-reference/chat/create

/** The name of the model that is the whole assistant. All others are bare models. */
export const assistantModel = 'noek';

export const mostMessages = 2_000;
export const mostTools = 128;
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** What is said about parts that are not taken. */
const unsupportedParts = new Map([
  ['input_audio', 'Audio is not supported. Send what is said, as a part of the type "text".'],
  ['file', 'Files are not supported here. Send their text as a part of the type "text", and pictures as "image_url".'],
  [
    'input_file',
    'Files are not supported here. Send their text as a part of the type "input_text", and pictures as "input_image".',
  ],
]);
export const textPart = z.object({ type: z.literal('text'), text: z.string() });
export const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() });
const picturePart = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) });

/** A text, or a list of parts. A text is read as its only part, so that an error names the part that is wrong. */
export function partsOf<const Parts extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]]>(
  parts: Parts,
  types: string,
) {
  const part = z.discriminatedUnion('type', parts, {
    error({ input }) {
      const type = (input as { type?: unknown } | null)?.type;
      return (typeof type === 'string' && unsupportedParts.get(type)) || `A part must be of the type ${types} here.`;
    },
  });
  return z.preprocess(
    (given) => (typeof given === 'string' ? [{ type: 'text', text: given }] : given),
    z.array(part, 'It must be a text or a list of parts.'),
  );
}

const text = partsOf([textPart], '"text"');

const toolCall = z.object({
  id: z.string().min(1),
  type: z.literal('function', 'Only calls of functions are supported.'),
  function: z.object({ name: z.string().min(1), arguments: z.string() }),
});

const message = z.discriminatedUnion(
  'role',
  [
    z.object({ role: z.enum(['system', 'developer']), content: text }),
    z.object({ role: z.literal('user'), content: partsOf([textPart, picturePart], '"text" or "image_url"') }),
    z.object({
      role: z.literal('assistant'),
      content: partsOf([textPart, refusalPart], '"text" or "refusal"').nullish(),
      tool_calls: z.array(toolCall).max(mostTools).nullish(),
    }),
    z.object({ role: z.literal('tool'), content: text, tool_call_id: z.string().min(1) }),
  ],
  'The role must be "system", "developer", "user", "assistant" or "tool".',
);

const onlyFunctions = 'Only tools of the type "function" are supported.';
export const toolFields = {
  name: z.string().regex(/^[\w-]{1,64}$/, 'A name has 1 to 64 letters, digits, underscores and hyphens.'),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
};
export const functionType = z.literal('function', onlyFunctions);
const tool = z.object({ type: functionType, function: z.object(toolFields) });

const toolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
  ],
  'It must be "none", "auto", "required" or a function.',
);

/** Fields that a provider is sent as they are. */
const passedOn = {
  max_tokens: z.number().int().min(1).nullish(),
  max_completion_tokens: z.number().int().min(1).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  seed: z.number().int().nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  logit_bias: z.record(z.string(), z.number()).nullish(),
  response_format: z.looseObject({ type: z.enum(['text', 'json_object', 'json_schema']) }).nullish(),
  reasoning_effort: z.string().nullish(),
  verbosity: z.string().nullish(),
};

const onlyOne = 'Only one answer per request is supported.';
export const absent = (why: string) => z.union([z.null(), z.undefined(), z.literal(false)], why).optional();

/** Fields that are not named here are ignored. */
const body = z.object({
  model: z.string('Name a model.').min(1, 'Name a model.'),
  messages: z.array(message).min(1, 'There must be at least one message.').max(mostMessages),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  queue: z.boolean().nullish(),
  n: z.literal(1, onlyOne).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  tools: z.array(tool).max(mostTools).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  web_search_options: z.looseObject({}).nullish(),
  modalities: z.array(z.literal('text', 'Only text is supported.')).nullish(),
  logprobs: absent('Probabilities of tokens are not supported.'),
  audio: absent('Audio is not supported.'),
  functions: absent('It was replaced by "tools".'),
  function_call: absent('It was replaced by "tool_choice".'),
  ...passedOn,
});

/** What a program asks for. */
export type CompletionRequest = {
  /** Null: the whole assistant. */
  model: string | null;
  /**
   * Without what the program says about how to answer. The last one is what is answered: of the person, or the result of a tool. Of the
   * assistant, it is the beginning of its answer, which models treat in their own ways. A bare model may get none.
   */
  messages: readonly LlmMessage[];
  /** What the program says about how to answer; empty if it says nothing. */
  instructions: string;
  tools: readonly LlmTool[];
  temperature: number | undefined;
  fields: LlmFields;
  webSearch: boolean;
  store: boolean;
  /** The conversation to continue, as it was written; null for none. */
  conversation: string | null;
  /** The kept answer that it follows, by the id of its message; null for none. */
  previous: string | null;
  stream: boolean;
  includeUsage: boolean;
  /** Whether it waits for the answer that runs in its conversation. */
  queue: boolean;
};

/** Reads the body of a request. Throws CompletionRefusal with the name of the field that is wrong. */
export function readRequest(given: unknown): CompletionRequest {
  const read = body.safeParse(given);
  if (!read.success) throw refusalOf(read.error, given);
  const { model, messages, tools, tool_choice: choice, ...more } = read.data;
  return toRequest({
    model,
    spoken: messages.flatMap((one, at) => toMessage(one, at)),
    instructions: messages.flatMap((one) =>
      one.role === 'system' || one.role === 'developer' ? [textOf(one.content)] : [],
    ),
    messagesParam: 'messages',
    tools: choice === 'none' ? [] : (tools ?? []).map(({ function: called }) => called),
    temperature: more.temperature,
    always: Object.fromEntries(Object.keys(passedOn).map((name) => [name, more[name as keyof typeof passedOn]])),
    withTools: { tool_choice: choice, parallel_tool_calls: more.parallel_tool_calls },
    webSearch: more.web_search_options != null,
    store: more.store ?? false,
    conversation: more.metadata?.conversation ?? null,
    previous: null,
    stream: more.stream ?? false,
    includeUsage: more.stream_options?.include_usage ?? false,
    queue: more.queue ?? false,
  });
}

type GivenTool = z.output<z.ZodObject<typeof toolFields>>;

/** A request of either form, as it was read. `messagesParam`: the field with the messages, which errors name. */
type GivenRequest = Pick<
  CompletionRequest,
  'webSearch' | 'store' | 'conversation' | 'previous' | 'stream' | 'includeUsage' | 'queue'
> & {
  model: string;
  spoken: LlmMessage[];
  instructions: string[];
  messagesParam: string;
  tools: readonly GivenTool[];
  temperature: number | null | undefined;
  always: Record<string, unknown>;
  withTools: Record<string, unknown>;
};

/** The request for what was read. Throws CompletionRefusal. */
export function toRequest(given: GivenRequest): CompletionRequest {
  const { model, spoken, instructions, messagesParam, tools, temperature, always, withTools, ...more } = given;
  requireAnsweredCalls(spoken, messagesParam);
  const isAssistant = model === assistantModel;
  // A program that says only how to answer asks with it. Some models need a message of the person.
  if (isAssistant && spoken.length === 0)
    spoken.push({ role: 'user', content: instructions.splice(0).filter(Boolean).join('\n\n') });
  const isAsked = spoken.some(({ role }) => role === 'user');
  if (isAssistant && !isAsked && more.previous === null)
    throw new CompletionRefusal('There must be a message of the user.', { param: messagesParam });
  const isKept = more.store || more.conversation !== null;
  if (isKept && (!isAsked || spoken.at(-1)?.role === 'assistant'))
    throw new CompletionRefusal('A conversation that is kept needs a message of the user that is answered.', {
      param: messagesParam,
    });
  return {
    ...more,
    model: isAssistant ? null : model,
    messages: spoken,
    instructions: instructions.filter(Boolean).join('\n\n'),
    tools: tools.map(({ name, description, parameters, strict }) => ({
      ...{ name, description: description ?? '', parameters: parameters ?? emptyObject },
      ...(typeof strict === 'boolean' && { strict }),
    })),
    temperature: temperature ?? undefined,
    fields: { always: present(always), withTools: present(withTools) },
  };
}

const emptyObject = { type: 'object', properties: {} };

const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

type Message = z.output<typeof message>;

/** The message for a model; none for instructions. */
function toMessage(one: Message, at: number): LlmMessage[] {
  if (one.role === 'system' || one.role === 'developer') return [];
  if (one.role === 'tool') return [{ role: 'tool', callId: one.tool_call_id, content: textOf(one.content) }];
  if (one.role === 'assistant') {
    const toolCalls = (one.tool_calls ?? []).map(({ id, function: called }) => ({ id, ...called }));
    return [{ role: 'assistant', content: textOf(one.content ?? []), ...(toolCalls.length > 0 && { toolCalls }) }];
  }
  const { content } = one;
  const pictures = content.flatMap((part, place) =>
    part.type === 'image_url' ? [pictureOf(part.image_url.url, `messages[${at}].content[${place}].image_url.url`)] : [],
  );
  const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return [{ role: 'user', content: said.join('\n\n'), ...(pictures.length > 0 && { pictures }) }];
}

export const textOf = (content: readonly ({ text: string } | { refusal: string })[]): string =>
  content.map((part) => ('text' in part ? part.text : part.refusal)).join('\n\n');

/** A picture of a message. Throws CompletionRefusal, which names `param`. */
export function pictureOf(url: string, param: string): LlmPicture {
  const [, type = '', base64 = ''] = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (/^https?:/i.test(url))
    throw new CompletionRefusal('Pictures at an address are not fetched. Send the picture itself, as a data URL.', {
      param,
    });
  if (!pictureTypes.includes(type))
    throw new CompletionRefusal('A picture must be a data URL in base64 of the type PNG, JPEG, WebP or GIF.', {
      param,
    });
  return { type, base64, name: 'a picture' };
}

/** Providers refuse results without their calls. */
function requireAnsweredCalls(messages: readonly LlmMessage[], param: string): void {
  const calls = new Set<string>();
  for (const one of messages) {
    if (one.role === 'assistant') for (const { id } of one.toolCalls ?? []) calls.add(id);
    if (one.role === 'tool' && !calls.has(one.callId))
      throw new CompletionRefusal(`The result of the call "${one.callId}" must follow that call.`, { param });
  }
}

/** The refusal of a request that breaks its schema. It names the field that is wrong. */
export function refusalOf({ issues: [issue] }: z.ZodError, given: unknown): CompletionRefusal {
  if (!issue || issue.path.length === 0)
    return new CompletionRefusal(
      typeof given === 'object' ? 'The request is malformed.' : 'The request must be a JSON object.',
    );
  const param = issue.path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`))
    .join('');
  return new CompletionRefusal(`${param}: ${issue.message}`, { param });
}
