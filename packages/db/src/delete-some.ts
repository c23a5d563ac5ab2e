import { inArray, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const rowsPerStep = 200;

/**
 * Deletes up to 200 of the rows that meet the condition, so that other work never waits long for a deletion. Returns false if there are
 * none.
 */
export async function deleteSome(
  db: Database,
  table: Tables['memories' | 'memoryVersions' | 'allowanceLedger' | 'prompts'],
  which: SQL,
): Promise<boolean> {
  // They are used in the same way, but the types of their columns differ.
  const rows = table as Tables['memories'];
  const some = await db.orm.select({ id: rows.id }).from(rows).where(which).limit(rowsPerStep);
  const ids = some.map(({ id }) => id);
  if (ids.length > 0) await db.write((orm) => orm.delete(rows).where(inArray(rows.id, ids)));
  return ids.length > 0;
}
