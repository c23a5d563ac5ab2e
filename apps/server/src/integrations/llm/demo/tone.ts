import type { PreparedAnswers } from './answers.ts';
import type { DemoConversation } from './conversation.ts';
import { fillAnswer } from './match-answer.ts';

/** The answer in the tone of the conversation's mode, which is in its instructions. */
export function inTone(answers: PreparedAnswers, conversation: DemoConversation, answer: string): string {
  const said = (words: string) => conversation.instructions.some((text) => text.includes(words));
  const opening = said('Harmful Mode is on') ? 'tone/harmful' : said('Fun Mode is on') ? 'tone/fun' : null;
  return opening ? `${fillAnswer(answers, opening, conversation)}\n\n${answer}` : answer;
}
