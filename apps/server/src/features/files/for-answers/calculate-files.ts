import type { Database } from '@noek/db/database';
import { inArray } from 'drizzle-orm';
import type { FileRow } from '../files.queries.ts';
import { type Calculation, calculationsFor } from '../tables/calculate.ts';
import { hasSeparatedValues, separatedRows, type Table, tableIn } from '../tables/table.ts';
import { textOf } from './known-texts.ts';
import type { AskedFile } from './select-passages.ts';

/** What is to be worked out from a table for a question. */
export type CalculatedFile = {
  fileId: string;
  file: string;
  /** The name of the sheet; null for a file without sheets. */
  sheet: string | null;
  rows: number;
  /** The rows of sums, which were left out. */
  sums: string[];
  /** Whether only the beginning of the table was read. */
  isPartial: boolean;
  /** What could not be read of the file, for people; null for nothing. */
  problem: string | null;
  results: Calculation[];
};

/** How much is looked at for one question: files, and characters of each. */
const mostFiles = 5;
const mostCharacters = 500_000;

/** What a question asks of the tables among files: of each, from the first sheet that has it. Of files with one name, the first counts. */
export async function calculateFiles(
  db: Database,
  files: readonly AskedFile[],
  question: string,
): Promise<CalculatedFile[]> {
  const ids = files.map(({ file }) => file.id);
  const { files: f } = db.tables;
  const stored = await db.orm.select().from(f).where(inArray(f.id, ids));
  const tables = ids
    .flatMap((id) => stored.find((row) => row.id === id) ?? [])
    .filter(
      (row, at, all) =>
        row.state === 'ready' && hasTables(row) && all.findIndex(({ name }) => name === row.name) === at,
    );
  const calculated: CalculatedFile[] = [];
  for (const row of tables.slice(0, mostFiles)) {
    const { pages } = await textOf(db, row);
    for (const { sheet, table, isPartial } of tablesIn(pages)) {
      const results = calculationsFor(table, question);
      if (results.length === 0) continue;
      calculated.push({
        ...{ fileId: row.id, file: row.name, sheet, rows: table.rows.length, sums: table.sums, results },
        ...{ isPartial: isPartial || row.problem !== null, problem: row.problem?.replace(/\.$/, '') ?? null },
      });
      break;
    }
  }
  return calculated;
}

/** Whether a file is a spreadsheet or has separated values. */
export const hasTables = ({ unit, name }: Pick<FileRow, 'unit' | 'name'>): boolean =>
  unit === 'sheet' || hasSeparatedValues(name);

type Page = Awaited<ReturnType<typeof textOf>>['pages'][number];

/** The tables of a file, one after the other, as long as they are within the limit. */
export function* tablesIn(
  pages: readonly Page[],
): Generator<{ sheet: string | null; table: Table; isPartial: boolean }> {
  let left = mostCharacters;
  for (const { name, text, rows } of pages) {
    if (left <= 0) return;
    const isPartial = text.length > left;
    // The last line may have been cut.
    const whole = isPartial ? text.slice(0, text.lastIndexOf('\n', left)) : text;
    const { rows: cells, separator } = rows ? { rows, separator: '' } : separatedRows(whole);
    const table = tableIn(cells, separator);
    left -= text.length;
    if (table) yield { sheet: name, table, isPartial: isPartial && !rows };
  }
}
