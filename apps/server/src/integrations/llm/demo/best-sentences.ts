import { wordsIn } from '../../web-search/query-words.ts';

const mostSentences = 2;

/**
 * Two sentences of the paragraph that contains the most words of the query, starting one sentence before the first of these words.
 * If no paragraph contains any, the beginning. Headings and tables are used only if there is no other text.
 */
export function bestSentences(markdown: string, words: readonly string[]): string {
  const hitsIn = (text: string) => words.filter((word) => wordsIn(text).includes(word)).length;
  const paragraphs = markdown
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(?:#{1,6} |\[…\]$|\|)/.test(line))
    .map((line) => line.replace(/^(?:[-*+>]|\d+[.)]) +/, ''));
  const [best = ''] = paragraphs.toSorted((a, b) => hitsIn(b) - hitsIn(a));
  const sentences = best.split(/(?<=[.!?]) +/);
  const start = Math.max(0, sentences.findIndex((sentence) => hitsIn(sentence) > 0) - 1);
  return sentences.slice(start, start + mostSentences).join(' ');
}
