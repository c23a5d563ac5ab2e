import type { ReadFile } from '@noek/files/reading/read-result';
import Papa from 'papaparse';
import type { FileRow } from '../rows/files.queries.ts';

/** The most columns that are named. */
const mostColumns = 40;
/** The most characters of separated values that are looked at. */
const mostCharacters = 500_000;

/** What is known about the content of a file that was read: its own title, and the columns, rows and sums of its first table. */
export function aboutOf({ name }: Pick<FileRow, 'name'>, { title, pages }: ReadFile): FileRow['about'] {
  const rows = pages[0]?.rows ?? separatedRows(name, pages[0]?.text ?? '');
  const about = { ...(title !== null && { title }), ...(rows && tableOf(rows)) };
  return Object.keys(about).length > 0 ? about : null;
}

/** The rows of a text with separated values, which its name says it has; null for any other text. */
function separatedRows(name: string, text: string): string[][] | null {
  if (!/\.(csv|tsv)$/i.test(name)) return null;
  return Papa.parse<string[]>(text.slice(0, mostCharacters), { skipEmptyLines: 'greedy' }).data;
}

/** The columns of a table whose first row has their names, how many rows follow, and the sums of the columns of numbers. */
function tableOf(rows: readonly string[][]): Pick<NonNullable<FileRow['about']>, 'columns' | 'rows' | 'totals'> {
  const [heading = [], ...body] = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  if (heading.length < 2 || body.length === 0) return {};
  const columns = heading.slice(0, mostColumns).map((cell, at) => cell.trim() || `Column ${at + 1}`);
  const totals = columns.flatMap((column, at) => {
    const numbers = body
      .map((row) => (row[at] ?? '').trim())
      .filter((cell) => cell !== '')
      .map(numberOf);
    if (numbers.length === 0 || numbers.some(Number.isNaN)) return [];
    return [[column, Number(numbers.reduce((sum, value) => sum + value, 0).toPrecision(12))] as const];
  });
  return { columns, rows: body.length, ...(totals.length > 0 && { totals: Object.fromEntries(totals) }) };
}

/** The number that a cell like "1,234.50" shows; NaN if it shows none. */
const numberOf = (cell: string): number =>
  /^[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/.test(cell) ? Number(cell.replaceAll(',', '')) : Number.NaN;
