import { EventEmitter } from 'node:events';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database, Orm } from './database.ts';
import { assertNotNewer, migrationsFolder } from './migrations.ts';
import { postgresTables, type Tables } from './tables.ts';

const channel = 'noek';
const migrationLock = 7_265_201;
const deadlock = '40P01';
const maxAttempts = 3;
const reconnectMs = 1000;

/** Opens PostgreSQL or a compatible database. Any number of processes may share it. */
export async function openPostgres(url: string, options: { poolSize?: number } = {}): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: options.poolSize ?? 20 });
  // An idle connection broke. The next query opens another one or fails. Without a listener, this event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const db = drizzle(pool);
  const topics = new EventEmitter();
  topics.setMaxListeners(0);
  const listener = await keepListening(url, (topic) => topics.emit('topic', topic)).catch(async (error) => {
    await pool.end();
    throw error;
  });

  return {
    engine: 'postgres',
    orm: db as unknown as Orm,
    tables: postgresTables as Tables,
    async atomic(build, verify, onCommit) {
      for (let attempt = 1; ; attempt++) {
        try {
          const committed = await db.transaction(async (tx) => {
            const rows: unknown[] = [];
            for (const statement of build(tx as unknown as Orm)) rows.push(await statement);
            verify?.(rows as never);
            return rows as never;
          });
          onCommit?.();
          return committed;
        } catch (error) {
          if (attempt >= maxAttempts || !hasCode(error, deadlock)) throw error;
        }
      }
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
      await pool.query('select 1');
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    notify(topic) {
      pool.query('select pg_notify($1, $2)', [channel, topic]).catch(() => {});
    },
    listen(onTopic) {
      topics.on('topic', onTopic);
      return () => void topics.off('topic', onTopic);
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

/** A separate connection for LISTEN, which is reopened a second after it breaks. */
async function keepListening(url: string, onTopic: (topic: string) => void): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url });
    next.on('notification', (message) => onTopic(message.payload ?? ''));
    next.on('error', () => {});
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    if (closed) return next.end();
    client = next;
    // Not earlier, because a connection attempt that fails also ends and would then be retried twice.
    next.once('end', connectLater);
  };
  const connectLater = (): void => {
    if (!closed) timer = setTimeout(() => void connect().catch(connectLater), reconnectMs).unref();
  };

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
