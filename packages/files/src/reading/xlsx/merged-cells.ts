import type { CellList } from './cell-list.ts';
import type { CellArea } from './references.ts';

/** How many rows and cells of merged areas are looked at in one sheet. */
const mostSteps = 500_000;

/**
 * Fills merged cells with their text, so that each row says what it belongs to. Only rows and columns with other content are filled: a title
 * across the sheet is there once.
 */
export function fillMerged(cells: CellList, areas: readonly CellArea[]): void {
  cells.sort();
  const columns = [...new Set(cells.columns)].sort((a, b) => a - b);
  const filled: [row: number, column: number, text: string][] = [];
  let steps = 0;
  for (const area of areas) {
    const first = cells.placeOf(area.top, area.left);
    if (cells.rows[first] !== area.top || cells.columns[first] !== area.left) continue;
    const text = cells.texts[first] ?? '';
    const across = columnsIn(columns, area);
    for (let row = area.top; row <= area.bottom; row = nextRow(cells, row)) {
      steps += 1 + across.length;
      if (steps > mostSteps) break;
      if (hasOthers(cells, row, area)) for (const column of across) filled.push([row, column, text]);
    }
  }
  for (const [row, column, text] of filled) cells.add(row, column, text);
  cells.sort();
}

const columnsIn = (columns: readonly number[], { left, right }: CellArea): number[] =>
  columns.slice(firstFrom(columns, left), firstFrom(columns, right + 1));

/** Where the first number is that is not below another one, in a sorted list. */
function firstFrom(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The next row that has content. */
const nextRow = (cells: CellList, row: number): number =>
  cells.rows[cells.placeOf(row + 1, 0)] ?? Number.POSITIVE_INFINITY;

/** Whether a row has content outside of an area. */
function hasOthers(cells: CellList, row: number, { left, right }: CellArea): boolean {
  const first = cells.placeOf(row, 0);
  const after = cells.placeOf(row, right + 1);
  return (cells.rows[first] === row && (cells.columns[first] ?? left) < left) || cells.rows[after] === row;
}
