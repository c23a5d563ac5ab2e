import type { LlmMessage } from '../llm.ts';

/** Data that a prompt contains beside the conversation, such as the results of a search. */
export type DataPart = { name: string; content: string };

const marked = /^<data nonce="([\w-]+)" name="([\w-]+)">\n([\s\S]*)\n<\/data nonce="\1">$/;

/** The data in a message; null for what a person or an assistant wrote. */
export function dataIn({ role, content }: LlmMessage): DataPart | null {
  if (role !== 'user' && role !== 'tool') return null;
  const [, , name, text] = marked.exec(content) ?? [];
  return name === undefined || text === undefined ? null : { name, content: text };
}
