import { closesFence, type Fence, openedFence } from './markdown-fences.ts';

/**
 * Limits for the markup of one block. A block beyond them shows as plain text: the parser would take seconds, and the code
 * that walks the tree recurses once per level.
 */
const most = { characters: 20_000, lines: 2_000, signs: 4_000, cells: 6_000, nesting: 50 } as const;

const signs = /[*_~[\]<`]/g;
const cells = /\|/g;
const rule = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const container = /[ \t]*(?:(>)|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|\[\^[^\]\s]{1,100}\]:)/y;
const tabWidth = 4;

/** Whether a block of Markdown exceeds the limits. Do not call it for a block that is a single fence, which needs no parser. */
export function isTooMuch(block: string): boolean {
  return (
    block.length > most.characters ||
    count(block, signs) > most.signs ||
    count(block, cells) > most.cells ||
    count(block, /\n/g) > most.lines ||
    isTooDeep(block)
  );
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

function isTooDeep(block: string): boolean {
  let fence: Fence | null = null;
  /** The columns where the content of the open list items begins. */
  const items: number[] = [];
  let paragraph = '';
  const paragraphIsTooDeep = () => emphasisDepth(paragraph) > most.nesting;
  for (const line of block.split('\n')) {
    if (fence) {
      if (closesFence(line, fence)) fence = null;
      continue;
    }
    if (line.trim() === '') {
      if (paragraphIsTooDeep()) return true;
      paragraph = '';
      continue;
    }
    paragraph += `${line}\n`;
    fence = openedFence(line);
    if (!rule.test(line) && containersOf(line, items) > most.nesting) return true;
  }
  return paragraphIsTooDeep();
}

/** Counts the quotes, list items and footnotes around a line, including those it opens. Updates `items`. */
function containersOf(line: string, items: number[]): number {
  const column = columnsOf(/^[ \t>]*/.exec(line)?.[0] ?? '');
  while ((items.at(-1) ?? 0) > column) items.pop();
  let others = 0;
  container.lastIndex = 0;
  for (let match = container.exec(line); match; match = container.exec(line)) {
    const isItem = match[1] === undefined && !match[0].endsWith(':');
    if (isItem) items.push(columnsOf(line.slice(0, container.lastIndex)) + 1);
    else others += 1;
  }
  return items.length + others;
}

function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) columns += char === '\t' ? tabWidth : 1;
  return columns;
}

type Opener = {
  sign: string;
  /** How many of its delimiters are still open. */
  left: number;
  /** The depth of the emphasis inside it. */
  inner: number;
};

const runs = /\\.|\*+|_+|~~+/gs;
const blank = /\s/u;
const punctuation = /[\p{P}\p{S}]/u;

/** The depth of nested emphasis (`*`, `_`, `~~`) in a paragraph. Pairs the delimiters as CommonMark does, in one pass. */
function emphasisDepth(paragraph: string): number {
  const open: Opener[] = [];
  const openOf = new Map<string, number>();
  let deepest = 0;
  const drop = (): Opener | undefined => {
    const opener = open.pop();
    if (!opener) return undefined;
    openOf.set(opener.sign, (openOf.get(opener.sign) ?? 1) - 1);
    const outer = open.at(-1);
    if (outer) outer.inner = Math.max(outer.inner, opener.inner);
    return opener;
  };
  const close = (sign: string, length: number): number => {
    let left = length;
    while (left > 0 && (openOf.get(sign) ?? 0) > 0) {
      while (open.at(-1)?.sign !== sign) drop();
      const opener = open.at(-1) as Opener;
      const used = left >= 2 && opener.left >= 2 ? 2 : 1;
      left -= used;
      opener.left -= used;
      opener.inner += 1;
      deepest = Math.max(deepest, opener.inner);
      if (opener.left <= 0) drop();
    }
    return left;
  };

  for (const { 0: run, index } of paragraph.matchAll(runs)) {
    if (run.startsWith('\\')) continue;
    const sign = run.charAt(0);
    const { opens, closes } = flanksOf(sign, paragraph[index - 1], paragraph[index + run.length]);
    const left = closes ? close(sign, run.length) : run.length;
    if (!opens || left === 0) continue;
    open.push({ sign, left, inner: 0 });
    openOf.set(sign, (openOf.get(sign) ?? 0) + 1);
  }
  return deepest;
}

function flanksOf(sign: string, before = ' ', after = ' '): { opens: boolean; closes: boolean } {
  const [blankBefore, blankAfter] = [blank.test(before), blank.test(after)];
  const [signBefore, signAfter] = [punctuation.test(before), punctuation.test(after)];
  const opens = !blankAfter && (!signAfter || blankBefore || signBefore);
  const closes = !blankBefore && (!signBefore || blankAfter || signAfter);
  if (sign !== '_') return { opens, closes };
  return { opens: opens && (!closes || signBefore), closes: closes && (!opens || signAfter) };
}
