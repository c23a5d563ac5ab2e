import { openFenceOf } from '@noek/contract/text/markdown-fences';
import remend from 'remend';

const remendOptions = {
  linkMode: 'text-only',
  katex: false,
  singleTilde: false,
  htmlTags: false,
} as const;

/** A last line that may still become something else: a list marker, a heading marker, the start of a fence or a rule. */
const undecidedLine = /^[ \t]*(?:#{1,6}|[-*+_]{1,3}|\d{1,3}[.)]?|`{1,2}|~{1,2}|\|)[ \t]*$/;
const tableRow = /^ {0,3}\|/;
const delimiterCell = /^[ \t]*:?-+:?[ \t]*$/;

/**
 * Completes the last, growing block of an answer for display. It closes open emphasis, code and links, and holds back what
 * would jump when the next characters arrive: an incomplete table head or closing fence, or a bare list marker.
 */
export function completeTail(block: string): string {
  const fence = openFenceOf(block);
  if (fence) return withoutHalfFence(block, fence.marker);
  let end = block.length;
  while (end > 0) {
    const lastBreak = block.lastIndexOf('\n', end - 1);
    if (!undecidedLine.test(block.slice(lastBreak + 1, end))) break;
    end = Math.max(0, lastBreak);
  }
  return remend(withoutHalfHtml(withoutHalfTableHead(block.slice(0, end))), remendOptions);
}

function withoutHalfFence(block: string, marker: string): string {
  const lastBreak = block.lastIndexOf('\n');
  const lastLine = block.slice(lastBreak + 1).trim();
  const isHalf = lastLine.length < 3 && lastLine !== '' && [...lastLine].every((char) => char === marker);
  return isHalf && lastBreak !== -1 ? block.slice(0, lastBreak) : block;
}

/** Holds back the head of a table until its second row is complete; without that row it would show as a paragraph. */
function withoutHalfTableHead(block: string): string {
  const lines = block.split('\n');
  const ended = lines.at(-1) === '';
  const last = ended ? lines.length - 2 : lines.length - 1;
  const line = lines[last] ?? '';
  if (!tableRow.test(line)) return block;
  const isRow = (index: number) => tableRow.test(lines[index] ?? '');
  if (!isRow(last - 1)) return lines.slice(0, last).join('\n');
  if (isRow(last - 2) || !/^[ \t|:-]*$/.test(line)) return block;
  const complete =
    (ended || line.trimEnd().endsWith('|')) &&
    cellsOf(line).every((cell) => delimiterCell.test(cell)) &&
    cellsOf(line).length === cellsOf(lines[last - 1] ?? '').length;
  return complete ? block : lines.slice(0, last - 1).join('\n');
}

function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/);
}

/** Holds back a comment that is still open, and the beginning of a tag. */
function withoutHalfHtml(block: string): string {
  const comment = block.lastIndexOf('<!--');
  const whole = comment === -1 || block.includes('-->', comment) ? block : block.slice(0, comment);
  return whole.replace(/<(?:\/?[a-z]{0,7}|!-?)$/i, '');
}
