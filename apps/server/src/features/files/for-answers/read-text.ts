import { sheetCells } from '@noek/contract/text/sheet-lines';
import type { Database } from '@noek/db/database';
import type { ReadFile, ReadPage } from '@noek/files/reading/read-result';
import { asc, eq } from 'drizzle-orm';
import type { FileRow } from '../files.queries.ts';

/** The text of a file, as it was read. */
export async function readText({ orm, tables }: Database, file: FileRow): Promise<ReadFile> {
  const { filePages: p } = tables;
  const rows = await orm
    .select({ number: p.number, name: p.name, text: p.text })
    .from(p)
    .where(eq(p.fileId, file.id))
    .orderBy(asc(p.number), asc(p.part));
  const pages: ReadPage[] = [];
  for (const { number, name, text } of rows) {
    const last = pages.at(-1);
    if (last?.number === number) last.text += text;
    else pages.push({ number, name, text, rows: null });
  }
  return {
    state: 'ready',
    unit: file.unit,
    pages: pages.map((page) => (file.unit === 'sheet' ? { ...page, rows: rowsIn(page.text) } : page)),
    pageCount: file.pages,
    title: file.about?.title ?? null,
    characters: file.characters ?? 0,
    leftOut: file.problem,
    without: [],
    readAs: file.readAs,
    scans: [],
  };
}

/** Passages of a sheet begin with its first row, so the rows need not be those of the file. */
const rowsIn = (text: string): string[][] => text.split('\n').map(sheetCells);
