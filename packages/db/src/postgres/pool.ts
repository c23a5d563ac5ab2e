import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { DatabaseUnavailable, databaseFailure, isLostConnection } from '../database-failures.ts';

/** How long the server may take to accept a new connection. */
export const connectWithinMs = 10_000;
/** How long a request waits for its turn while all connections are used. */
const waitWithinMs = 30_000;
/** A server that vanished answers nothing, and TCP repeats what it was sent for 15 minutes. No statement of a request takes this long. */
const answerWithinMs = 60_000;
/** Other processes wait no longer than this for the locks of one that was frozen within a transaction. */
const frozenAfterMs = 5_000;
const maxAttempts = 3;

export type Pool = {
  /** Runs each statement on whichever connection is free. */
  readonly orm: NodePgDatabase;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
  /**
   * Runs `work` between BEGIN and COMMIT on one connection, or rolls it back. A connection that had broken unnoticed is replaced by
   * another one before `work` begins. `orm` is the same for each transaction on the same connection.
   */
  transaction<T>(work: (orm: NodePgDatabase) => Promise<T>): Promise<T>;
  connections(): { total: number; idle: number; waiting: number };
  /** How often a connection has come back after a statement or a transaction that worked. */
  readonly returned: number;
  readonly isEnding: boolean;
  end(): Promise<void>;
};

/** A connection that the server accepts in time. The pool would give it as long as a request may wait. */
class PromptClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectWithinMs });
  }
}

/**
 * A pool that tells waiting from an outage: a request that waited too long fails with "busy" if other requests got answers meanwhile,
 * otherwise as if the server cannot be reached.
 */
export class Connections extends pg.Pool {
  /** See `Pool.returned`. */
  returned = 0;

  constructor(config: pg.PoolConfig) {
    super({ ...config, connectionTimeoutMillis: waitWithinMs, Client: PromptClient });
    this.on('release', (error: Error | undefined) => {
      if (!error) this.returned += 1;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const before = this.returned;
    const reasonOf = (error: Error) =>
      this.returned > before && isTooLate.test(error.message) ? new DatabaseUnavailable('busy', error) : error;
    if (!callback)
      return super.connect().catch((error: Error) => {
        throw reasonOf(error);
      });
    super.connect((error, client, done) => callback(error && reasonOf(error), client, done));
    return undefined;
  }
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/** The driver's sentences about a connection that was not there in time. */
const isTooLate =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)/;

/** Opens connections to PostgreSQL or a pooler as they are needed, at most `size` at once. */
export function openConnections(
  url: string,
  { size, isPooler = false, ...more }: { size: number; isPooler?: boolean; application_name?: string },
): Connections {
  const pool = new Connections({
    connectionString: url,
    max: size,
    ...more,
    query_timeout: answerWithinMs,
    // A pooler has a setting of its own for it, and refuses this one.
    ...(!isPooler && { idle_in_transaction_session_timeout: frozenAfterMs }),
  });
  // An idle connection broke. The next query opens another one or fails. Without a listener, this event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** Statements and transactions over the connections of `pool`. */
export function poolOf(pool: Connections): Pool {
  const orms = new WeakMap<pg.PoolClient, NodePgDatabase>();

  function ormOn(client: pg.PoolClient): NodePgDatabase {
    let orm = orms.get(client);
    if (!orm) {
      orm = drizzle(client);
      orms.set(client, orm);
    }
    return orm;
  }

  async function begin(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt++) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        return client;
      } catch (error) {
        client.release(true);
        if (attempt >= maxAttempts || !isLost(error)) throw error;
      }
    }
  }

  return {
    orm: drizzle(pool),
    query: (text, values) => pool.query(text, values),
    async transaction(work) {
      const client = await begin();
      let reusable = false;
      try {
        const result = await work(ormOn(client));
        await client.query('commit');
        reusable = true;
        return result;
      } catch (error) {
        // After a failover, a connection may lead to a server that accepts no changes any more.
        if (!isLost(error) && databaseFailure(error) === null)
          reusable = await client.query('rollback').then(
            () => true,
            () => false,
          );
        throw error;
      } finally {
        client.release(!reusable);
      }
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    get returned() {
      return pool.returned;
    },
    get isEnding() {
      return pool.ending;
    },
    end: () => pool.end(),
  };
}

/** The connection broke, or the server ended it. */
const isLost = (error: unknown): boolean => isLostConnection(error) || databaseFailure(error) === 'unreachable';
