import type BetterSqlite3 from 'better-sqlite3';

/** The delay before the first step after a write, and between steps, in milliseconds. */
const restMs = 500;
const betweenStepsMs = 20;
/** Pages per step, which take one or two milliseconds. */
const pagesPerStep = 64;

/**
 * Merges the lists of the FTS5 index. FTS5 writes each message to a new list and by default merges lists during writes, which makes
 * a turn slower the more messages there are. Here the merging is done in short steps afterwards. Call `soon` after writes and `stop`
 * before the client is closed.
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

/** Merges a little. Returns false if there is nothing to merge, or if it is not possible now. */
export function mergeStep(client: BetterSqlite3.Database): boolean {
  try {
    const changes = () => (client.prepare('select total_changes() as n').get() as { n: number }).n;
    const before = changes();
    const merge = client.prepare("insert into search_index (search_index, rank) values ('merge', ?)");
    merge.run(BigInt(pagesPerStep));
    // According to FTS5's documentation, a step without work counts as fewer than two changes.
    return changes() - before >= 2;
  } catch {
    // Another process, such as a script, is writing, or the database is not migrated yet. The next write tries again.
    return false;
  }
}
