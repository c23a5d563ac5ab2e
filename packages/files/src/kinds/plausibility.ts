import { type Candidate, together } from './encoding-candidates.ts';

/** Punctuation and signs beyond ASCII that texts in any language have. */
const usualMarks = new Set(
  '‘’“”‚„«»‹›–—…•·§°µ±×€£¥¢©®™№½¼¾²³¿¡\u00a0\u00ad\u200c\u200d、。「」『』・ー（）：；，！？【】《》〈〉　～％＋－＝／①②③④⑤⑥⑦⑧⑨⑩※→←↑↓○●◎□■△▲☆★◆◇',
);
/** These may be between two letters of a word. */
const withinWords = new Set('’‘·\u00ad\u200c\u200d‐–—、。・ー（）：；，！？');
const letter = /\p{L}/u;
const combining = /\p{M}/u;
const fullWidth = /[\uff01-\uff5e\u3220-\u33ff]/;
const halfWidthKana = /[\uff61-\uff9f]/;
const boxDrawing = /[\u2500-\u259f]/;
/** Characters that no real text has: unassigned ones, those for private use, and control marks beyond ASCII. */
const impossible = /[\ufffd\u0080-\u009f]|\p{Co}|\p{Cn}/u;
const latin = /\p{Script=Latin}/u;

/** What a character is worth if it is a letter of the language, of another language in this encoding, and of neither. */
type Worth = { character: string; inLanguage: number; inOther: number; foreign: number };

/** What hardly any text in an encoding is without is missing. */
const missingSigns = 0.1;
/** A text of letters that is longer than this has at least this share of what divides its words. */
const divided = { length: 300, share: 1 / 60 };
const dividers = /[\s,;|\u2500-\u259f]/g;

/**
 * How much a decoded text looks like one that a person wrote in this encoding. 1: its characters beyond ASCII are letters of one language
 * and common marks, where they belong, or it has none. About 0.5 or less: it is something else.
 */
export function plausibility(text: string, { alphabets, isWide, signs }: Omit<Candidate, 'name' | 'label'>): number {
  if (!isWide && text.length > divided.length && (text.match(dividers)?.length ?? 0) < text.length * divided.share)
    return 0;
  const worths = worthsOf(text, isWide);
  if (worths.length === 0) return 1;
  const known = together(...alphabets);
  let best = Number.NEGATIVE_INFINITY;
  for (const alphabet of alphabets) {
    let sum = 0;
    for (const { character, inLanguage, inOther, foreign } of worths)
      sum += alphabet.has(character) ? inLanguage : known.has(character) ? inOther : foreign;
    best = Math.max(best, sum / worths.length);
  }
  return best - (signs && !signs.test(text) ? missingSigns : 0);
}

function worthsOf(text: string, isWide: boolean): Worth[] {
  const characters = [...text];
  const worths: Worth[] = [];
  for (const [at, character] of characters.entries()) {
    if (character <= '\u007f') continue;
    const before = characters[at - 1] ?? ' ';
    const after = characters[at + 1] ?? ' ';
    const against =
      isWide || !letter.test(character) || usualMarks.has(character) ? 0 : misplaced(character, before, after);
    const foreign = foreignWorth(character, before, after, isWide) - against;
    const inLanguage = impossible.test(character) ? foreign : 1 - against;
    worths.push({ character, inLanguage, inOther: Math.max(foreign, inLanguage - 0.15), foreign });
  }
  return worths;
}

function foreignWorth(character: string, before: string, after: string, isWide: boolean): number {
  if (impossible.test(character)) return -2;
  if (usualMarks.has(character))
    return !isWide && !withinWords.has(character) && letter.test(before) && letter.test(after) ? -0.5 : 0.9;
  if (isWide && fullWidth.test(character)) return 1;
  if (halfWidthKana.test(character)) return halfWidthKana.test(before) || halfWidthKana.test(after) ? 0.85 : 0;
  if (boxDrawing.test(character)) return boxDrawing.test(before) || boxDrawing.test(after) ? 0.8 : 0.1;
  if (isWide || combining.test(character)) return 0.2;
  return letter.test(character) ? 0.3 : 0.1;
}

/** Capital letters within a word or alone, three equal letters, and letters of two scripts beside each other speak against an encoding. */
function misplaced(character: string, before: string, after: string): number {
  const isLower = (one: string) => letter.test(one) && one !== one.toUpperCase();
  const isUpper = (one: string) => letter.test(one) && one !== one.toLowerCase();
  const isOther = (one: string) => /[A-Za-z]/.test(one) && !latin.test(character);
  let against = 0;
  if (before === character && after === character) against += 2;
  // Alone, such letters are signs such as "£" in another encoding.
  if (isUpper(character) && !letter.test(before) && !letter.test(after)) against += 0.4;
  if ((isLower(before) && isUpper(character)) || (isLower(character) && isUpper(after))) against += 0.7;
  if (isOther(before) || isOther(after)) against += 1;
  return against;
}
