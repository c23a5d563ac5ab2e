/** A formula in an answer: its TeX, its source, and whether it is on its own line. */
export type Maths = { tex: string; source: string; display: boolean };
/** What a placeholder replaces: a formula, or text that may become one and shows as its source until then. */
export type Taken = Maths | { tex: null; source: string };

/** Encloses the number in a placeholder. Markdown treats it as punctuation, like the delimiters of a formula. */
export const left = '\u2e28';
const right = '\u2e29';

const special = /[\\$`\n]/g;
const fenceLine = /(?:[ \t]*(?:[-*+]|\d{1,9}[.)]|>)[ \t]*)*[ \t]*(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})/y;
const blankLine = /\n[ \t>]*(?=\n)/g;
/** Letters of scripts that put no space between words, or none before a particle: a formula may be directly beside them. */
const spaceless =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const wordBefore = new RegExp(`(?![${spaceless}])[\\p{L}\\p{N}$]$`, 'u');
const wordAfter = new RegExp(`^(?![${spaceless}])[\\p{L}\\p{N}$]`, 'u');
/** Such letters or full-width punctuation, as between two prices: 从$5到$10. */
const spacelessText = new RegExp(`[${spaceless}\\u3000-\\u303f\\uff00-\\uff65]`, 'u');
/** Environments that are formulas of their own, without dollars around them. */
const environment =
  /\\begin\{((?:align|aligned|alignat|alignedat|equation|gather|gathered|split|cases|CD|eqnarray)\*?)\}/y;
/** Sums of money, such as "$5 and 10$" and "$20 to US$". */
const sumOfMoney = /^\d[\d.,]*\s*[kKmMbB%]?(?:[\s,;–-]+[A-Za-z]{2,}|$)/;
/** The beginning of a formula between single dollar signs, not of a price or a shell variable. */
const growingDollar = /^\$(?=[^\s$\d])[^$\n]*$/;
/** Before what is first in its line, but for the markers of lists and quotes. */
const startsLine = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*[ \t]*$/;
const longestInline = 1_000;
/** In characters. Longer formulas show their source. */
export const longestTex = 4_000;
/** Per block. Further formulas show their source. */
const mostFormulas = 300;

/**
 * Replaces the formulas in a Markdown block with placeholders, so that nothing in them is read as Markdown: \( \), \[ \], $$ $$,
 * \begin{align} and its like at the start of a line, and $ $ if it is not a price. With `growing`, it also replaces the beginning of a
 * formula at the end of the block.
 * `putMathsBack` reverses this.
 */
export function takeOutMaths(block: string, growing: boolean): { text: string; taken: readonly Taken[] } {
  if (!/\$|\\[([b]/.test(block) || block.includes(left) || block.includes(right)) return { text: block, taken: [] };
  const taken: Taken[] = [];
  const endOfParagraph = paragraphsOf(block);
  const searched: Searched = {};
  let text = '';
  let copied = 0;
  let at = 0;
  const take = (end: number, entry: Taken) => {
    text += `${block.slice(copied, at)}${left}${taken.push(entry) - 1}${right}`;
    copied = end;
    at = end;
  };

  while (at < block.length && taken.length < mostFormulas) {
    if (at === 0 || block[at - 1] === '\n') {
      const end = endOfFence(block, at);
      if (end !== null) {
        at = end;
        continue;
      }
    }
    const char = block[at];
    if (char === '\n') {
      at += 1;
    } else if (char === '`') {
      at = endOfCode(block, at, endOfParagraph(at));
    } else if (char === '$' || (char === '\\' && /[([]/.test(block[at + 1] ?? ''))) {
      const opening = block.startsWith('$$', at) ? '$$' : char === '$' ? '$' : block.slice(at, at + 2);
      const end = endOfMaths(block, at, opening, endOfParagraph(at), searched);
      if (end !== null) take(end, mathsOf(block, at, end, opening));
      else if (growing && endOfParagraph(at) === block.length && mayBecomeMaths(block, at, opening))
        take(block.length, { tex: null, source: block.slice(at) });
      else at += opening.startsWith('$') ? dollarsAt(block, at) : opening.length;
    } else if (char === '\\') {
      const end = endOfEnvironment(block, at, endOfParagraph(at));
      if (end === null) at += 2;
      else if (end <= endOfParagraph(at)) take(end, environmentOf(block, at, end));
      else if (growing && endOfParagraph(at) === block.length)
        take(block.length, { tex: null, source: block.slice(at) });
      else at += 2;
    } else {
      at += 1;
      special.lastIndex = at;
      const next = special.exec(block);
      // After a line break, continue at the start of the next line.
      at = next === null ? block.length : next[0] === '\n' ? next.index + 1 : next.index;
    }
  }
  return { text: text + block.slice(copied), taken };
}

function dollarsAt(block: string, at: number): number {
  let end = at;
  while (block[end] === '$') end += 1;
  return end - at;
}

/** Finds the end of the paragraph at a position. For increasing positions it reads the block once. */
function paragraphsOf(block: string): (at: number) => number {
  let end = -1;
  return (at) => {
    if (at > end) {
      blankLine.lastIndex = at;
      end = blankLine.exec(block)?.index ?? block.length;
    }
    return end;
  };
}

