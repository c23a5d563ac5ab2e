import type BetterSqlite3 from 'better-sqlite3';

/** The delay before the first step after a write, and between steps, in milliseconds. */
const restMs = 500;
const betweenStepsMs = 20;
/** Pages per step, which take one or two milliseconds. */
const pagesPerStep = 64;

/** How long a removal of deleted words from the whole index rests for each unit of work: it takes at most a twentieth of the time. */
const restPerWork = 19;

/**
 * Merges the lists of the FTS5 index. FTS5 writes each message to a new list and by default merges lists during writes, which makes
 * a turn slower the more messages there are. Here the merging is done in short steps afterwards. Call `soon` after writes and `stop`
 * before the client is closed.
 *
 * The index only marks what is deleted and keeps its words until their list is merged. `removeDeleted` merges all lists, in the same
 * steps, and calls back when the words are gone. After a long removal, the next one waits accordingly.
 */
export function createSearchMerges(
  client: BetterSqlite3.Database,
  onRemoved: () => void = () => {},
): { soon(): void; removeDeleted(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Words of what was deleted are in the index. */
  let asked = false;
  let removing = false;
  let workMs = 0;
  let notBefore = 0;

  const stepAfter = (ms: number) => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!stopped) work();
    }, ms).unref();
  };

  function work(): void {
    const from = performance.now();
    const begins = asked && !removing && from >= notBefore;
    const result = mergeStep(client, begins);
    workMs += performance.now() - from;
    if (begins && result !== 'failed') {
      asked = false;
      removing = true;
    }
    if (result === 'merged') stepAfter(betweenStepsMs);
    else if (result === 'failed' && (asked || removing)) stepAfter(restMs);
    else end();
  }

  function end(): void {
    if (removing) {
      removing = false;
      notBefore = performance.now() + workMs * restPerWork;
      onRemoved();
    }
    workMs = 0;
    if (asked) stepAfter(Math.max(0, notBefore - performance.now()));
  }

  return {
    soon() {
      if (!timer && !stopped) stepAfter(restMs);
    },
    removeDeleted() {
      asked = true;
      if (!timer && !stopped) stepAfter(0);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Merges a little. `all` begins to merge all lists into one, which the next steps continue. "nothing" is left to merge, or it "failed",
 * because another process is writing, or the database is not migrated yet.
 */
export function mergeStep(client: BetterSqlite3.Database, all = false): 'merged' | 'nothing' | 'failed' {
  try {
    const changes = () => (client.prepare('select total_changes() as n').get() as { n: number }).n;
    const before = changes();
    const merge = client.prepare("insert into search_index (search_index, rank) values ('merge', ?)");
    merge.run(BigInt(all ? -pagesPerStep : pagesPerStep));
    // According to FTS5's documentation, a step without work counts as fewer than two changes.
    return changes() - before >= 2 ? 'merged' : 'nothing';
  } catch {
    return 'failed';
  }
}

/** What was deleted from the small index of people is removed from it at once (https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option). */
export function eraseInIndexOfPeople(client: BetterSqlite3.Database): void {
  if (client.prepare("select v from search_people_index_config where k = 'secure-delete'").pluck().get()) return;
  client.exec(`insert into search_people_index (search_people_index, rank) values ('secure-delete', 1);
    insert into search_people_index (search_people_index) values ('optimize');`);
}
