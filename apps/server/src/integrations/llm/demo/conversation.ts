import { type MemoryRequests, memoryRequestsIn } from '../../../text/memory-requests.ts';
import type { LlmMessage, LlmTool } from '../llm.ts';

/** What the demo reads: the question and the turns before it. */
export type DemoConversation = {
  /** The person's newest message, trimmed. */
  question: string;
  /** Its beginning in lower case, on one line, without accents and without marks at its end: for patterns. */
  plain: string;
  /** What the person wrote before, oldest first. */
  asked: readonly string[];
  /** What the assistant answered before, oldest first. */
  answered: readonly string[];
  /** The system messages: the persona and, if any, modes. */
  instructions: readonly string[];
  /** Memories, files, and what tools have returned. */
  data: readonly DataPart[];
  /** The tools that may be called. */
  tools: readonly string[];
};

/** Only this much is searched, so that no message makes the patterns slow. */
const longestForPatterns = 1_000;

export function readConversation(messages: readonly LlmMessage[], tools: readonly LlmTool[] = []): DemoConversation {
  const { turns, data } = separateData(messages);
  const of = (role: LlmMessage['role']) => turns.flatMap((turn) => (turn.role === role ? turn.content : []));
  const asked = of('user');
  // Blank when the message is nothing but files.
  const question = (asked.pop() ?? '').trim();
  return {
    question,
    plain: plainText(question.slice(0, longestForPatterns)),
    asked: asked.filter(Boolean),
    answered: of('assistant').filter(Boolean),
    instructions: of('system'),
    data,
    tools: tools.map(({ name }) => name),
  };
}

/** What a person asks to have remembered or forgotten, as the product reads it. */
export const requestsIn = (text: string): MemoryRequests => memoryRequestsIn(text.slice(0, longestForPatterns));

export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.!?…:;,]+$/, '');
}

/** A person's words inside an answer: on one line, shortened, and shown as written instead of as markdown. */
export function quote(text: string, longest = 160): string {
  const line = Array.from(text.replace(/\s+/g, ' ').trim());
  const short =
    line.length > longest
      ? `${line
          .slice(0, longest - 1)
          .join('')
          .trimEnd()}…`
      : line.join('');
  return (
    short
      .replace(/[\\`*_~\]<>#|$]/g, '\\$&')
      // "\\[" would begin a formula. The invisible character keeps "[1]" from being a citation.
      .replace(/\[(?=\d)/g, '&#91;\u2060')
      .replaceAll('[', '&#91;')
  );
}

/** One of several wordings: the same for the same conversation, and if possible one that has not been used in it. */
export function choose(
  { question, asked, answered }: DemoConversation,
  choices: readonly [string, ...string[]],
): string {
  let hash = asked.length;
  for (const character of question) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  const inOrder = choices.map((_, index) => choices[(hash + index) % choices.length] ?? choices[0]);
  return inOrder.find((choice) => !answered.some((text) => text.includes(choice))) ?? inOrder[0] ?? choices[0];
}

/** Data that a prompt contains in addition to the conversation, such as the results of a search. */
type DataPart = { name: string; content: string };

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
function separateData(messages: readonly LlmMessage[]): { turns: LlmMessage[]; data: DataPart[] } {
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
