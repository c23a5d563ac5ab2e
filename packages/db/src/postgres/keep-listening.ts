import pg from 'pg';
import { connectWithinMs } from './pool.ts';

export const channel = 'noek';
/** The name of the connection, as PostgreSQL lists it. */
export const listeningName = 'noek listening';
const reconnectMs = 1000;
/** After this time without a word, the connection asks whether the other end is there: ten times, once per second. */
const keepAliveMs = 5_000;
/** Other processes may need this long to connect again after the server was restarted, in milliseconds. */
const settledAfterMs = 3 * reconnectMs;

/** Advisory locks with this first key show which processes are alive. Their second key is made from the id of the process. */
export const presenceNamespace = 7_265_202;

/** The ids, of those in $2, that no living connection holds as its presence. `$1` is the namespace. */
export const goneQuery = `select id from unnest($2::text[]) as id where not exists (
  select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid::bigint = $1 and l.objid::bigint = hashtext(id)::bigint & 4294967295)`;

/**
 * How soon the server notices that the machine of a process is gone. A process that was killed closes its connection, which is noticed
 * at once.
 */
const noticeLostMachine = 'set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3';

export type Listening = {
  /** Holds a lock for `id` for as long as this process is connected. Resolves once the lock is held. */
  holdPresence(id: string): Promise<void>;
  /** Whether the connection has worked for some time, so that the locks of other processes can be trusted. */
  isSettled(): boolean;
  close(): Promise<void>;
};

/**
 * A separate connection for LISTEN and for the lock that shows that this process is alive. It is reopened a second after it breaks. Then
 * `missed` is called, because what was sent in between is lost.
 */
export async function keepListening(
  url: string,
  heard: { topic(topic: string): void; missed(): void },
): Promise<Listening> {
  let client: pg.Client | undefined;
  let connectedAt = 0;
  const presences = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** The lock is shared, because the server may not know yet that an earlier connection of this process broke. */
  const lockPresence = (by: pg.Client, id: string) =>
    by.query('select pg_advisory_lock_shared($1, hashtext($2))', [presenceNamespace, id]);
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: listeningName,
      connectionTimeoutMillis: connectWithinMs,
      // It sends nothing, so only this notices that the server vanished.
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    next.on('notification', (message) => heard.topic(message.payload ?? ''));
    next.on('error', () => {});
    try {
      await next.connect();
      await next.query(noticeLostMachine);
      for (const id of presences) await lockPresence(next, id);
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    if (closed) return next.end();
    client = next;
    connectedAt = performance.now();
    // Registered only now, because a failed connection attempt also ends and would be retried twice.
    next.once('end', connectLater);
  };
  const connectLater = (): void => {
    client = undefined;
    if (!closed) timer = setTimeout(() => void connect().then(heard.missed, connectLater), reconnectMs).unref();
  };

  await connect();
  return {
    async holdPresence(id) {
      presences.add(id);
      // Otherwise the next connection does it.
      if (client) await lockPresence(client, id).catch(() => {});
    },
    isSettled: () => client !== undefined && performance.now() - connectedAt >= settledAfterMs,
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
