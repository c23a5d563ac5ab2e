import { inOneSpelling } from './spellings.ts';

/** Letters, digits and private-use characters, as in SQLite's unicode61, with combining marks. */
const word = /(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f])+/gu;
const mark = /[\u0300-\u036f]+/g;
export const ascii = /^[\t\n\r -~]*$/;

/** The characters of the scripts that write no spaces between words. */
export const unspacedScripts =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';

/** A character of a script that writes no spaces between words. */
export const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');

/** Folds a text as the search index does: lower case, without diacritics, each letter in one spelling. */
export const fold = (text: string): string => (ascii.test(text) ? text.toLowerCase() : foldAny(text));

const foldAny = (text: string): string =>
  inOneSpelling(text).normalize('NFD').replace(mark, '').toLowerCase().replace(mark, '').replaceAll('ς', 'σ');

/** What `foldFully` takes off besides: all marks but those of kana, which are other letters, and characters without a shape. */
const otherMark = /(?![\u3099\u309a])\p{M}|[\u00ad\u0640\u200b-\u200d\u2060]/gu;
/** Letters and digits that the index keeps apart, and that people write in two ways or cannot type everywhere. */
const otherLetters: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك' },
  ...Object.fromEntries([...'٠۰०০๐'].flatMap(digitsFrom)),
};
/** The ten digits of a script, which follow its zero, each with the usual one. */
function digitsFrom(zero: string): [digit: string, usual: string][] {
  return Array.from({ length: 10 }, (_, n) => [String.fromCharCode(zero.charCodeAt(0) + n), String(n)]);
}
const otherLetter = new RegExp(`[${Object.keys(otherLetters).join('')}]`, 'gu');

/**
 * Folds a text for every other comparison: the same, and without the marks of any script, the width and other forms of letters, and
 * letters that only some keyboards have.
 */
export const foldFully = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : fold(text.normalize('NFKC'))
        .replace(otherMark, '')
        .replace(otherLetter, (letter) => otherLetters[letter] ?? letter)
        .normalize('NFC');

/** Whether each text has all the words of a search, in any order. */
export function filterBy(search: string): (text: string) => boolean {
  const words = foldFully(search).split(/\s+/).filter(Boolean);
  return (text) => {
    const folded = foldFully(text);
    return words.every((wanted) => folded.includes(wanted));
  };
}

/** The words of a text in order, as the search index cuts them. */
export const wordsOf = (text: string): RegExpExecArray[] => [...text.matchAll(word)];
