import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js';
import { inlineOf } from './inline.ts';
import { isSuggested } from './suggestions.ts';
import type { TabContent } from './tab-content.ts';

type Cell = docs_v1.Schema$TableCell;

/** The rows of a table with their cells, without those that are only suggested. */
export const rowsOf = (table: docs_v1.Schema$Table): Cell[][] =>
  (table.tableRows ?? [])
    .filter((row) => !isSuggested(row))
    .map(({ tableCells = [] }) => tableCells.filter((cell) => !isSuggested(cell)));

/** A table as Markdown, its first row as the header; null if nothing is in it. */
export function tableOf(rows: readonly Cell[][], content: TabContent): string | null {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const texts = rows.map((cells) => Array.from({ length: columns }, (_, at) => cellOf(cells[at], content)));
  if (texts.every((cells) => cells.every((text) => text === ''))) return null;
  const lines = texts.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |'));
  return [lines[0], `|${' --- |'.repeat(columns)}`, ...lines.slice(1)].join('\n');
}

/** A cell on one line: its paragraphs, items and tables one after the other. */
const cellOf = (cell: Cell | undefined, content: TabContent): string =>
  linesOf(cell, content).join('<br>').replaceAll('|', '\\|');

const linesOf = (cell: Cell | undefined, content: TabContent): string[] =>
  (cell?.content ?? []).flatMap(({ paragraph, table }) => {
    if (table) return isSuggested(table) ? [] : nestedOf(table, content);
    const text = inlineOf(paragraph?.elements ?? [], content, '<br>');
    if (text === '') return [];
    return paragraph?.bullet ? `• ${text}` : text;
  });

/** A table in a cell, which Markdown has no form for: a line for each row. */
const nestedOf = (table: docs_v1.Schema$Table, content: TabContent): string[] =>
  rowsOf(table).flatMap((cells) => {
    const texts = cells.map((cell) => linesOf(cell, content).join(' '));
    return texts.every((text) => text === '') ? [] : texts.join(', ');
  });
