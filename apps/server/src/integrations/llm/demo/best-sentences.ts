import { cutWords } from '@noek/contract/text/compared-words';

const mostSentences = 2;

/**
 * Two sentences of the paragraph that contains the most words of the query, starting one sentence before the first of these words.
 * If no paragraph contains any, the beginning. Headings and tables are used only if there is no other text.
 */
export function bestSentences(markdown: string, words: readonly string[]): string {
  const wholeHits = (text: string) => words.filter((word) => cutWords(text).includes(word)).length;
  const paragraphs = markdown
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(?:#{1,6} |\[…\]$|\|)/.test(line))
    .map((line) => line.replace(/^(?:[-*+>]|\d+[.)]) +/, ''));
  const [best = ''] = paragraphs.toSorted((a, b) => wholeHits(b) - wholeHits(a));
  const sentences = best.split(/(?<=[.!?]) +/);
  const start = Math.max(0, sentences.findIndex((sentence) => wholeHits(sentence) > 0) - 1);
  return sentences.slice(start, start + mostSentences).join(' ');
}

/** A passage answers a question if it has this share of its words, or this many of them. */
const enough = { share: 0.5, words: 2 };

/** How many of these words a text has. Words that begin alike count: "open" and "opening". */
export function hitsIn(text: string, words: readonly string[]): number {
  const beginnings = new Set(cutWords(text).map(beginningOf));
  return words.filter((word) => beginnings.has(beginningOf(word))).length;
}

/** Whether a passage has enough of the words of a question to answer it. */
export const isEnough = (hits: number, words: readonly string[]): boolean =>
  words.length > 0 && hits >= Math.min(enough.share * words.length, enough.words);

const beginningOf = (word: string): string => word.slice(0, 4);
