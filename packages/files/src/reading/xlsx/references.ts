/** The largest sheet that Excel knows. */
export const largestSheet = { rows: 1_048_576, columns: 16_384 };

/** A rectangle of cells, with the numbers of its rows and columns from 1. */
export type CellArea = { top: number; left: number; bottom: number; right: number };

/** The row and column of a reference such as "B3" or "$B$3"; null if it is none, or outside of the largest sheet. */
export function cellAt(reference: string): { row: number; column: number } | null {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? [];
  if (letters === undefined) return null;
  const column = columnOf(letters);
  const row = Number(digits);
  return row >= 1 && row <= largestSheet.rows && column <= largestSheet.columns ? { row, column } : null;
}

/** The cells of a reference such as "A1:C3" or "A1"; null if it is none. */
export function areaOf(reference: string): CellArea | null {
  const [from = '', to = from] = reference.split(':');
  const first = cellAt(from);
  const last = cellAt(to);
  return first && last && { top: first.row, left: first.column, bottom: last.row, right: last.column };
}

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

/** The letters of a column: "A" for 1, "AA" for 27. */
export function lettersOf(column: number): string {
  let letters = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}
