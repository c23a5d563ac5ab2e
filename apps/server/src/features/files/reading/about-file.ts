import type { ReadFile } from '@noek/files/reading/read-result';
import type { FileRow } from '../files.queries.ts';
import { hasSeparatedValues, separatedRows, sumOf, type Table, tableIn } from '../tables/table.ts';

/** The most columns that are named. */
const mostColumns = 40;
/** The most characters of separated values that are looked at. */
const mostCharacters = 500_000;

/** What is known about the content of a file that was read: its own title, and the columns, rows and sums of its first table. */
export function aboutOf({ name }: Pick<FileRow, 'name'>, { title, pages }: ReadFile): FileRow['about'] {
  const table = firstTable(name, pages[0]);
  const about = { ...(title !== null && { title }), ...(table && aboutTable(table)) };
  return Object.keys(about).length > 0 ? about : null;
}

function firstTable(name: string, page: ReadFile['pages'][number] | undefined): Table | null {
  if (page?.rows) return tableIn(page.rows);
  if (!page || !hasSeparatedValues(name)) return null;
  const { rows, separator } = separatedRows(page.text.slice(0, mostCharacters));
  return tableIn(rows, separator);
}

/** Its columns, how many rows it has, and the sums of the columns in which all cells are numbers. */
function aboutTable({
  columns,
  rows,
  amounts,
}: Table): Pick<NonNullable<FileRow['about']>, 'columns' | 'rows' | 'totals'> {
  const named = columns.slice(0, mostColumns);
  const totals = named.flatMap((column, at) => {
    const values = amounts[at]?.values ?? [null];
    const isWhole = values.every((value, row) => value !== null || (rows[row]?.[at] ?? '').trim() === '');
    return isWhole ? [[column, sumOf(values.filter((value) => value !== null))] as const] : [];
  });
  return { columns: named, rows: rows.length, ...(totals.length > 0 && { totals: Object.fromEntries(totals) }) };
}
