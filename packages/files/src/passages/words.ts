import { foldedWords, unspaced } from '@noek/contract/text/folded-words';

/**
 * The words of a text as they are compared, in order and with repetitions: folded and without an ending "s". Scripts without spaces give
 * pairs of neighbouring characters.
 */
export function comparedWords(text: string): string[] {
  const isSpaced = !unspaced.test(text);
  return foldedWords(text).flatMap((word) => (isSpaced || !unspaced.test(word) ? [singular(word)] : pairsOf(word)));
}

const singular = (word: string) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);

function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
