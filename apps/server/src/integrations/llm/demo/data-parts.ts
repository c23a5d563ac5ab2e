import type { LlmMessage } from '../llm.ts';

/** Data that a prompt contains in addition to the conversation, such as the results of a search. */
export type DataPart = { name: string; content: string };

const marked = /^<data nonce="([\w-]+)" name="([\w-]+)">\n([\s\S]*)\n<\/data nonce="\1">$/;

/** The data in a message; null for what a person or an assistant wrote. */
function dataIn({ role, content }: LlmMessage): DataPart | null {
  if (role !== 'user' && role !== 'tool') return null;
  const [, , name, text] = marked.exec(content) ?? [];
  return name === undefined || text === undefined ? null : { name, content: text };
}

/**
 * Separates the conversation from the data. Data comes right before the question or answers a tool call. A message of a person that looks
 * like data is still the person's.
 */
export function separateData(messages: readonly LlmMessage[]): { turns: LlmMessage[]; data: DataPart[] } {
  const found = messages.map(dataIn);
  const question = messages.findLastIndex(({ role }) => role === 'user');
  let first = question;
  while (first > 0 && messages[first - 1]?.role === 'user' && found[first - 1]) first -= 1;
  const isData = (at: number) => messages[at]?.role === 'tool' || (at >= first && at < question);
  return {
    turns: messages.filter((_, at) => !isData(at)),
    data: found.flatMap((part, at) => (part && isData(at) ? part : [])),
  };
}
