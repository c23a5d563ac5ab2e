import { setImmediate } from 'node:timers/promises';
import type { ReadFile } from '../reading/read-result.ts';
import { type PageRange, pageRanges } from './page-ranges.ts';
import { type Piece, piecesOf } from './split.ts';
import { comparedWords } from './words.ts';

/** A part of a file that is given to a model. */
export type Passage = {
  /** The number of its page, slide or sheet; 1 in a file without pages. */
  page: number;
  /** The name of a sheet. */
  name: string | null;
  /** Passages from within a sheet begin with the sheet's first row. */
  text: string;
};

/** What of a file is given for a question. */
export type Given = {
  /** `whole` if all of the text that was read fits into the budget. */
  given: 'whole' | 'passages' | 'none';
  /** In the order of the file. Of a whole file, one per page that has text. */
  passages: Passage[];
  /** The pages that the passages are from; null if the file has no pages. */
  pages: PageRange[] | null;
};

/** BM25: how much repetitions of a word count, and how much the length of a piece. The usual values. */
const repetition = 1.2;
const lengthShare = 0.75;
/** Pieces that fit much worse than the best one are left out while there are others. */
const shareOfBest = 0.2;
/** How much of a question is looked at, in UTF-16 code units. */
const questionLength = 4000;
/** How many pieces are counted before other work may pass: about 5 ms of it. */
const piecesAtOnce = 50;

/**
 * The text of a file for a question, at most `budget` characters (UTF-16 code units) of it: all, if that fits, otherwise the passages that
 * fit the question best (BM25 over paragraphs). If no word of the question is in the file, as in "Summarize this", the beginning of the file
 * and the beginnings of pages all over it are given. `wordsOf` says how words are compared. `given` is `none` if the budget is too small for
 * any passage. Lets other work pass meanwhile, because 2,000,000 characters take 200 ms.
 */
export async function passagesFor(
  question: string,
  file: ReadFile,
  budget: number,
  wordsOf: (text: string) => string[] = comparedWords,
): Promise<Given> {
  const whole = file.pages.filter(({ text }) => text !== '');
  if (whole.reduce((sum, { text }) => sum + text.length, 0) <= budget)
    return given(
      'whole',
      whole.map(({ number, name, text }) => ({ page: number, name, text })),
      file,
    );
  const wanted = new Set(wordsOf(question.slice(0, questionLength)));
  const pieces: Piece[] = [];
  const counts: Counts[] = [];
  for (const piece of piecesOf(file.pages)) {
    if (pieces.length % piecesAtOnce === 0) await setImmediate();
    pieces.push(piece);
    counts.push(countsIn(piece, wanted, wordsOf));
  }
  const scores = scoresOf(counts);
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  const chosen = new Set<number>();
  let left = budget;
  for (const at of best > 0 ? bestFirst(scores, best) : spread(pieces)) {
    const { text, heading, joint } = pieces[at] ?? { text: '', heading: '', joint: '' };
    const length = text.length + heading.length + joint.length;
    if (length > left) continue;
    left -= length;
    chosen.add(at);
  }
  return chosen.size === 0 ? given('none', [], file) : given('passages', joined(pieces, chosen), file);
}

/** How many words a piece has, and how often it has each word of the question. */
type Counts = { length: number; having: ReadonlyMap<string, number> };

function countsIn({ text }: Piece, wanted: ReadonlySet<string>, wordsOf: (text: string) => string[]): Counts {
  const words = wordsOf(text);
  const having = new Map<string, number>();
  for (const word of words) if (wanted.has(word)) having.set(word, (having.get(word) ?? 0) + 1);
  return { length: words.length, having };
}

/** How well each piece fits the question, by BM25. A word that most pieces have counts little, so no list of empty words is needed. */
function scoresOf(counts: readonly Counts[]): number[] {
  const mean = counts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counts.length) || 1;
  const frequencies = new Map<string, number>();
  for (const { having } of counts)
    for (const word of having.keys()) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const rarity = (word: string) => {
    const frequency = frequencies.get(word) ?? 0;
    return Math.log(1 + (counts.length - frequency + 0.5) / (frequency + 0.5));
  };
  return counts.map(({ length, having }) => {
    const norm = repetition * (1 - lengthShare + (lengthShare * length) / mean);
    let score = 0;
    for (const [word, count] of having) score += (rarity(word) * count * (repetition + 1)) / (count + norm);
    return score;
  });
}

/** The pieces that fit, the best first, then in the order of the file. */
const bestFirst = (scores: readonly number[], best: number): number[] =>
  scores
    .map((score, at) => ({ score, at }))
    .filter(({ score }) => score > 0 && score >= best * shareOfBest)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ at }) => at);

/** For a question about the file as a whole: its beginning, then the beginning of each page, halving the distances between them. */
function spread(pieces: readonly Piece[]): number[] {
  const starts = pieces.flatMap((piece, at) => (at === 0 || pieces[at - 1]?.page !== piece.page ? [at] : []));
  const places = starts.length > 1 ? starts : pieces.map((_, at) => at);
  const order = new Set<number>([0]);
  for (let step = places.length; step >= 1; step = Math.floor(step / 2))
    for (let at = 0; at < places.length; at += step) order.add(places[at] ?? 0);
  for (const at of pieces.keys()) order.add(at);
  return [...order];
}

/** The chosen pieces in the order of the file. Neighbours on one page become one passage. */
function joined(pieces: readonly Piece[], chosen: ReadonlySet<number>): Passage[] {
  const passages: Passage[] = [];
  for (const [at, { page, name, text, heading, joint }] of pieces.entries()) {
    if (!chosen.has(at)) continue;
    const last = passages.at(-1);
    if (last?.page === page && chosen.has(at - 1)) last.text += joint + text;
    else passages.push({ page, name, text: heading === '' ? text : heading + joint + text });
  }
  return passages;
}

const given = (how: Given['given'], passages: Passage[], { unit }: ReadFile): Given => ({
  given: how,
  passages,
  pages: unit === null ? null : pageRanges(passages.map(({ page }) => page)),
});
