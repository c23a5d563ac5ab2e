import { BackgroundWork } from '../background-work.ts';
import type { Deps } from '../deps.ts';
import type { Links } from './links.ts';
import { otherProcesses, removeProcesses, showProcess } from './processes.queries.ts';

/** How often a process looks for the others. */
const lookEveryMs = 500;
const heartbeatEveryMs = 10_000;
/** The connection of a process may break and be opened again, so it must be missing for this long. */
const surelyGoneAfterMs = 400;

/** The server processes on this database. */
export type Processes = {
  /** Shows that this process is alive, and begins to look for the others. */
  begin(): Promise<void>;
  /** Calls back when a process is gone, and before its row is removed. */
  onGone(listener: (id: string) => Promise<void>): void;
  /** Which of these processes are surely gone. With one process on SQLite, all others; with several, see `Database.findGone`. */
  findGone(ids: readonly string[]): Promise<string[]>;
  /** Tells the others at once that this process ends. */
  leave(): Promise<void>;
  close(): Promise<void>;
};

const topic = 'processes';

export function createProcesses(deps: Pick<Deps, 'db' | 'bootId' | 'now' | 'log'>, links: Links): Processes {
  const { db, bootId, now, log } = deps;
  const work = new BackgroundWork(log);
  const missingSince = new Map<string, number>();
  const listeners: ((id: string) => Promise<void>)[] = [];
  let address: string | null = null;
  let looking: Promise<void> | null = null;
  let stopListening = () => {};

  const heartbeat = () => showProcess(db, { id: bootId, address, heartbeatAt: now() });

  async function findGone(ids: readonly string[]): Promise<string[]> {
    const missing = new Set(await db.findGone(ids));
    const at = performance.now();
    for (const id of ids)
      if (!missing.has(id)) missingSince.delete(id);
      else if (!missingSince.has(id)) missingSince.set(id, at);
    if (db.engine === 'sqlite') return [...missing];
    return [...missing].filter((id) => at - (missingSince.get(id) ?? at) >= surelyGoneAfterMs);
  }

  async function lookOnce(): Promise<void> {
    const others = await otherProcesses(db, bootId);
    links.setOthers(others);
    const gone = await findGone(others.map(({ id }) => id));
    if (gone.length === 0) return;
    for (const id of gone) for (const listener of listeners) await listener(id);
    await removeProcesses(db, gone);
    for (const id of gone) missingSince.delete(id);
  }

  /** Calls during a look share it. */
  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  }

  return {
    findGone,
    onGone: (listener) => void listeners.push(listener),
    async begin() {
      await db.holdPresence(bootId);
      if (db.engine === 'sqlite') return;
      try {
        address = await links.open();
      } catch (error) {
        log.warn({ err: error }, 'other processes cannot connect to this one, so its answers reach them later');
      }
      await heartbeat();
      const unseen = 'the other processes could not be looked for';
      stopListening = db.listen(
        (heard) => {
          if (heard === topic) work.run(unseen, look);
        },
        () => work.run(unseen, heartbeat),
      );
      await look();
      db.notify(topic);
      work.every(lookEveryMs, unseen, look);
      links.onLost(() => {
        work.run(unseen, look);
        work.after(surelyGoneAfterMs, unseen, look);
      });
      work.every(heartbeatEveryMs, unseen, heartbeat);
    },
    async leave() {
      if (db.engine === 'sqlite') return;
      work.stopTimers();
      await removeProcesses(db, [bootId]);
      db.notify(topic);
    },
    async close() {
      stopListening();
      await work.close(1_000);
      await links.close();
    },
  };
}
