import type BetterSqlite3 from 'better-sqlite3';
import { MigrationFailedError, pendingMigrations } from '../migrations.ts';

// Drizzle's name and columns: databases have had this table since their first version.
const createLog = `create table if not exists __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)`;

/**
 * Applies the migrations in `folder` that the database does not have, all or none of them. Another process that writes or migrates is
 * waited for as long as the client's busy timeout says. Throws NewerDatabaseError or MigrationFailedError, and then nothing has changed.
 */
export function migrateSqlite(client: BetterSqlite3.Database, folder: string): void {
  // Most starts have nothing to migrate, and then write nothing.
  if (pendingMigrations(folder, appliedTo(client)).length === 0) return;
  let at = 'the start';
  // A table is changed by copying it and dropping the old one. With foreign keys, the drop would delete the rows that refer to it.
  client.pragma('foreign_keys = OFF');
  const migrateAll = client.transaction(() => {
    // Another process may have migrated since.
    const pending = pendingMigrations(folder, appliedTo(client));
    const orphans = orphansIn(client);
    client.exec(createLog);
    for (const { tag, when, hash, statements } of pending) {
      at = tag;
      for (const statement of statements) client.exec(statement);
      client.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run(hash, when);
    }
    if (orphansIn(client) > orphans) throw new Error('It would leave rows that belong to nothing');
  });
  try {
    migrateAll.immediate();
  } catch (error) {
    throw (error as Error).name === 'NewerDatabaseError' ? error : new MigrationFailedError(at, error);
  } finally {
    client.pragma('foreign_keys = ON');
  }
}

function appliedTo(client: BetterSqlite3.Database): number[] {
  const exists = client.prepare("select 1 from sqlite_schema where name = '__drizzle_migrations'").get();
  return exists ? client.prepare('select created_at from __drizzle_migrations').pluck().all().map(Number) : [];
}

/** How many rows refer to a row that does not exist. */
const orphansIn = (client: BetterSqlite3.Database): number => (client.pragma('foreign_key_check') as unknown[]).length;
