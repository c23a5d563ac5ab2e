import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AtomicStep } from '../atomic-step.ts';
import { type Database, hasCode, type Orm, type ReadOrm } from '../database.ts';
import { DatabaseUnavailable, databaseFailure, isLostConnection } from '../database-failures.ts';
import { migrationsFolder } from '../migrations.ts';
import { postgresTables, type Tables } from '../tables.ts';
import { channel, goneQuery, keepListening, presenceNamespace } from './keep-listening.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { type Connections, connectWithinMs, openConnections, type Pool, poolOf } from './pool.ts';

const deadlock = /^40P01$/;
const maxAttempts = 3;
const deadlockPauseMs = 50;
/** A server that does not answer within this time is not ready. */
const pingWithinMs = 5_000;
const closeWithinMs = 3_000;
/** How long the database is not ready after a write failed because the disk is full. */
const fullForMs = 10_000;

export type PostgresOptions = {
  /** The most connections for statements; one more listens. */
  poolSize?: number | undefined;
  /**
   * The address for what needs a session: LISTEN and migrations. If it is set, `url` may be that of a pooler which gives each transaction
   * another connection. Then statements have no names, because the connection that knows a name may not be the next one.
   */
  directUrl?: string | undefined;
  /** Connections that are used instead of new ones. `close` ends them. */
  connections?: Connections | undefined;
};

/** Opens PostgreSQL or a compatible database. Any number of processes may share it. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { poolSize = 20, directUrl = url } = options;
  const isPooler = options.directUrl !== undefined;
  const pool = poolOf(options.connections ?? openConnections(url, { size: poolSize, isPooler }));
  const failed = async (error: unknown): Promise<never> => {
    await pool.end();
    throw error;
  };
  if (isPooler) await pool.query('select 1').catch(failed);
  let fullAt = Number.NEGATIVE_INFINITY;
  const topics = new EventEmitter();
  topics.setMaxListeners(0);
  const heard = { topic: (topic: string) => topics.emit('topic', topic), missed: () => topics.emit('missed') };
  const listener = await keepListening(directUrl, heard).catch(failed);

  async function afterDeadlocks<Rows>(write: () => Promise<Rows>): Promise<Rows> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        if (databaseFailure(error) === 'full') fullAt = performance.now();
        if (isLostConnection(error)) throw new DatabaseUnavailable('unreachable', error);
        if (attempt >= maxAttempts || !hasCode(error, deadlock)) throw error;
        // Otherwise two that met would meet again.
        await sleep(Math.random() * deadlockPauseMs * attempt);
      }
    }
  }

  return {
    engine: 'postgres',
    orm: pool.orm as unknown as ReadOrm,
    namesStatements: !isPooler,
    tables: postgresTables as Tables,
    // Without a transaction around it, which would be two more round trips.
    write: (build) => afterDeadlocks(async () => await build(pool.orm as unknown as Orm)),
    async atomic(build, options) {
      const committed = await afterDeadlocks(() =>
        pool.transaction(async (orm) => {
          const step = new AtomicStep(orm as unknown as Orm);
          const result = build(step);
          await step.run();
          return result;
        }),
      );
      options?.onCommit?.();
      return committed;
    },
    async migrate() {
      const client = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: connectWithinMs });
      await migratePostgres(client, migrationsFolder('postgres'));
    },
    async ping() {
      const before = pool.returned;
      const answered = pool.query<{ transaction_read_only: string }>('show transaction_read_only');
      const result = await Promise.race([answered, sleep(pingWithinMs, null, { ref: false })]).catch((error) => {
        throw isLostConnection(error) ? new DatabaseUnavailable('unreachable', error) : error;
      });
      // It may still wait for its turn. Then the answers to others say that the database works.
      if (result === null && pool.returned === before) throw new DatabaseUnavailable('unreachable');
      if (result?.rows[0]?.transaction_read_only === 'on') throw new DatabaseUnavailable('read-only');
      if (performance.now() - fullAt < fullForMs) throw new DatabaseUnavailable('full');
    },
    // PostgreSQL's own vacuum removes deleted data.
    eraseDeleted() {},
    connections: pool.connections,
    notify(topic) {
      void sendNotification(pool, topic);
    },
    listen(onTopic, onMissed) {
      topics.on('topic', onTopic).on('missed', onMissed);
      return () => void topics.off('topic', onTopic).off('missed', onMissed);
    },
    holdPresence: (id) => listener.holdPresence(id),
    async findGone(ids) {
      if (ids.length === 0 || !listener.isSettled()) return [];
      const { rows } = await pool.query<{ id: string }>(goneQuery, [presenceNamespace, ids]);
      return rows.map(({ id }) => id);
    },
    async close() {
      topics.removeAllListeners();
      const closed = listener.close().then(() => pool.end());
      // A server that vanished never says goodbye.
      await Promise.race([closed, sleep(closeWithinMs, undefined, { ref: false })]);
    },
  };
}

/**
 * Its connection may have broken unnoticed, so the notification is sent again over another one. Without any connection it is given up: the
 * listening connections are broken, too, and listeners are told when these work again.
 */
async function sendNotification(pool: Pool, topic: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      await pool.query('select pg_notify($1, $2)', [channel, topic]);
      return;
    } catch {
      if (pool.isEnding) return;
    }
  }
}
