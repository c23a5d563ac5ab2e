import { fold, wordsOf } from '../text/folded-words.ts';
import type { SearchQuery, SearchTerm } from './search-terms.ts';

/** A hit in a text, in UTF-16 code units. */
export type Mark = [start: number, length: number];

const defaultMost = 20;

/** A text with a single space for each run of white space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Where a text contains what a query looks for, in order: the words of its terms, or its substrings. Each counts at most `most` times. */
export function findMarks(text: string, query: SearchQuery, most = defaultMost): Mark[] {
  const marks =
    query.kind === 'substrings' ? substringMarks(text, query.substrings, most) : wordMarks(text, query.terms, most);
  return marks.sort((a, b) => a[0] - b[0]).slice(0, most);
}

function substringMarks(text: string, substrings: readonly string[], most: number): Mark[] {
  const lower = text.toLowerCase();
  // A few letters change their length in lower case. Then only exact case is marked.
  const searched = lower.length === text.length ? lower : text;
  return substrings.flatMap((substring) => {
    const marks: Mark[] = [];
    const wanted = oneLine(searched === lower ? substring.toLowerCase() : substring);
    if (wanted === '') return marks;
    for (let at = searched.indexOf(wanted); at >= 0 && marks.length < most; ) {
      marks.push([at, wanted.length]);
      at = searched.indexOf(wanted, at + wanted.length);
    }
    return marks;
  });
}

function wordMarks(text: string, terms: readonly SearchTerm[], most: number): Mark[] {
  const words = wordsOf(text).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }));
  const folded = words.map((word) => fold(word.text));
  const marks = new Map<number, Mark>();
  for (const term of terms) {
    const wanted = term.words.map(fold);
    const last = wanted.length - 1;
    const fits = (at: number) =>
      wanted.every((word, i) => {
        const there = folded[at + i];
        return i === last && term.prefix ? there?.startsWith(word) : there === word;
      });
    for (let at = 0, found = 0; at + last < words.length && found < most; at++) {
      if (!fits(at)) continue;
      found++;
      for (const { start, end } of words.slice(at, at + wanted.length)) marks.set(start, [start, end - start]);
    }
  }
  return [...marks.values()];
}
