import { emphasisDepth } from './markdown-emphasis.ts';
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
