/** A spelling of a letter, and the letter that it is found as. */
type Spelling = readonly [spelling: string, letter: string];

/** Half-width kana as 「ｶ」 and its pairs as 「ｶﾞ」, from U+FF61 to U+FF9D; the marks that make pairs. */
const halfWidth = Array.from({ length: 0xff9d - 0xff61 + 1 }, (_, i) => String.fromCodePoint(0xff61 + i));
const marks = ['ﾞ', 'ﾟ'];

const kana: readonly Spelling[] = [
  ...halfWidth.flatMap((base) => marks.map((mark) => asFullWidth(base + mark))),
  ...halfWidth.map(asFullWidth),
].filter(([, letter]) => letter.length === 1);

function asFullWidth(written: string): Spelling {
  return [written, written.normalize('NFKC')];
}

/**
 * Letters that people write in two ways and find as one. The migrations of the search index have the same list, without kana: what is
 * written without spaces is not in the index.
 */
const letters: readonly Spelling[] = [
  ['ё', 'е'],
  ['Ё', 'Е'],
  ['ß', 'ss'],
  ['ẞ', 'SS'],
];

const letterOf = new Map([...kana, ...letters]);
const others = letters.map(([written]) => written).join('');
const spelling = new RegExp(`[｡-ﾝ][${marks.join('')}]?|[${others}]`, 'gu');
const part = new RegExp(`${spelling.source}|.`, 'gsu');

/** A text with each letter in one spelling, in its own case. */
export const inOneSpelling = (text: string): string =>
  text.replace(
    spelling,
    (written) => letterOf.get(written) ?? (letterOf.get(written[0] ?? '') ?? '') + written.slice(1),
  );

/** The parts of a text that are changed as a whole, in order: letters in one of their spellings, and single characters. */
export const partsOf = (text: string): string[] => text.match(part) ?? [];

/**
 * The spellings that have to be replaced in a text, in this order, before a substring in one spelling is looked for in it: of kana and of
 * other letters.
 */
export function spellingsFor(substring: string): { kana: readonly Spelling[]; letters: readonly Spelling[] } {
  // A pair also has to be replaced where only its first half is looked for, which would be found in it.
  const isIn = ([, letter]: Spelling) =>
    [letter, letter.normalize('NFD')[0] ?? ''].some((one) => substring.includes(one));
  const lower = substring.toLowerCase();
  return {
    kana: kana.filter(isIn),
    letters: letters.filter(([, letter]) => lower.includes(letter.toLowerCase())),
  };
}