/** The end of the fence that opens here, or null if none does. */
function endOfFence(block: string, at: number): number | null {
  fenceLine.lastIndex = at;
  const run = fenceLine.exec(block)?.[1];
  if (!run) return null;
  const closing = new RegExp(`\\n[ \\t>]*${run[0]}{${run.length},}[ \\t]*(?=\\n|$)`, 'g');
  closing.lastIndex = fenceLine.lastIndex;
  return closing.exec(block) ? closing.lastIndex : block.length;
}

function endOfCode(block: string, at: number, limit: number): number {
  const length = /^`+/.exec(block.slice(at, at + 100))?.[0].length ?? 1;
  const runs = /`+/g;
  runs.lastIndex = at + length;
  for (let run = runs.exec(block); run && run.index < limit; run = runs.exec(block))
    if (run[0].length === length) return runs.lastIndex;
  return at + length;
}

const closings: Record<string, string> = { '\\(': '\\)', '\\[': '\\]', $$: '$$', $: '$' };

/** For each opening delimiter, the position before which there is no closing one, so that no text is searched twice. */
type Searched = Record<string, number>;

/** The end of the formula that opens here, after its closing delimiter, or null if it is not a formula. */
function endOfMaths(
  block: string,
  at: number,
  opening: string,
  paragraphEnd: number,
  searched: Searched,
): number | null {
  const closing = closings[opening] ?? opening;
  const start = at + opening.length;
  if (opening.startsWith('$') && wordBefore.test(block.slice(Math.max(0, at - 2), at))) return null;
  if (opening === '$' && /^\s|^$/.test(block.slice(start, start + 1))) return null;
  if (opening === '$$' && block[start] === '$') return null;
  const limit = Math.min(paragraphEnd, start + (opening === '$' ? longestInline : longestTex));
  let i = Math.max(start, searched[opening] ?? 0);
  for (; i < limit; i += 1) {
    if (block.startsWith(closing, i)) {
      const content = block.slice(start, i);
      const fits = content.trim() !== '' && (opening !== '$' || isInlineMaths(block, content, i));
      return fits && !cutsCells(block, at, content) ? i + closing.length : null;
    }
    if (block[i] === '\\') i += 1;
  }
  searched[opening] = i;
  return null;
}

/**
 * The end of the environment that opens here, at the start of a line. Infinity if it is not closed in its paragraph, null if none
 * opens.
 */
function endOfEnvironment(block: string, at: number, paragraphEnd: number): number | null {
  environment.lastIndex = at;
  const name = environment.exec(block)?.[1];
  if (name === undefined || !startsLine.test(block.slice(block.lastIndexOf('\n', at - 1) + 1, at))) return null;
  const closing = `\\end{${name}}`;
  const end = block.slice(at, Math.min(paragraphEnd, at + longestTex)).indexOf(closing);
  return end === -1 ? Infinity : at + end + closing.length;
}

function environmentOf(block: string, at: number, end: number): Maths {
  const source = block.slice(at, end);
  const isQuoted = block.slice(block.lastIndexOf('\n', at - 1) + 1, at).includes('>');
  return { tex: isQuoted ? source.replace(/\n[ \t]*>[ \t]?/g, '\n') : source, source, display: true };
}

function isInlineMaths(block: string, content: string, end: number): boolean {
  if (/\s$/.test(content) || wordAfter.test(block.slice(end + 1, end + 3))) return false;
  if (/[\\^_=<>{}]/.test(content)) return true;
  if (spacelessText.test(content)) return false;
  return !sumOfMoney.test(content) || /^\d+(?:\.\d+)?$/.test(content);
}

/** A bare `|` in a table row ends the cell, even inside a formula. */
function cutsCells(block: string, at: number, content: string): boolean {
  return isRow(block, at) && /(?<!\\)\|/.test(content);
}

function isRow(block: string, at: number): boolean {
  const start = block.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t>]*\|/.test(block.slice(start, at));
}

function mathsOf(block: string, at: number, end: number, opening: string): Maths {
  const written = block.slice(at, end);
  const source = isRow(block, at) ? written.replaceAll('\\|', '|') : written;
  const before = block.slice(block.lastIndexOf('\n', at - 1) + 1, at);
  const lineEnd = block.indexOf('\n', end);
  const after = block.slice(end, lineEnd === -1 ? block.length : lineEnd);
  let tex = source.slice(opening.length, -opening.length);
  if (before.includes('>')) tex = tex.replace(/\n[ \t]*>[ \t]?/g, '\n');
  const alone = startsLine.test(before) && /^[ \t]*[.,;:!?]?[ \t]*$/.test(after);
  return { tex: tex.trim(), source, display: opening === '\\[' || (opening === '$$' && (alone || tex.includes('\n'))) };
}

function mayBecomeMaths(block: string, at: number, opening: string): boolean {
  if (block.length - at > longestTex) return false;
  if (opening !== '$') return true;
  const rest = block.slice(at);
  return growingDollar.test(rest) && /[\\^_={]/.test(rest) && !wordBefore.test(block.slice(Math.max(0, at - 2), at));
}
