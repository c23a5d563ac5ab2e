import type { LlmRequest, LlmTool } from '../llm.ts';
import { type AskedBody, type Asking, effortOf, takenFields } from './asked-body.ts';
import { inChatForm, messagesFor } from './chat-messages.ts';

/** A request in the form of OpenAI's chat completions. */
export function chatBody(request: LlmRequest, asking: Asking): AskedBody {
  const { model, takes, withPictures, isOpenAi } = asking;
  const tools = takes('tools') ? (request.tools ?? []) : [];
  const offersTools = tools.length > 0;
  const messages = messagesFor(request, {
    withTools: offersTools,
    withSystem: takes('system'),
    alternating: !takes('neighbours'),
  });
  const isUnreasoned = offersTools && !takes('tools_with_reasoning');
  const { effort, efforts } = isUnreasoned ? { effort: 'none', efforts: [] } : effortOf(request, asking);
  const body = {
    ...takenFields(request.fields, offersTools, asking),
    model,
    messages: messages.map((message) => inChatForm(message, asking)),
    stream: true,
    ...(takes('stream_options') && { stream_options: { include_usage: true } }),
    ...(request.temperature !== undefined && takes('temperature') && { temperature: request.temperature }),
    ...(isOpenAi && takes('store') && { store: request.store }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(offersTools && { tools: tools.map(asFunction) }),
  };
  return {
    ...{ protocol: 'chat', body, messages, offersTools, withPictures, withReasoning: false },
    ...{ effort, efforts, isUnreasoned },
  };
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
