import { isObject, type Json } from '../../json.ts';
import type { KeptReasoning, LlmMessage, LlmRequest, LlmTool } from '../../llm.ts';
import { captionOf, withNames } from '../../pictures.ts';
import { type AskedBody, type Asking, effortOf, takenFields } from '../asked-body.ts';
import { messagesFor, readableCall } from '../chat-messages.ts';

// Requests of OpenAI's Responses: https://platform.openai.com/docs/api-reference/responses/create

/** A request in the form of OpenAI's Responses. The provider stores it only if it is OpenAI and the person allows it. */
export function responsesBody(request: LlmRequest, asking: Asking): AskedBody {
  const { model, takes, withPictures, isOpenAi } = asking;
  const tools = takes('tools') ? (request.tools ?? []) : [];
  const offersTools = tools.length > 0;
  const messages = messagesFor(request, {
    withTools: offersTools,
    withSystem: takes('system'),
    alternating: !takes('neighbours'),
  });
  const { instructions, rest } = withInstructions(messages);
  const { effort, efforts } = effortOf(request, asking);
  const reasoning = {
    ...(effort !== undefined && { effort }),
    ...(takes('reasoning_summary') && { summary: 'auto' }),
  };
  const body = {
    ...inResponsesForm(takenFields(request.fields, offersTools, asking), asking),
    model,
    ...(instructions !== null && { instructions }),
    input: rest.flatMap((message) => itemsOf(message, asking)),
    stream: true,
    ...(takes('store') && { store: isOpenAi && request.store }),
    ...(takes('include') && { include: ['reasoning.encrypted_content'] }),
    ...(Object.keys(reasoning).length > 0 && { reasoning }),
    ...(request.temperature !== undefined && takes('temperature') && { temperature: request.temperature }),
    ...(offersTools && { tools: tools.map(asTool) }),
  };
  const withReasoning = messages.some(
    (message) => message.role === 'assistant' && keptFor(message.reasoning, asking).length > 0,
  );
  return {
    ...{ protocol: 'responses', body, messages, offersTools, withPictures, withReasoning },
    ...{ effort, efforts, isUnreasoned: false },
  };
}

/** The system messages at the beginning are the instructions. There must be something else. */
function withInstructions(messages: readonly LlmMessage[]): {
  instructions: string | null;
  rest: readonly LlmMessage[];
} {
  const first = messages.findIndex(({ role }) => role !== 'system');
  if (first <= 0) return { instructions: null, rest: messages };
  const said = messages.slice(0, first).map(({ content }) => content);
  return { instructions: said.join('\n\n'), rest: messages.slice(first) };
}

function itemsOf(message: LlmMessage, asking: Asking): Json[] {
  if (message.role === 'tool')
    return [{ type: 'function_call_output', call_id: message.callId, output: message.content }];
  if (message.role === 'user' && message.pictures?.length) {
    const { content: text, pictures } = message;
    const content = asking.withPictures
      ? [
          ...(text.trim() === '' ? [] : [{ type: 'input_text', text }]),
          ...pictures.flatMap((picture) => [
            ...(picture.part === undefined ? [] : [{ type: 'input_text', text: captionOf(picture) }]),
            {
              type: 'input_image',
              image_url: `data:${picture.type};base64,${picture.base64}`,
              detail: 'auto',
            },
          ]),
        ]
      : withNames(message, pictures);
    return [{ type: 'message', role: 'user', content }];
  }
  if (message.role === 'assistant') return itemsOfAssistant(message, asking);
  return [{ type: 'message', role: message.role, content: message.content }];
}

type OfAssistant = Extract<LlmMessage, { role: 'assistant' }>;

/** With its calls, and the reasoning before them in the order in which the model wrote it. */
function itemsOfAssistant({ content, toolCalls = [], reasoning }: OfAssistant, asking: Asking): Json[] {
  const items: Json[] = [];
  const calls = new Map(toolCalls.map((call) => [call.id, call]));
  let isSaid = content === '';
  let thoughts: Json[] = [];
  const say = (more: Json = {}) => {
    if (!isSaid) items.push(...thoughts, { type: 'message', role: 'assistant', content, ...more });
    isSaid = true;
  };
  const call = (id: string) => {
    const called = calls.get(id);
    if (called) items.push(...thoughts, { type: 'function_call', call_id: id, ...readableCall(called) });
    calls.delete(id);
  };
  for (const item of keptFor(reasoning, asking)) {
    // A thought is refused without what follows it, which may have been left out.
    if (item.type === 'reasoning') thoughts.push(item);
    else {
      if (item.type === 'message') say({ ...(item.phase !== undefined && { phase: item.phase }) });
      else call(String(item.call_id));
      thoughts = [];
    }
  }
  thoughts = [];
  say();
  for (const id of [...calls.keys()]) call(id);
  return items;
}

function keptFor(kept: KeptReasoning | undefined, { provider, model, withReasoning }: Asking): KeptReasoning['items'] {
  return kept && withReasoning && kept.provider === provider && kept.model === model ? kept.items : [];
}

/** Without `strict`, it would be on here. */
const asTool = ({ name, description, parameters, strict = false }: LlmTool) => ({
  ...{ type: 'function', name, description, parameters, strict },
});

/** OpenAI refuses lower limits. */
const lowestLimit = 16;

/** What Responses has under another name. The fields that it lacks are left out. */
function inResponsesForm(fields: Readonly<Record<string, unknown>>, { takes }: Asking): Json {
  const { top_p, parallel_tool_calls, tool_choice: choice, response_format: format, verbosity } = fields;
  const limit = fields.max_completion_tokens ?? fields.max_tokens;
  const text = {
    ...(isObject(format) && { format: formatOf(format) }),
    ...(typeof verbosity === 'string' && { verbosity }),
  };
  return {
    ...(top_p !== undefined && { top_p }),
    ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
    ...(choice !== undefined && { tool_choice: choiceOf(choice) }),
    ...(typeof limit === 'number' && takes('max_output_tokens') && { max_output_tokens: Math.max(lowestLimit, limit) }),
    ...(Object.keys(text).length > 0 && { text }),
  };
}

const choiceOf = (choice: unknown): unknown =>
  isObject(choice) && isObject(choice.function) ? { type: 'function', name: choice.function.name } : choice;

const formatOf = ({ type, json_schema: schema }: Json): Json => ({ type, ...(isObject(schema) && schema) });
