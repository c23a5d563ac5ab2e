import type { FilePages } from '@noek/contract/files/schemas';
import { and, asc, eq, gte } from 'drizzle-orm';
import type { BaseCtx } from '../../base-context.ts';
import type { Ctx } from '../../context.ts';
import { type FileRow, findFile } from './files.queries.ts';

/** More than the longest page has, so that each call gets at least one whole page. */
const rowsPerCall = 200;
/** A call gets no further page after this many characters. */
const charactersPerCall = 100_000;

/** The text of one of the caller's files, some pages from a number on; pages without text are left out. Throws NOT_FOUND. */
export async function listFilePages(ctx: Ctx, { fileId, from }: { fileId: string; from: number }): Promise<FilePages> {
  return pagesOf(ctx, await findFile(ctx, fileId), from);
}

/** The text of a file that the caller may read, as `listFilePages`. */
export async function pagesOf(
  { db }: Pick<BaseCtx, 'db'>,
  { id }: Pick<FileRow, 'id'>,
  from: number,
): Promise<FilePages> {
  const { filePages: p } = db.tables;
  const rows = await db.orm
    .select({ number: p.number, name: p.name, text: p.text })
    .from(p)
    .where(and(eq(p.fileId, id), gte(p.number, from)))
    .orderBy(asc(p.number), asc(p.part))
    .limit(rowsPerCall + 1);
  const pages: FilePages['pages'] = [];
  for (const row of rows) {
    const last = pages.at(-1);
    if (last?.number === row.number) last.text += row.text;
    else pages.push(row);
  }
  // The last page may have more rows than were read.
  const whole = rows.length > rowsPerCall ? pages.slice(0, -1) : pages;
  let characters = 0;
  const shown = whole.filter(({ text }) => {
    const fits = characters < charactersPerCall;
    characters += text.length;
    return fits;
  });
  return { pages: shown, nextFrom: pages[shown.length]?.number ?? null };
}
