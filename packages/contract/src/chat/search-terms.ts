import { fold, unspaced, wordsOf } from '../text/folded-words.ts';

/** One or more words that must follow each other. */
export type SearchTerm = {
  /** As written: each engine folds them by its own rules. */
  words: string[];
  /** The last word may be the beginning of a longer one. */
  prefix: boolean;
};

export type SearchQuery =
  /** All terms must match. */
  | { kind: 'words'; terms: SearchTerm[] }
  /** Substrings that must all match: symbols, and scripts without spaces between words. */
  | { kind: 'substrings'; substrings: string[] };

/** A quoted phrase, whose closing quote may be missing, or the text between spaces. */
const part = /["“”„]([^"“”„]*)(["“”„]|$)|[^\s"“”„]+/g;
/** PostgreSQL indexes no longer words. */
export const longestWord = 200;

/** Parses the text of a search box. Any text is valid, and nothing in it is an operator. */
export function parseSearch(q: string): SearchQuery {
  const typed = q.replaceAll('\0', ' ').trim();
  const parts = [...typed.normalize('NFC').matchAll(part)].map(([whole, quoted, end]) => ({
    text: (quoted ?? whole).trim(),
    words: wordsOf(quoted ?? whole)
      .map(([found]) => found.slice(0, longestWord))
      .filter((found) => fold(found) !== ''),
    closed: quoted !== undefined && end !== '',
  }));
  const withWords = parts.filter(({ words }) => words.length > 0);
  if (withWords.length === 0) return { kind: 'substrings', substrings: typed === '' ? [] : [typed] };
  if (unspaced.test(typed)) return { kind: 'substrings', substrings: unique(parts.map(({ text }) => text)) };

  const terms = withWords.map(({ words, closed }, i): SearchTerm => {
    const unfinished = !closed && i === withWords.length - 1;
    return { words, prefix: unfinished && fold(words.at(-1) ?? '').length > 1 };
  });
  return { kind: 'words', terms };
}

const unique = (substrings: string[]): string[] => [...new Set(substrings)].filter((substring) => substring !== '');
