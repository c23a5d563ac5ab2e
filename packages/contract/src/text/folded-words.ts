/** Letters, digits and private-use characters, as in SQLite's unicode61, with combining marks. */
const word = /(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f])+/gu;
const mark = /[\u0300-\u036f]+/g;
const ascii = /^[ -~]*$/;
const asciiWord = /[a-z\d]+/g;

/** A character of a script that writes no spaces between words. */
export const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Folds a text for comparison: lower case, without diacritics. */
export const fold = (text: string): string => (ascii.test(text) ? text.toLowerCase() : foldAny(text));

const foldAny = (text: string): string =>
  text.normalize('NFD').replace(mark, '').toLowerCase().replace(mark, '').replaceAll('ς', 'σ');

/** The folded words of a text in order. */
export const foldedWords = (text: string): string[] => fold(text).match(ascii.test(text) ? asciiWord : word) ?? [];

/** The words of a text in order. */
export const wordsOf = (text: string): RegExpExecArray[] => [...text.matchAll(word)];
