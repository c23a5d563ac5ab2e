import type pg from 'pg';
import { MigrationFailedError, pendingMigrations } from '../migrations.ts';

const migrationLock = 7_265_201;
// Drizzle's names and columns: databases have had this table since their first version.
const createLog = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
/** A statement that waits longer for a table keeps everything else waiting behind it: a process of the old version holds the table. */
const longestWaitForTable = '20s';
const settings = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  select set_config('client_connection_check_interval', '2s', false)
  from pg_settings where name = 'client_connection_check_interval'`;

/**
 * Applies the migrations in `folder` that the database does not have, all or none of them, and ends the connection. Processes that migrate
 * at once wait for each other. If this process is killed, PostgreSQL notices that within seconds and undoes what it did. Rejects with
 * NewerDatabaseError or MigrationFailedError, and then nothing has changed.
 */
export async function migratePostgres(
  client: pg.Client,
  folder: string,
  lockTimeout = longestWaitForTable,
): Promise<void> {
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(settings);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const pending = pendingMigrations(folder, await appliedTo(client));
    if (pending.length === 0) return;
    let at = 'the start';
    try {
      await client.query(`begin; set local lock_timeout = '${lockTimeout}'; ${createLog}`);
      for (const { tag, when, hash, statements } of pending) {
        at = tag;
        for (const statement of statements) await client.query(statement);
        await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
      }
      await client.query('commit');
    } catch (error) {
      throw new MigrationFailedError(at, error);
    }
  } finally {
    // The end of the connection releases the lock, and undoes a transaction that was not committed.
    await client.end().catch(() => {});
  }
}

async function appliedTo(client: pg.Client): Promise<number[]> {
  const { rows: found } = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!found[0].exists) return [];
  const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations');
  return rows.map(({ created_at }) => Number(created_at));
}
