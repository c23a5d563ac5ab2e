import { addLine, compoundsIn, type Line } from './lines.ts';
import type { Cell } from './row-text.ts';

/** Lines that are further apart than this many sizes are in different tables. */
const mostWhite = 3;
/** A row is compared with so many before it. */
const mostCompared = 50;
/** Lines of prose that are further apart are in different paragraphs. */
const paragraphWhite = 1.9;

/** The text of lines below each other. Rows of tables are as in Markdown. */
export function textOfLines(lines: readonly Line[]): string {
  const parts: string[] = [];
  for (const group of groupsOf(lines)) {
    const table = tableOf(group);
    if (table === null) parts.push(...paragraphsOf(group));
    else parts.push(table);
  }
  return parts.join('\n\n');
}

/** Rows with several cells that follow each other, and what is between them. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  let before: Line | null = null;
  for (const line of lines) {
    const group = groups.at(-1);
    const isSame = before !== null && isRow(before) === isRow(line) && (!isRow(line) || isNextRow(line, group ?? []));
    if (isSame) group?.push(line);
    else groups.push([line]);
    before = line;
  }
  return groups;
}

/** Whether a row continues a table: it is near, and its cells are below those of the rows before it. */
function isNextRow(line: Line, rows: readonly Line[]): boolean {
  const before = rows.at(-1);
  if (before === undefined || line.top - before.bottom > mostWhite * Math.max(line.size, before.size)) return false;
  return columnsOf([...rows.slice(-mostCompared), line]) !== null;
}

const isRow = (line: Line) => line.cells.length > 1;

function paragraphsOf(lines: readonly Line[]): string[] {
  const compounds = compoundsIn(lines.flatMap(({ cells }) => cells.map(({ text }) => text)));
  const paragraphs: string[][] = [];
  let before: Line | null = null;
  for (const line of lines) {
    if (line.cells.some((cell) => (cell.lines?.length ?? 0) > 1)) {
      // Texts beside each other that are no table, such as the captions of pictures.
      paragraphs.push(...line.cells.map((cell) => cell.lines ?? [cell.text]));
      before = null;
      continue;
    }
    const text = line.cells.map((cell) => cell.text).join('  ');
    const isApart =
      before === null || line.baseline - before.baseline > paragraphWhite * Math.max(line.size, before.size);
    const paragraph = paragraphs.at(-1);
    if (isApart || paragraph === undefined) paragraphs.push([text]);
    else addLine(paragraph, text, compounds);
    before = line;
  }
  return paragraphs.map((each) => each.join('\n'));
}

/** Rows as a table in Markdown; null if their cells are not below each other. */
function tableOf(lines: readonly Line[]): string | null {
  if (lines.length < 2 || lines.some((line) => !isRow(line))) return null;
  const columns = columnsOf(lines);
  if (columns === null || (lines.length === 2 && columns.length < 3)) return null;
  return lines.map((line) => rowText(line.cells, columns)).join('\n');
}

type Column = { start: number; end: number };

/** Where the cells of most rows are below each other, in reading order; null if they do not. */
function columnsOf(lines: readonly Line[]): Column[] | null {
  const counts = Map.groupBy(lines, ({ cells }) => cells.length);
  const [usual] = [...counts].sort(([a, some], [b, others]) => others.length * b - some.length * a);
  if (usual === undefined) return null;
  const [count, rows] = usual;
  const columns: Column[] = Array.from({ length: count }, () => ({ start: Infinity, end: -Infinity }));
  for (const { cells } of rows)
    for (const [at, column] of columns.entries()) {
      column.start = Math.min(column.start, cells[at]?.start ?? Infinity);
      column.end = Math.max(column.end, cells[at]?.end ?? -Infinity);
    }
  const isApart = columns.every((column, at) =>
    columns.every((other, place) => at === place || !overlaps(column, other)),
  );
  return isApart ? columns : null;
}

const overlaps = (a: Column, b: Column) => a.start < b.end && b.start < a.end;

function rowText(cells: readonly Cell[], columns: readonly Column[]): string {
  const texts: string[] = columns.map(() => '');
  let from = 0;
  for (const [index, cell] of cells.entries()) {
    const at = Math.min(Math.max(from, nearest(cell, columns)), columns.length - 1);
    const text = cell.text.replaceAll('|', '\\|');
    texts[at] = texts[at] === '' ? text : `${texts[at]} ${text}`;
    // What is left must have room, so that the order stays.
    if (columns.length - at > cells.length - index) from = at + 1;
    else from = at;
  }
  return `| ${texts.join(' | ')} |`;
}

/** The column that a cell is in, or is nearest to. */
function nearest(cell: Cell, columns: readonly Column[]): number {
  const distances = columns.map(({ start, end }) => Math.max(start - cell.end, cell.start - end));
  return distances.indexOf(Math.min(...distances));
}
