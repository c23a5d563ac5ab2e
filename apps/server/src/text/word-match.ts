import { stemsOf } from './stems.ts';

/** A message that is answered, and the turns before it, newest first. */
export type Asked = { question: string; recent: readonly string[] };

/** How many turns before the question count, and their weight compared with the question. */
const recentTurns = 4;
const recentWeight = 0.4;
/** How much of the question and of each turn before it is looked at, in characters. */
const readLength = { question: 4_000, recent: 600 };

/** The words of the question as stems, each once. */
export const questionStems = ({ question }: Asked): Set<string> =>
  new Set(stemsOf(question.slice(0, readLength.question)));

/** The words of each turn that counts, newest first. */
export const recentStems = ({ recent }: Asked): Set<string>[] =>
  recent.slice(0, recentTurns).map((turn) => new Set(stemsOf(turn.slice(0, readLength.recent))));

/** The words that a question and the turns before it are about, as stems, with how much each counts. */
export function askedStems(asked: Asked): Map<string, number> {
  const weights = new Map<string, number>();
  for (const stems of recentStems(asked)) for (const stem of stems) weights.set(stem, recentWeight);
  for (const stem of questionStems(asked)) weights.set(stem, 1);
  return weights;
}

/** How much a word tells texts apart, from 0 to 1, if `having` of `total` texts have it: rare words more, as in any full-text search. */
export const rarityOf = (having: number, total: number): number => Math.log(1 + total / having) / Math.log(1 + total);
