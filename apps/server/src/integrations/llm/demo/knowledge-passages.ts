import { z } from 'zod';
import { queryWords } from '../../web-search/query-words.ts';
import type { PreparedAnswers } from './answers.ts';
import { bestSentences, hitsIn, isEnough } from './best-sentences.ts';
import { type DemoConversation, quote } from './conversation.ts';
import { fillAnswer } from './match-answer.ts';

const passagesSchema = z.array(z.object({ number: z.number(), title: z.string(), text: z.string() }));

/** How many passages the demo repeats, and how much of each, in characters. */
const mostRepeated = 3;
const longestFinding = 320;
/** Marks that a text on one line does not need. */
const marks = /\*\*|__|~~|`/g;

/** An answer that repeats what the knowledge base says, each with its citation; null if nothing in it fits. */
export function fromKnowledge(answers: PreparedAnswers, conversation: DemoConversation): string | null {
  const words = queryWords(conversation.question);
  const findings = passagesIn(conversation)
    .filter(({ title, text }) => isEnough(hitsIn(`${title} ${text}`, words), words))
    .slice(0, mostRepeated)
    .map(({ number, text }) => `- ${quote(bestSentences(text, words).replace(marks, ''), longestFinding)} [${number}]`);
  return findings.length === 0
    ? null
    : fillAnswer(answers, 'phrases/knowledge', conversation, { findings: findings.join('\n') });
}

function passagesIn({ data }: DemoConversation): z.infer<typeof passagesSchema> {
  const part = data.find(({ name }) => name === 'knowledge');
  try {
    return part ? (passagesSchema.safeParse(JSON.parse(part.content)).data ?? []) : [];
  } catch {
    return [];
  }
}
