import type { LlmMessage, LlmTool } from '../llm.ts';
import type { PreparedAnswers } from './answers.ts';
import { arithmetic, multiplicationTable } from './arithmetic.ts';
import { codeSample } from './code/code-samples.ts';
import { pastedCode } from './code/debugging.ts';
import { type DemoConversation, plainText, readConversation } from './conversation.ts';
import { aboutDocument } from './documents/document-turn.ts';
import { earlierTurns } from './earlier-turns.ts';
import { describedFiles, fromFiles } from './files.ts';
import { fromKnowledge } from './knowledge-passages.ts';
import { longAnswer } from './long-answers.ts';
import { fillAnswer, matchAnswer } from './match-answer.ts';
import { fromMemories, memoryNews } from './memories.ts';
import { foundOnTheWeb, searchResult } from './search-results.ts';

/** The demo's whole answer as markdown: the same for the same conversation. `answeredBy` of its message says that the demo wrote it. */
export function demoAnswer(
  answers: PreparedAnswers,
  messages: readonly LlmMessage[],
  tools: readonly LlmTool[] = [],
): string {
  const conversation = aboutTheSame(readConversation(messages, tools));
  const news = memoryNews(conversation);
  const answer = answerTo(answers, conversation) ?? (news === null ? noAnswer(answers, conversation) : null);
  const parts = [news, searchResult(conversation)?.problem, answer].filter(Boolean).join('\n\n');
  return inTone(answers, conversation, parts);
}

const noAnswer = (answers: PreparedAnswers, conversation: DemoConversation): string =>
  describedFiles(answers, conversation) ?? fillAnswer(answers, 'phrases/no-answer', conversation);

/**
 * Says what was written, if that was asked for. Otherwise tries what is known about the person and computed answers first, then files, the knowledge base and pages of a web search, then prepared
 * answers.
 */
function answerTo(answers: PreparedAnswers, conversation: DemoConversation): string | null {
  const { plain } = conversation;
  const code = pastedCode(conversation);
  return (
    aboutDocument(answers, conversation) ??
    fromMemories(conversation) ??
    earlierTurns(conversation) ??
    arithmetic(plain) ??
    multiplicationTable(plain) ??
    fromSources(answers, conversation) ??
    longAnswer(answers, conversation) ??
    (code && fillAnswer(answers, 'phrases/pasted-code', conversation, code)) ??
    matchAnswer(answers, ['quick-starts', 'showcase', 'tables'], conversation) ??
    codeSample(answers, conversation) ??
    matchAnswer(answers, ['noek', 'small-talk', 'recipes', 'replies'], conversation) ??
    (asksToKnow.test(plain) ? matchAnswer(answers, ['explanations'], conversation) : null)
  );
}

/** What files, the knowledge base and a web search say; null without any. */
const fromSources = (answers: PreparedAnswers, conversation: DemoConversation): string | null =>
  [fromFiles, fromKnowledge, foundOnTheWeb].flatMap((from) => from(answers, conversation) ?? []).join('\n\n') || null;

/** A question, or a topic alone. */
const asksToKnow = /\b(?:explain|what|how|why|tell me|describe|understand|teach|show|give|mean)\b|^.{1,40}$/;

const asksForAnother =
  /^(?:(?:and|please|now|tell me|show me|give me) )*(?:another|one more|once more|again)(?: one)?(?:,? please)?$/;

/** "Another one, please" repeats the previous question. */
function aboutTheSame(conversation: DemoConversation): DemoConversation {
  if (!asksForAnother.test(conversation.plain)) return conversation;
  const question = conversation.asked.findLast((text) => !asksForAnother.test(plainText(text)));
  return question === undefined
    ? conversation
    : { ...conversation, question, plain: plainText(question.slice(0, 1_000)) };
}

/** The answer in the tone of the conversation's mode, which is in its instructions. */
function inTone(answers: PreparedAnswers, conversation: DemoConversation, answer: string): string {
  const said = (words: string) => conversation.instructions.some((text) => text.includes(words));
  const opening = said('Harmful Mode is on') ? 'tone/harmful' : said('Fun Mode is on') ? 'tone/fun' : null;
  return opening ? `${fillAnswer(answers, opening, conversation)}\n\n${answer}` : answer;
}
