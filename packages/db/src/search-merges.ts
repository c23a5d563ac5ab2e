import type BetterSqlite3 from 'better-sqlite3';

/** How long after a write the first step waits, and each next one after the one before. */
const restMs = 500;
const betweenStepsMs = 20;
/** Pages of a step: a millisecond or two. */
const pagesPerStep = 64;

/**
 * FTS5 writes each message into a list of its own and merges lists as they become many. Done in the write itself, as is usual,
 * a turn would cost more the more messages there are; here it is done in short steps after it. `soon` is called after
 * writes, `stop` before the client is closed.
 */
export function createSearchMerges(client: BetterSqlite3.Database): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const stepAfter = (ms: number) => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!stopped && mergeStep(client)) stepAfter(betweenStepsMs);
    }, ms).unref();
  };
  return {
    soon() {
      if (!timer && !stopped) stepAfter(restMs);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Merges a little. False: there is nothing to merge, or it cannot be done now. */
export function mergeStep(client: BetterSqlite3.Database): boolean {
  try {
    const changes = () => (client.prepare('select total_changes() as n').get() as { n: number }).n;
    const before = changes();
    client.prepare("insert into search_index (search_index, rank) values ('merge', ?)").run(BigInt(pagesPerStep));
    // By FTS5's documentation: a step without work counts as less than two changes.
    return changes() - before >= 2;
  } catch {
    // Another process writes (a script), or the database is not migrated yet. The next write asks again.
    return false;
  }
}
