import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import { type FileRow, toFile } from '../rows/files.queries.ts';

/** Messages that were sent while the file was being read show it as it is now. */
export async function tellMessages({ orm, tables, write }: Database, file: FileRow): Promise<void> {
  const { messageFiles: of, messages: m } = tables;
  const rows = await orm
    .select({ id: m.id, files: m.files })
    .from(of)
    .innerJoin(m, eq(m.id, of.messageId))
    .where(eq(of.fileId, file.id));
  for (const { id, files } of rows) {
    if (files?.some((one) => one.id === file.id && isDeepStrictEqual(one, toFile(file)))) continue;
    const current = (files ?? []).map((one) => (one.id === file.id ? toFile(file) : one));
    await write((o) => o.update(m).set({ files: current }).where(eq(m.id, id)));
  }
}
