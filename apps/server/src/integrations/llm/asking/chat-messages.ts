import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { isJsonObject } from '../json.ts';
import type { LlmMessage, LlmRequest, LlmToolCall } from '../llm.ts';
import { inParts, withNames } from '../pictures.ts';

const continueRequest =
  'Your answer was cut off. Continue exactly where it stops, in the middle of the word if need be. ' +
  'Repeat nothing and say nothing about the interruption.';

const toolResults = 'The results of the tools that you used for this answer:';

type Traits = {
  /** Whether the request offers tools. Otherwise calls and results are sent as text: some providers refuse them alone. */
  withTools: boolean;
  /** Whether system messages are sent as such. Otherwise their text is sent before the first message of the person. */
  withSystem: boolean;
  /** Whether messages of the person and the assistant must alternate, as the templates of some local models demand. */
  alternating: boolean;
};

/** The messages that a model is sent, in either protocol. A partial answer is sent along with the request to continue it. */
export function messagesFor({ messages, continuing }: LlmRequest, traits: Traits): readonly LlmMessage[] {
  const all: readonly LlmMessage[] = continuing
    ? [...messages, { role: 'assistant', content: continuing }, { role: 'user', content: continueRequest }]
    : messages;
  const used = traits.withTools ? all : withoutTools(all);
  const spoken = traits.withSystem ? used : withoutSystem(used);
  return traits.alternating ? joined(spoken) : spoken;
}

/**
 * A message in the form of OpenAI's chat completions. `provider`: its name, whose own extras go back to it. `withPictures`: whether the model
 * is given pictures. Otherwise it is told which ones it does not see.
 */
export function inChatForm(
  message: LlmMessage,
  { provider, withPictures }: { provider: string; withPictures: boolean },
): ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content };
  if (message.role === 'user' && message.pictures?.length)
    return {
      role: 'user',
      content: withPictures ? inParts(message, message.pictures) : withNames(message, message.pictures),
    };
  if (message.role !== 'assistant' || !message.toolCalls) return { role: message.role, content: message.content };
  return {
    role: 'assistant',
    content: message.content || null,
    tool_calls: message.toolCalls.map((call) => callInChatForm(call, provider)),
  };
}

/** Servers refuse a call that they cannot parse, even one that a model made. */
export const readableCall = ({ name, arguments: given }: Pick<LlmToolCall, 'name' | 'arguments'>) => ({
  name: name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown',
  arguments: isJsonObject(given) ? given : '{}',
});

const callInChatForm = ({ id, name, arguments: given, extra }: LlmToolCall, provider: string) => ({
  id,
  type: 'function' as const,
  function: readableCall({ name, arguments: given }),
  ...(extra?.provider === provider && extra.content),
});

/** The same messages with tool results as text of the person, and without the calls. */
function withoutTools(messages: readonly LlmMessage[]): readonly LlmMessage[] {
  if (!messages.some(({ role }) => role === 'tool')) return messages;
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
  const spoken = messages.flatMap((message): LlmMessage[] => {
    if (message.role === 'tool') return [];
    if (message.role !== 'assistant' || !message.toolCalls) return [message];
    return message.content ? [{ role: 'assistant', content: message.content }] : [];
  });
  return [...spoken, { role: 'user', content: [toolResults, ...results].join('\n\n') }];
}

/** The same messages with the texts of system messages before the first message of the person. */
function withoutSystem(messages: readonly LlmMessage[]): readonly LlmMessage[] {
  const [systems, rest] = [true, false].map((wanted) => messages.filter(({ role }) => (role === 'system') === wanted));
  const content = (systems ?? []).map((message) => message.content).join('\n\n');
  const others = rest ?? [];
  const first = others.findIndex(({ role }) => role === 'user');
  const question = others[first];
  if (content === '') return others;
  if (!question) return [{ role: 'user', content }, ...others];
  return others.with(first, asOne({ role: 'user', content }, question));
}

/** Neighbours of the same role become one message. */
function joined(messages: readonly LlmMessage[]): LlmMessage[] {
  const result: LlmMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last && last.role === message.role && message.role !== 'tool') result[result.length - 1] = asOne(last, message);
    else result.push(message);
  }
  return result;
}

function asOne(first: LlmMessage, second: LlmMessage): LlmMessage {
  const content = [first.content, second.content].filter((text) => text !== '').join('\n\n');
  const pictures = picturesOf(first) ?? picturesOf(second);
  if (!pictures) return { ...first, content };
  return { role: 'user', content, pictures: [...(picturesOf(first) ?? []), ...(picturesOf(second) ?? [])] };
}

const picturesOf = (message: LlmMessage) => (message.role === 'user' ? message.pictures : undefined);
