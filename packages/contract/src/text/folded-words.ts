import { inOneSpelling } from './spellings.ts';

/** Letters, digits and private-use characters, as in SQLite's unicode61, with combining marks. */
const word = /(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f])+/gu;
const mark = /[\u0300-\u036f]+/g;
const ascii = /^[ -~]*$/;
const asciiWord = /[a-z\d]+/g;

/** A character of a script that writes no spaces between words. */
export const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Folds a text for comparison: lower case, without diacritics, each letter in one spelling. */
export const fold = (text: string): string => (ascii.test(text) ? text.toLowerCase() : foldAny(text));

const foldAny = (text: string): string =>
  inOneSpelling(text).normalize('NFD').replace(mark, '').toLowerCase().replace(mark, '').replaceAll('ς', 'σ');

/** What `foldForFilter` takes off besides: all marks but those of kana, which are other letters. */
const otherMark = /(?![\u3099\u309a])\p{M}/gu;

/** The same for lists that are filtered as a whole, without marks of any script, and without width and other forms of letters. */
export const foldForFilter = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : fold(text.normalize('NFKC')).replace(otherMark, '').normalize('NFC');

/** Whether each text has all the words of a search, in any order. */
export function filterBy(search: string): (text: string) => boolean {
  const words = foldForFilter(search).split(/\s+/).filter(Boolean);
  return (text) => {
    const folded = foldForFilter(text);
    return words.every((wanted) => folded.includes(wanted));
  };
}

/** The folded words of a text in order. */
export const foldedWords = (text: string): string[] => fold(text).match(ascii.test(text) ? asciiWord : word) ?? [];

/** The words of a text in order. */
export const wordsOf = (text: string): RegExpExecArray[] => [...text.matchAll(word)];
