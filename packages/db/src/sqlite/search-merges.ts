import type BetterSqlite3 from 'better-sqlite3';
import { searchParts, searchPartTable } from '../search-parts.ts';
import { createDatabaseThread } from './database-thread.ts';
import { mergeStep } from './merge-step.mjs';

/** The delay before the first step after a write, and between steps, in milliseconds. */
const restMs = 500;
const betweenStepsMs = 20;

/** Removing deleted words from the whole index takes at most a twentieth of the time. */
const restPerWork = 19;

type Result = 'merged' | 'nothing' | 'failed';
/** Does a step in a part of the index. `all` begins to merge all lists of the part. */
export type MergeStep = (part: number, all: boolean) => Promise<Result>;

/**
 * Merges the lists of the FTS5 index, part by part. FTS5 writes each message to a new list and by default merges lists during writes,
 * which makes a turn slower the more messages there are. Here the merging is done in short steps afterwards. Call `soon` after writes and
 * `stop` before the client is closed; it waits for a step that is running.
 *
 * The index only marks what is deleted and keeps its words until their list is merged. `removeDeleted` merges all lists, in the same
 * steps, and calls back when the words are gone. After that was much work, the next removal waits. `worked` tells how much work all steps
 * have been, in milliseconds: on a busy machine, less than the time that they took.
 */
export function createSearchMerges(
  step: MergeStep,
  onRemoved: () => void = () => {},
  worked: () => number = () => performance.now(),
): { soon(): void; removeDeleted(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  /** There were writes during a step. */
  let written = false;
  /** Words of what was deleted are in the index. */
  let asked = false;
  /** The round through the parts that is running, if any. */
  let round: { removing: boolean; part: number; begun: boolean } | null = null;
  let workMs = 0;
  let notBefore = 0;

  const stepAfter = (ms: number) => {
    timer = setTimeout(() => {
      timer = undefined;
      running = work().then((rest) => {
        running = null;
        if (rest !== null && !stopped) stepAfter(rest);
      });
    }, ms).unref();
  };
  const isIdle = () => !timer && !running && !stopped;

  /** Resolves to how long to rest before the next step, in milliseconds, or to null if there is nothing to do. */
  async function work(): Promise<number | null> {
    const from = performance.now();
    const before = worked();
    round ??= beginRound(from);
    const result = await mergeNext(round);
    const took = performance.now() - from;
    workMs += worked() - before;
    // Writes wait during a step, so they get at least as much time as the steps.
    if (result === 'merged') return Math.max(betweenStepsMs, took);
    if (result === 'failed' && round.removing) return restMs;
    return end(round);
  }

  function beginRound(now: number): NonNullable<typeof round> {
    const removing = asked && now >= notBefore;
    if (removing) asked = false;
    written = false;
    return { removing, part: 0, begun: false };
  }

  /** Merges a little in the first of the parts, from the current one on, that has something to merge. */
  async function mergeNext(current: NonNullable<typeof round>): Promise<Result> {
    for (; current.part < searchParts.length; current.part++, current.begun = false) {
      const result = await step(current.part, current.removing && !current.begun).catch(() => 'failed' as const);
      if (result === 'failed') return result;
      current.begun = true;
      if (result === 'merged') return result;
      if (stopped) break;
    }
    return 'nothing';
  }

  function end({ removing }: NonNullable<typeof round>): number | null {
    round = null;
    if (removing) {
      notBefore = performance.now() + workMs * restPerWork;
      if (!stopped) onRemoved();
    }
    workMs = 0;
    if (written) return restMs;
    return asked ? Math.max(0, notBefore - performance.now()) : null;
  }

  return {
    soon() {
      written = true;
      if (isIdle()) stepAfter(restMs);
    },
    removeDeleted() {
      asked = true;
      if (isIdle()) stepAfter(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * The steps for a database. FTS5 merges the list of one word at once, however long it is, so for a file a thread does it, and only other
 * writes wait.
 */
export function createMergeSteps(
  client: BetterSqlite3.Database,
  pauseFor: <R>(work: () => Promise<R>) => Promise<R>,
  mostLogPages: number,
): { step: MergeStep; worked(): number; close(): Promise<void> } {
  if (client.memory)
    return {
      step: async (part, all) => mergeStep(client, searchPartTable(part), all),
      worked: () => performance.now(),
      close: async () => {},
    };
  let workMs = 0;
  const thread = createDatabaseThread<object, { result: Result; cpuMs: number }>(
    new URL('./search-merger.mjs', import.meta.url),
  );
  const file = { file: client.name, mostLogPages };
  return {
    async step(part, all) {
      // Writes do not wait until it has started.
      if (!thread.isRunning()) await thread.ask(file);
      const { result, cpuMs } = await pauseFor(() => thread.ask({ ...file, table: searchPartTable(part), all }));
      workMs += cpuMs;
      return result;
    },
    worked: () => workMs,
    close: thread.close,
  };
}

/** Deleted words leave the index of people at once (https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option). */
export function eraseInIndexOfPeople(client: BetterSqlite3.Database): void {
  if (client.prepare("select v from search_people_index_config where k = 'secure-delete'").pluck().get()) return;
  client.exec(`insert into search_people_index (search_people_index, rank) values ('secure-delete', 1);
    insert into search_people_index (search_people_index) values ('optimize');`);
}
