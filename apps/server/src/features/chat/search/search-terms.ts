/** One or several words that have to follow each other. */
export type SearchTerm = {
  /** As they were written, for the engine's own rules of folding. */
  words: string[];
  /** The last word may be the beginning of a longer one. */
  prefix: boolean;
};

export type SearchQuery =
  /** All of the terms have to be there. */
  | { kind: 'words'; terms: SearchTerm[] }
  /** Pieces of text that have to be there as they are: signs, and scripts that put no spaces between words. */
  | { kind: 'pieces'; pieces: string[] };

/** Letters, digits and private-use characters, as SQLite's unicode61 has it, with the marks that belong to a letter. */
const word = /(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f])+/gu;
const mark = /[\u0300-\u036f]+/g;
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** A phrase in quotes of either kind, whose end may still be missing, or what stands between spaces. */
const part = /["“”„]([^"“”„]*)(["“”„]|$)|[^\s"“”„]+/g;
const ascii = /^[ -~]*$/;
/** PostgreSQL keeps no word longer than this; nobody looks for one. */
const longestWord = 200;

/** Lower case, without the marks on letters: what counts as the same when words are compared. */
export const fold = (text: string): string => (ascii.test(text) ? text.toLowerCase() : foldAny(text));

const foldAny = (text: string): string =>
  text.normalize('NFD').replace(mark, '').toLowerCase().replace(mark, '').replaceAll('ς', 'σ');

/** The words of a text in order. */
export const wordsOf = (text: string): RegExpExecArray[] => [...text.matchAll(word)];

/** Reads what somebody typed into a search box; whatever it is, it has a meaning, and nothing in it is an operator. */
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
  if (withWords.length === 0) return { kind: 'pieces', pieces: typed === '' ? [] : [typed] };
  if (unspaced.test(typed)) return { kind: 'pieces', pieces: unique(parts.map(({ text }) => text)) };

  const terms = withWords.map(({ words, closed }, i): SearchTerm => {
    const unfinished = !closed && i === withWords.length - 1;
    return { words, prefix: unfinished && fold(words.at(-1) ?? '').length > 1 };
  });
  return { kind: 'words', terms };
}

const unique = (pieces: string[]): string[] => [...new Set(pieces)].filter((piece) => piece !== '');
