import { fold, wordsOf } from '../text/folded-words.ts';
import { inOneSpelling, partsOf } from '../text/spellings.ts';
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
  const { folded, startOf, endOf } = foldedParts(text);
  return substrings.flatMap((substring) => {
    const marks: Mark[] = [];
    const wanted = oneLine(foldedParts(substring).folded);
    if (wanted === '') return marks;
    for (let at = folded.indexOf(wanted); at >= 0 && marks.length < most; ) {
      const next = at + wanted.length;
      const start = startOf(at);
      // Two hits may be in the same letter.
      if (marks.at(-1)?.[0] !== start) marks.push([start, endOf(next - 1) - start]);
      at = folded.indexOf(wanted, next);
    }
    return marks;
  });
}

/** A text in lower case and in one spelling, and where in the text the part of a place begins and ends: some letters change their length. */
function foldedParts(text: string): { folded: string; startOf(at: number): number; endOf(at: number): number } {
  const whole = inOneSpelling(text).toLowerCase();
  const plain = text.toLowerCase();
  // The usual case, in which nothing else has to be known.
  if (whole === plain && plain.length === text.length)
    return { folded: plain.replaceAll('ς', 'σ'), startOf: (at) => at, endOf: (at) => at + 1 };
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  let from = 0;
  for (const part of partsOf(text)) {
    const letters = inOneSpelling(part).toLowerCase().replaceAll('ς', 'σ');
    folded += letters;
    for (let i = 0; i < letters.length; i++) {
      starts.push(from);
      ends.push(from + part.length);
    }
    from += part.length;
  }
  return { folded, startOf: (at) => starts[at] ?? 0, endOf: (at) => ends[at] ?? text.length };
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
