import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../context.ts';

/** Every row, in any table, that contains one of the texts, as "table: row". */
export async function traces({ db }: Pick<Ctx, 'db'>, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table, columns] of Object.entries(db.tables)) {
    const rows = await db.orm.select().from(columns as typeof db.tables.users);
    for (const row of rows) {
      const text = `${table}: ${JSON.stringify(row)}`;
      if (texts.some((one) => text.includes(one))) found.push(text);
    }
  }
  return found;
}

/** Every file below DATA_DIR whose name or content contains one of the texts, as its path there. */
export async function fileTraces({ config }: Pick<Ctx, 'config'>, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(config.dataDir, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isFile() ? await readFile(path, 'utf8') : '';
    if (texts.some((one) => path.includes(one) || content.includes(one)))
      found.push(path.slice(config.dataDir.length + 1));
  }
  return found.toSorted();
}
