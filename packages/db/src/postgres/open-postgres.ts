import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database, Orm, ReadOrm } from '../database.ts';
import { DatabaseUnavailable, databaseFailure, isLostConnection } from '../database-failures.ts';
import { assertNotNewer, migrationsFolder } from '../migrations.ts';
import { postgresTables, type Tables } from '../tables.ts';
import { channel, goneQuery, keepListening, presenceNamespace } from './keep-listening.ts';

const migrationLock = 7_265_201;
const deadlock = '40P01';
const maxAttempts = 3;
/** A server that does not answer within this time is not ready. */
const pingWithinMs = 5_000;
/** How long the database is not ready after a write failed because the disk is full. */
const fullForMs = 10_000;

/** A process that was frozen within a transaction keeps nobody waiting for its locks for longer than this. */
const frozenAfterMs = 5_000;

/** Opens PostgreSQL or a compatible database. Any number of processes may share it. */
export async function openPostgres(url: string, options: { poolSize?: number } = {}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 20,
    idle_in_transaction_session_timeout: frozenAfterMs,
  });
  // An idle connection broke. The next query opens another one or fails. Without a listener, this event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  let fullAt = Number.NEGATIVE_INFINITY;
  const db = drizzle(pool);
  const topics = new EventEmitter();
  topics.setMaxListeners(0);
  const heard = { topic: (topic: string) => topics.emit('topic', topic), missed: () => topics.emit('missed') };
  const listener = await keepListening(url, heard).catch(async (error) => {
    await pool.end();
    throw error;
  });

  async function afterDeadlocks<Rows>(write: () => Promise<Rows>): Promise<Rows> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        if (databaseFailure(error) === 'full') fullAt = performance.now();
        if (isLostConnection(error)) throw new DatabaseUnavailable('unreachable', error);
        if (attempt >= maxAttempts || !hasCode(error, deadlock)) throw error;
      }
    }
  }

  return {
    engine: 'postgres',
    orm: db as unknown as ReadOrm,
    tables: postgresTables as Tables,
    // Without a transaction around it, which would be two more round trips.
    write: (build) => afterDeadlocks(async () => await build(db as unknown as Orm)),
    async atomic(build, verify, onCommit) {
      const committed = await afterDeadlocks(() =>
        db.transaction(async (tx) => {
          const rows: unknown[] = [];
          for (const statement of build(tx as unknown as Orm)) rows.push(await statement);
          verify?.(rows as never);
          return rows as never;
        }),
      );
      onCommit?.();
      return committed;
    },
    async migrate() {
      const client = await pool.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [migrationLock]);
        const folder = migrationsFolder('postgres');
        await migrate(drizzle(client), { migrationsFolder: folder });
        const { rows } = await client.query('select max(created_at) as newest from drizzle.__drizzle_migrations');
        assertNotNewer(Number(rows[0].newest), folder);
      } finally {
        await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
        client.release();
      }
    },
    async ping() {
      const answered = pool.query('show transaction_read_only');
      const result = await Promise.race([answered, sleep(pingWithinMs, null, { ref: false })]);
      if (result === null) throw new DatabaseUnavailable('unreachable');
      if (result.rows[0].transaction_read_only === 'on') throw new DatabaseUnavailable('read-only');
      if (performance.now() - fullAt < fullForMs) throw new DatabaseUnavailable('full');
    },
    // PostgreSQL's own vacuum removes deleted data.
    eraseDeleted() {},
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    notify(topic) {
      void sendNotification(pool, topic);
    },
    listen(onTopic, onMissed) {
      topics.on('topic', onTopic).on('missed', onMissed);
      return () => void topics.off('topic', onTopic).off('missed', onMissed);
    },
    holdPresence: (id) => listener.holdPresence(id),
    async goneOf(ids) {
      if (ids.length === 0 || !listener.isSettled()) return [];
      const { rows } = await pool.query<{ id: string }>(goneQuery, [presenceNamespace, ids]);
      return rows.map(({ id }) => id);
    },
    async close() {
      topics.removeAllListeners();
      await listener.close();
      await pool.end();
    },
  };
}

function hasCode(error: unknown, code: string): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 4; e = e.cause, depth++)
    if ((e as { code?: unknown }).code === code) return true;
  return false;
}

/**
 * Its connection may have broken unnoticed, so the notification is sent again over another one. Without any connection it is given up: the
 * listening connections are broken, too, and listeners are told when these work again.
 */
async function sendNotification(pool: pg.Pool, topic: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      await pool.query('select pg_notify($1, $2)', [channel, topic]);
      return;
    } catch {
      if (pool.ending) return;
    }
  }
}
