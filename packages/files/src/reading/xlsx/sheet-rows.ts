import { sheetLine } from '@noek/contract/text/sheet-lines';
import type { CellList } from './cell-list.ts';
import { lettersOf } from './references.ts';

/** Rows as they are given, and their lines of text. */
export type SheetRows = { rows: string[][]; lines: string[]; isWhole: boolean };

/** A sheet with more cells than this is scattered if only few of them have content. */
const largeArea = 100_000;
const shareWithContent = 1 / 20;

/**
 * The rows that have content, with as many cells each. Empty columns before all others are left out, and of several side by side between others
 * one is kept. The cells of a sheet whose few cells are far apart are given with their references instead. Ends at twice as many `characters`
 * as may be read, counting empty cells, too.
 */
export function rowsOf(cells: CellList, characters: number): SheetRows {
  cells.sort();
  const places = placesOf(cells.columns);
  const width = Math.max(0, ...lastOf(places)) + 1;
  const starts = rowStarts(cells);
  const isScattered = starts.length * width > largeArea && cells.count < starts.length * width * shareWithContent;
  const rows: string[][] = [];
  let length = 0;
  for (const [at, start] of starts.entries()) {
    if (length > characters * 2) return { rows, lines: rows.map(sheetLine), isWhole: false };
    const end = starts[at + 1] ?? cells.count;
    const row = isScattered ? referenced(cells, start, end) : placed(cells, start, end, places, width);
    length += row.reduce((sum, cell) => sum + cell.length + 3, 0);
    rows.push(row);
  }
  return { rows, lines: rows.map(sheetLine), isWhole: true };
}

/** Where each column that has content is in the rows that are given. */
function placesOf(columns: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  let before = 0;
  let place = -1;
  for (const column of [...new Set(columns)].sort((a, b) => a - b)) {
    place += place >= 0 && column > before + 1 ? 2 : 1;
    places.set(column, place);
    before = column;
  }
  return places;
}

const lastOf = (places: ReadonlyMap<number, number>): number[] => [...places.values()].slice(-1);

/** Where each row begins in the list of cells. */
function rowStarts({ rows }: CellList): number[] {
  const starts: number[] = [];
  for (const [at, row] of rows.entries()) if (row !== rows[at - 1]) starts.push(at);
  return starts;
}

function placed(
  { columns, texts }: CellList,
  start: number,
  end: number,
  places: ReadonlyMap<number, number>,
  width: number,
): string[] {
  const row = new Array<string>(width).fill('');
  for (let at = start; at < end; at++) row[places.get(columns[at] ?? 0) ?? 0] = texts[at] ?? '';
  return row;
}

function referenced({ rows, columns, texts }: CellList, start: number, end: number): string[] {
  const row: string[] = [];
  for (let at = start; at < end; at++) row.push(`${lettersOf(columns[at] ?? 0)}${rows[at]}: ${texts[at]}`);
  return row;
}
