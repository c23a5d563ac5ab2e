import type BetterSqlite3 from 'better-sqlite3';
import { searchParts, searchPartTable } from '../search-parts.ts';

/** The delay before the first step after a write, and between steps, in milliseconds. */
const restMs = 500;
const betweenStepsMs = 20;
/** Pages per step, which take one or two milliseconds. The list of one word is merged at once, however long it is. */
const pagesPerStep = 16;

/** Removing deleted words from the whole index takes at most a twentieth of the time. */
const restPerWork = 19;

/**
 * Merges the lists of the FTS5 index, part by part. FTS5 writes each message to a new list and by default merges lists during writes,
 * which makes a turn slower the more messages there are. Here the merging is done in short steps afterwards. Call `soon` after writes and
 * `stop` before the client is closed.
 *
 * The index only marks what is deleted and keeps its words until their list is merged. `removeDeleted` merges all lists, in the same
 * steps, and calls back when the words are gone. After that has taken long, the next removal waits.
 */
export function createSearchMerges(
  client: BetterSqlite3.Database,
  onRemoved: () => void = () => {},
): { soon(): void; removeDeleted(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Words of what was deleted are in the index. */
  let asked = false;
  /** The round through the parts that is running, if any. */
  let round: { removing: boolean; part: number; begun: boolean } | null = null;
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
    round ??= beginRound(from);
    const result = mergeNext(round);
    workMs += performance.now() - from;
    if (result === 'merged') stepAfter(betweenStepsMs);
    else if (result === 'failed' && round.removing) stepAfter(restMs);
    else end(round);
  }

  function beginRound(now: number): NonNullable<typeof round> {
    const removing = asked && now >= notBefore;
    if (removing) asked = false;
    return { removing, part: 0, begun: false };
  }

  /** Merges a little in the first of the parts, from the current one on, that has something to merge. */
  function mergeNext(current: NonNullable<typeof round>): 'merged' | 'nothing' | 'failed' {
    for (; current.part < searchParts.length; current.part++, current.begun = false) {
      const result = mergeStep(client, current.part, current.removing && !current.begun);
      if (result === 'failed') return result;
      current.begun = true;
      if (result === 'merged') return result;
    }
    return 'nothing';
  }

  function end({ removing }: NonNullable<typeof round>): void {
    round = null;
    if (removing) {
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
 * Merges a little in a part of the index. `all` begins to merge all lists into one, which the next steps continue. Returns "nothing" if
 * nothing is left to merge, and "failed" if another process is writing or the database is not migrated yet.
 */
export function mergeStep(client: BetterSqlite3.Database, part: number, all = false): 'merged' | 'nothing' | 'failed' {
  const table = searchPartTable(part);
  try {
    const changes = () => (client.prepare('select total_changes() as n').get() as { n: number }).n;
    const before = changes();
    const merge = client.prepare(`insert into ${table} (${table}, rank) values ('merge', ?)`);
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
