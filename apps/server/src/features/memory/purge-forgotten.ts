import { lt } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

/** How long a memory that was forgotten in a chat can be restored, in milliseconds. */
export const restorableMs = 24 * 60 * 60_000;

/** Permanently deletes memories that were forgotten in a chat a day ago or earlier. */
export async function purgeForgotten({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { memoryVersions: v } = db.tables;
  await db.write((orm) => orm.delete(v).where(lt(v.forgottenAt, new Date(now().getTime() - restorableMs))));
}
