import type { Database } from '@noek/db/database';
import { inArray, ne } from 'drizzle-orm';

type ProcessRow = Database['tables']['processes']['$inferSelect'];

/** All processes on this database but this one, also those that are gone. */
export function otherProcesses({ orm, tables }: Database, id: string): PromiseLike<ProcessRow[]> {
  const { processes: p } = tables;
  return orm.select().from(p).where(ne(p.id, id));
}

/** Adds a process, or says that it is still there. */
export function showProcess(db: Database, row: ProcessRow): Promise<unknown> {
  const { processes: p } = db.tables;
  return db.write((orm) => orm.insert(p).values(row).onConflictDoUpdate({ target: p.id, set: row }));
}

export function removeProcesses(db: Database, ids: readonly string[]): Promise<unknown> {
  const { processes: p } = db.tables;
  return db.write((orm) => orm.delete(p).where(inArray(p.id, [...ids])));
}
