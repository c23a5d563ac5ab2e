import { ascii, foldFully, unspaced, unspacedScripts } from './folded-words.ts';

// The one way in which texts are cut into words to be compared: by memories, passages, web pages, the demo, and for pasted texts.

const asciiWord = /[a-z\d]+/g;
const word = /[\p{L}\p{N}\p{Co}]+/gu;
const run = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu');

/** The words of a text in order, as they are written. */
export const writtenWords = (text: string): RegExpExecArray[] => [
  ...text.matchAll(/[\p{L}\p{M}\p{N}\p{Co}\u00ad\u200b-\u200d\u2060]+/gu),
];

/** The folded words of a text in order. A script without spaces gives one word up to the next mark or space. */
export function foldedWords(text: string): string[] {
  const folded = foldFully(text);
  return folded.match(ascii.test(folded) ? asciiWord : word) ?? [];
}

/**
 * The folded words of a text in order. Scripts without spaces give pairs of neighbouring characters, so that a word is found with
 * any neighbours: a dictionary (`Intl.Segmenter`) cuts the same name in several ways.
 */
export function cutWords(text: string): string[] {
  const words = foldedWords(text);
  if (!unspaced.test(text)) return words;
  return words.flatMap((one) => {
    if (!unspaced.test(one)) return [one];
    return (one.match(run) ?? []).flatMap((part) => (unspaced.test(part) ? pairsOf(part) : [part]));
  });
}

function pairsOf(part: string): string[] {
  const characters = Array.from(part);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** A word without an ending "s", so that "valves" and "valve" are the same. */
export const singular = (folded: string): string =>
  folded.length > 3 && /[^s]s$/.test(folded) ? folded.slice(0, -1) : folded;

/** `cutWords`, each without an ending "s". */
export const comparedWords = (text: string): string[] => cutWords(text).map(singular);
