import type { Database } from '@noek/db/database';
import { inArray } from 'drizzle-orm';
import type { FileRow } from '../files.queries.ts';
import { cellValues } from '../tables/table.ts';
import { hasTables, tablesIn } from './calculate-files.ts';
import { textOf } from './known-texts.ts';
import type { AskedFile } from './select-passages.ts';

/** A table for a program: the cells of columns of numbers are numbers, empty ones null. `notes`: what is missing, for people. */
export type FileTable = { columns: string[]; rows: (string | number | null)[][]; notes: string[] };

const inQuotes = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ');

/**
 * The table with this name among files, as they were read: the first one, or that of the sheet with this name or number. Otherwise what
 * there is instead, for people.
 */
export async function tableOfFile(
  db: Database,
  files: readonly AskedFile[],
  { name, sheet }: { name: string; sheet: string | undefined },
): Promise<FileTable | { problem: string }> {
  const { files: f } = db.tables;
  const ids = files.map(({ file }) => file.id);
  const stored = ids.length === 0 ? [] : await db.orm.select().from(f).where(inArray(f.id, ids));
  const known = ids.flatMap((id) => stored.find((row) => row.id === id) ?? []);
  const row = named(known, name);
  if (!row) {
    const tables = known.filter(hasTables).map((each) => each.name);
    return {
      problem: `There is no file “${name}” in this chat. ${tables.length > 0 ? `There are tables in ${inQuotes(tables)}.` : 'It has no tables.'}`,
    };
  }
  if (row.state !== 'ready') return { problem: `“${row.name}” could not be read.` };
  if (!hasTables(row)) return { problem: `“${row.name}” is neither a spreadsheet nor a CSV file.` };
  const tables = [...tablesIn((await textOf(db, row)).pages)];
  const found =
    sheet === undefined ? tables[0] : (tables.find((each) => each.sheet === sheet) ?? tables[Number(sheet) - 1]);
  if (!found) {
    const sheets = tables.flatMap((each) => each.sheet ?? []);
    return {
      problem: `There is no such table in “${row.name}”.${sheets.length > 0 ? ` Its sheets are ${inQuotes(sheets)}.` : ''}`,
    };
  }
  const { table } = found;
  const notes = [
    ...(found.isPartial || row.problem !== null ? [`Only the beginning of “${row.name}” was read.`] : []),
    ...(table.sums.length > 0 ? [`Rows of sums were left out: ${inQuotes([...new Set(table.sums)])}.`] : []),
  ];
  return { columns: table.columns, rows: cellValues(table), notes };
}

/** The file with exactly this name, otherwise one that differs from it in case or has another ending. */
function named(files: readonly FileRow[], name: string): FileRow | undefined {
  const plain = (text: string) => text.normalize('NFC').trim().toLowerCase();
  const withoutEnding = (text: string) => plain(text).replace(/\.[^.]+$/, '');
  return (
    files.find((file) => file.name === name) ??
    files.find((file) => plain(file.name) === plain(name)) ??
    files.find((file) => withoutEnding(file.name) === withoutEnding(name))
  );
}
