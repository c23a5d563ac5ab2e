import { z } from 'zod';
import { queryWords } from '../../web-search/query-words.ts';
import type { PreparedAnswers } from './answers.ts';
import { bestSentences } from './best-sentences.ts';
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
    .map(
      ({ number, passages }) => `- ${quote(bestSentences(passages, queryWords(query)), longestFinding)} [${number}]`,
    );
  return fillAnswer(answers, 'phrases/search', conversation, { query: quote(query), findings: findings.join('\n') });
}
