import { bandsOf } from './bands.ts';
import { type Cell, cellsOf } from './row-text.ts';
import { type Row, rowsOf } from './rows.ts';
import type { TextRun } from './text-run.ts';

/** What is read at one go: a line of prose with one cell, or a row of a table whose cells may have more lines. */
export type Line = { cells: Cell[]; top: number; bottom: number; baseline: number; size: number };

/** Longer cells are columns of text, which are not put into a table. */
const mostInCell = 400;

/** The lines of a region, from the top to the bottom. */
export function linesOf(runs: readonly TextRun[], isRightToLeft: boolean): Line[] {
  const bands = bandsOf(runs);
  const inBands = new Set(bands.flat(2));
  const lines = rowsOf(inBands.size === 0 ? runs : runs.filter((run) => !inBands.has(run))).map(lineOf);
  const wide = bands.flatMap((columns) => bandLines(isRightToLeft ? columns.toReversed() : columns));
  return wide.length === 0 ? lines : [...lines, ...wide].sort((a, b) => a.top - b.top);
}

const lineOf = (row: Row): Line => ({ ...row, cells: cellsOf(row) });

/** One row of cells; or one line after the other if a column is too long for a cell. */
function bandLines(columns: readonly TextRun[][]): Line[] {
  const rows = columns.map((runs) => rowsOf(runs));
  const all = rows.flat();
  const [first] = all;
  if (first === undefined) return [];
  const top = Math.min(...all.map((row) => row.top));
  const bottom = Math.max(...all.map((row) => row.bottom));
  const cells = rows.map(cellOfRows);
  if (cells.some(({ text }) => text.length > mostInCell)) return all.map((row) => ({ ...lineOf(row), top }));
  return [{ cells, top, bottom, baseline: first.baseline, size: first.size }];
}

function cellOfRows(rows: readonly Row[]): Cell {
  const lines: string[] = [];
  for (const row of rows) {
    const texts = cellsOf(row).map((cell) => cell.text);
    addLine(lines, texts.join(' '));
  }
  const start = Math.min(...rows.map((row) => row.start));
  const end = Math.max(...rows.map((row) => row.end));
  return { text: lines.join(' '), start, end, lines };
}

/** Words that may come after a hyphen of their own: "day- or night-time". */
const conjunction = /^(?:and|or|to|und|oder|bis|et|ou|y|o|e|en|of)\b/u;

/** A word with hyphens of its own. */
const compound = /\p{L}+(?:[-\u2010]\p{L}+)+/gu;

/** The words of a page that have a hyphen within a line, in lower case. */
export const compoundsIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.toLowerCase().match(compound) ?? []));

/**
 * Adds a line to those before it. A word that is divided at the end of a line is joined. It keeps its hyphen if it has another one, or if it
 * has one where it is within a line.
 */
export function addLine(lines: string[], line: string, compounds?: ReadonlySet<string>): void {
  const before = lines.at(-1) ?? '';
  const [, start = ''] = /((?:\p{L}+[-\u2010])*\p{L}{2,})[-\u00ad\u2010]\u00ad?$/u.exec(before.slice(-80)) ?? [];
  const [end = ''] = /^\p{Ll}[\p{L}\p{M}]*/u.exec(line) ?? [];
  if (start === '' || end === '' || conjunction.test(line)) lines.push(line);
  else {
    const isCompound =
      /[-\u2010]/.test(start) || /-\u00ad$/.test(before) || compounds?.has(`${start}-${end}`.toLowerCase());
    lines[lines.length - 1] = before.replace(/[-\u00ad\u2010]+$/, isCompound ? '-' : '') + line;
  }
}
