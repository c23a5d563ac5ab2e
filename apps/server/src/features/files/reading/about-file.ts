import type { ReadFile } from '@noek/files/reading/read-result';
import Papa from 'papaparse';
import type { FileRow } from '../files.queries.ts';

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
    const total = totalOf(body.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== ''));
    return total === null ? [] : [[column, total] as const];
  });
  return { columns, rows: body.length, ...(totals.length > 0 && { totals: Object.fromEntries(totals) }) };
}

/** The sum of a column; null if a cell has no number, or if not all of them are of one currency. */
function totalOf(cells: readonly string[]): number | null {
  if (!cells.some((cell) => /\d/.test(cell))) return null;
  const amounts = cells.map(amountOf);
  const [first] = amounts;
  if (!first || amounts.some((amount) => amount?.currency !== first.currency)) return null;
  const sum = amounts.reduce((total, amount) => total + (amount?.value ?? 0), 0);
  return Number(sum.toPrecision(12));
}

const currency = String.raw`(\p{Sc}|[A-Z]{3})?`;
const amount = new RegExp(
  String.raw`^([+-]?)${currency}\s?([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|-)\s?${currency}$`,
  'u',
);

/** The number that a cell like "1,234.50", "-$5.00", "(5.00)" or, for 0, "-" shows, and its currency; null if it shows none. */
function amountOf(cell: string): { value: number; currency: string } | null {
  const [, sign = '', before = '', innerSign = '', digits, after = ''] =
    amount.exec(cell.replace(/\((.*)\)/, '-$1')) ?? [];
  if (digits === undefined) return null;
  const value = digits === '-' ? 0 : Number(digits.replaceAll(',', ''));
  return { value: sign === '-' || innerSign === '-' ? -value : value, currency: before || after };
}
