import { z } from 'zod';
import { queryWords, wordsIn } from '../../web-search/query-words.ts';
import type { PreparedAnswers } from './answers.ts';
import { type DemoConversation, quote } from './conversation.ts';
import { fillAnswer } from './match-answer.ts';

const resultSchema = z.object({
  query: z.string(),
  pages: z.array(z.object({ number: z.number(), passages: z.string() })).optional(),
  problem: z.string().optional(),
});

/** How much of each page the demo repeats, in characters, and of how many pages. */
const longestFinding = 320;
const mostFindings = 4;
const sentencesOfPage = 2;

const asksToSearch = /^\W*(?:please )?(?:search|look up|browse)\b/i;
const searchWords =
  /^\W*(?:please\s+)?(?:search|look up|browse)(?:\s+(?:on\s+)?(?:the\s+)?(?:web|internet))?(?:\s+for)?\b[\s:,]*/i;
const longestQuery = 200;

/** The query of a search that the person asks for and that was not made yet; null for none. */
export function queryToSearch({ question, tools, data }: DemoConversation): string | null {
  if (!tools.includes('web_search') || data.some(({ name }) => name === 'web_search')) return null;
  return (asksToSearch.test(question) && question.replace(searchWords, '').slice(0, longestQuery).trim()) || null;
}

/** What a web search brought for the question; null without one. */
export function searchResult({ data }: DemoConversation): z.infer<typeof resultSchema> | null {
  const found = data.findLast(({ name }) => name === 'web_search');
  try {
    return found ? (resultSchema.safeParse(JSON.parse(found.content)).data ?? null) : null;
  } catch {
    // A long result is cut off.
    return null;
  }
}

/** An answer that repeats what the pages of a search say, each with its citation; null if there are none. */
export function foundOnTheWeb(answers: PreparedAnswers, conversation: DemoConversation): string | null {
  const { query, pages = [] } = searchResult(conversation) ?? {};
  if (query === undefined || pages.length === 0) return null;
  const findings = pages
    .slice(0, mostFindings)
    .map(({ number, passages }) => `- ${quote(bestOf(passages, queryWords(query)), longestFinding)} [${number}]`);
  return fillAnswer(answers, 'phrases/search', conversation, { query: quote(query), findings: findings.join('\n') });
}

/**
 * Two sentences of the paragraph that has most words of the query, from the one before its first such word; without any such word,
 * the beginning. Headings are left out.
 */
function bestOf(passages: string, words: readonly string[]): string {
  const hitsIn = (text: string) => words.filter((word) => wordsIn(text).includes(word)).length;
  const paragraphs = passages
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(?:#{1,6} |\[…\]$|\|)/.test(line))
    .map((line) => line.replace(/^(?:[-*+>]|\d+[.)]) +/, ''));
  const [best = ''] = paragraphs.toSorted((a, b) => hitsIn(b) - hitsIn(a));
  const sentences = best.split(/(?<=[.!?]) +/);
  const start = Math.max(0, sentences.findIndex((sentence) => hitsIn(sentence) > 0) - 1);
  return sentences.slice(start, start + sentencesOfPage).join(' ');
}
