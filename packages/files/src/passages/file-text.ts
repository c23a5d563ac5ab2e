import { setImmediate } from 'node:timers/promises';
import { comparedWords } from '@noek/contract/text/compared-words';
import type { ReadFile, ReadPage } from '../reading/read-result.ts';
import { type PageRange, pageRanges } from './page-ranges.ts';
import { type Piece, piecesOf } from './split.ts';

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

/** Which pieces have which words, so that a question need not read the whole text. */
type Index = {
  pieces: Piece[];
  /** How many words each piece has. */
  lengths: number[];
  /** For each word, the pieces that have it, each followed by how often. */
  places: Map<string, number[]>;
};

/** The text of a file, from which passages are chosen for one question after the other. */
export class FileText {
  /** In UTF-16 code units. */
  readonly characters: number;
  /** In UTF-8. */
  readonly bytes: number;
  readonly #file: ReadFile;
  readonly #wordsOf: (text: string) => string[];
  #index: Promise<Index> | undefined;

  /** `wordsOf` says how words are compared. */
  constructor(file: ReadFile, wordsOf: (text: string) => string[] = comparedWords) {
    this.#file = file;
    this.#wordsOf = wordsOf;
    this.characters = file.pages.reduce((sum, { text }) => sum + text.length, 0);
    this.bytes = file.pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  }

  /** The pages, of sheets with their rows. */
  get pages(): readonly ReadPage[] {
    return this.#file.pages;
  }

  /**
   * At most `budget` characters (UTF-16 code units) for a question: all, if that fits, otherwise the passages that fit the question best (BM25
   * over paragraphs). If no word of the question is in the file, as in "Summarize this", the beginning of the file and the beginnings of pages
   * all over it are given. `given` is `none` if the budget is too small for any passage.
   */
  async passagesFor(question: string, budget: number): Promise<Given> {
    const whole = this.#file.pages.filter(({ text }) => text !== '');
    if (this.characters <= budget)
      return given(
        'whole',
        whole.map(({ number, name, text }) => ({ page: number, name, text })),
        this.#file,
      );
    const index = await this.prepare();
    const { pieces } = index;
    const scores = scoresOf(index, new Set(this.#wordsOf(question.slice(0, questionLength))));
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
    return chosen.size === 0 ? given('none', [], this.#file) : given('passages', joined(pieces, chosen), this.#file);
  }

  /** How well the best passage fits a question; 0 if no word of the question is in the file. */
  async fitOf(question: string): Promise<number> {
    const index = await this.prepare();
    const scores = scoresOf(index, new Set(this.#wordsOf(question.slice(0, questionLength))));
    return scores.reduce((most, score) => Math.max(most, score), 0);
  }

  /** Prepares the choice, once. Lets other work pass meanwhile, because 2,000,000 characters take 200 ms. */
  prepare(): Promise<Index> {
    this.#index ??= indexOf(this.#file, this.#wordsOf);
    return this.#index;
  }
}

async function indexOf({ pages }: ReadFile, wordsOf: (text: string) => string[]): Promise<Index> {
  const pieces: Piece[] = [];
  const lengths: number[] = [];
  const places = new Map<string, number[]>();
  for (const piece of piecesOf(pages)) {
    if (pieces.length % piecesAtOnce === 0) await setImmediate();
    const words = wordsOf(piece.text);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const known = places.get(word);
      if (known) known.push(pieces.length, count);
      else places.set(word, [pieces.length, count]);
    }
    pieces.push(piece);
    lengths.push(words.length);
  }
  return { pieces, lengths, places };
}

/** How well each piece fits the question, by BM25. A word that most pieces have counts little, so no list of empty words is needed. */
function scoresOf({ pieces, lengths, places }: Index, wanted: ReadonlySet<string>): number[] {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, pieces.length) || 1;
  const scores = pieces.map(() => 0);
  for (const word of wanted) {
    const having = places.get(word) ?? [];
    const frequency = having.length / 2;
    const rarity = Math.log(1 + (pieces.length - frequency + 0.5) / (frequency + 0.5));
    for (let n = 0; n < having.length; n += 2) {
      const [at = 0, count = 0] = having.slice(n, n + 2);
      const norm = repetition * (1 - lengthShare + (lengthShare * (lengths[at] ?? 0)) / mean);
      scores[at] = (scores[at] ?? 0) + (rarity * count * (repetition + 1)) / (count + norm);
    }
  }
  return scores;
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
