import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { searchParts, searchPartTable } from '../search-parts.ts';
import { insertConversation, insertMessages, insertUser } from '../testing/factories.ts';
import { groupCommits } from './group-commits.ts';
import { mergeStep } from './merge-step.mjs';
import { openSqlite } from './open-sqlite.ts';
import { createMergeSteps, createSearchMerges, type MergeStep } from './search-merges.ts';

afterEach(() => void vi.useRealTimers());

/** Longer than the merges of these tests take. All timers would include those that an earlier file of this process has left behind. */
const untilIdle = () => vi.advanceTimersByTimeAsync(60_000);

/** An index as the migrations create it, whose parts have as many lists as texts each. */
function openIndex(texts: number): BetterSqlite3.Database {
  const client = new BetterSqlite3(':memory:');
  for (const table of searchParts.map(searchPartTable)) {
    client.exec(`create virtual table ${table} using fts5(words, content='', contentless_delete=1, prefix='2 3');
      insert into ${table} (${table}, rank) values ('automerge', 0), ('usermerge', 8), ('crisismerge', 64), ('deletemerge', 0);`);
    const insert = client.prepare(`insert into ${table} (rowid, words) values (?, ?)`);
    for (let i = 1; i <= texts; i++) insert.run(i, `walnut number${i} ${'x'.repeat(i % 9)}`);
  }
  return client;
}
const lists = (client: BetterSqlite3.Database, part = 0) =>
  (client.prepare(`select count(distinct segid) as n from ${searchPartTable(part)}_idx`).get() as { n: number }).n;
const found = (client: BetterSqlite3.Database, part = 0) => {
  const table = searchPartTable(part);
  return client.prepare(`select rowid from ${table} where ${table} match 'walnut'`).all().length;
};

const stepsIn =
  (client: BetterSqlite3.Database): MergeStep =>
  async (part, all) =>
    mergeStep(client, searchPartTable(part), all);

test('merges a part in steps until few lists are left, without losing anything', () => {
  const client = openIndex(60);
  expect(lists(client)).toBe(60);
  let steps = 0;
  while (steps < 1000 && mergeStep(client, 'search_index_0', false) === 'merged') steps++;
  expect(steps).toBeGreaterThan(0);
  expect(steps).toBeLessThan(1000);
  expect(lists(client)).toBeLessThan(8);
  expect(found(client)).toBe(60);
  expect(mergeStep(client, 'search_index_0', false)).toBe('nothing');
  expect(lists(client, 1)).toBe(60);
});

test('starts a while after a write, and stops on request', async () => {
  vi.useFakeTimers();
  const client = openIndex(60);
  const step = vi.fn(stepsIn(client));
  const merges = createSearchMerges(step);
  for (let i = 0; i < 3; i++) merges.soon();
  await vi.advanceTimersByTimeAsync(499);
  expect(step).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(step).toHaveBeenCalledTimes(1);
  await untilIdle();
  for (const part of searchParts) expect(lists(client, part)).toBeLessThan(8);
  step.mockClear();
  merges.soon();
  await merges.stop();
  merges.soon();
  await untilIdle();
  expect(step).not.toHaveBeenCalled();
});

test('words of what was deleted leave the index, in steps, however few they are', async () => {
  vi.useFakeTimers();
  const client = openIndex(600);
  client.pragma('secure_delete = on');
  client.exec("insert into search_index_5 (rowid, words) values (1000, 'qzjxkwvotter')");
  const removed = vi.fn();
  const merges = createSearchMerges(stepsIn(client), removed);
  merges.soon();
  await untilIdle();
  client.exec('delete from search_index_5 where rowid = 1000');
  const hasWord = () => client.serialize().includes('zjxkwvotter');
  merges.soon();
  await untilIdle();
  expect(hasWord()).toBe(true);
  merges.removeDeleted();
  merges.removeDeleted();
  await untilIdle();
  expect(hasWord()).toBe(false);
  expect(removed).toHaveBeenCalledTimes(1);
  for (const part of searchParts) expect(found(client, part)).toBe(600);
});

test('a database without an index is not changed', () => {
  expect(mergeStep(new BetterSqlite3(':memory:'), 'search_index_0', false)).toBe('failed');
});

/** Steps that end when the test says so. */
function heldSteps() {
  const held: ((result: 'merged' | 'nothing') => void)[] = [];
  const step: MergeStep = () => new Promise((done) => held.push(done));
  return { held, step };
}

test('one step runs at a time, and what is written or deleted during it is merged too', async () => {
  vi.useFakeTimers();
  const { held, step } = heldSteps();
  const removed = vi.fn();
  const merges = createSearchMerges(step, removed);
  merges.soon();
  await untilIdle();
  merges.soon();
  merges.removeDeleted();
  await untilIdle();
  expect(held).toHaveLength(1);
  for (let ended = 0; held[ended]; ended++) {
    held[ended]?.('nothing');
    await untilIdle();
  }
  expect(held).toHaveLength(2 * searchParts.length);
  expect(removed).toHaveBeenCalledTimes(1);
});

test('rests after a long step for as long as it took, so that writes get their share of the time', async () => {
  vi.useFakeTimers();
  const { held, step } = heldSteps();
  createSearchMerges(step).soon();
  await vi.advanceTimersByTimeAsync(500);
  await vi.advanceTimersByTimeAsync(300);
  held[0]?.('merged');
  await vi.advanceTimersByTimeAsync(299);
  expect(held).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(held).toHaveLength(2);
});

test('stopping waits for the step that is running, and begins no other', async () => {
  vi.useFakeTimers();
  const { held, step } = heldSteps();
  const removed = vi.fn();
  const merges = createSearchMerges(step, removed);
  merges.removeDeleted();
  await untilIdle();
  const stopped = vi.fn();
  const stopping = merges.stop().then(stopped);
  await untilIdle();
  expect(stopped).not.toHaveBeenCalled();
  held[0]?.('nothing');
  await stopping;
  await untilIdle();
  expect(held).toHaveLength(1);
  expect(removed).not.toHaveBeenCalled();
});

test('a step that fails is tried again until the words are gone', async () => {
  vi.useFakeTimers();
  const removed = vi.fn();
  const step = vi.fn<MergeStep>(async () => 'nothing').mockRejectedValueOnce(new Error('The thread ended.'));
  createSearchMerges(step, removed).removeDeleted();
  await untilIdle();
  expect(step.mock.calls.slice(0, 3)).toEqual([
    [0, true],
    [0, true],
    [1, true],
  ]);
  expect(removed).toHaveBeenCalledTimes(1);
});

describe('in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'noek-merges-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('another connection merges, in a thread: nothing is merged on the event loop', async () => {
    const db = openSqlite(join(folder, 'noek.db'));
    await db.migrate();
    const { $client: client } = db.orm as unknown as { $client: BetterSqlite3.Database };
    const prepare = vi.spyOn(client, 'prepare');
    const { id: userId } = await insertUser(db);
    const { id } = await insertConversation(db, { userId });
    for (let i = 0; i < 20; i++) await insertMessages(db, id, [`walnut ${i}`]);
    await db.write((orm) => orm.delete(db.tables.messages).where(eq(db.tables.messages.ordinal, 3)));
    const writtenByOthers = () => client.pragma('data_version', { simple: true });
    const before = writtenByOthers();
    db.eraseDeleted();
    await vi.waitFor(() => {
      expect(writtenByOthers()).not.toBe(before);
      for (const part of searchParts) expect(lists(client, part)).toBeLessThan(2);
    }, 10_000);
    expect(prepare.mock.calls.filter(([statement]) => statement.includes("'merge'"))).toEqual([]);
    await db.close();
  });

  test('writes do not wait until the thread has started', async () => {
    const order: string[] = [];
    const onWorker = (worker: Worker) => void worker.once('message', () => order.push('the thread answered'));
    process.once('worker', onWorker);
    onTestFinished(() => void process.off('worker', onWorker));
    const client = new BetterSqlite3(join(folder, 'noek.db'));
    const steps = createMergeSteps(
      client,
      (work) => {
        order.push('writes wait');
        return work();
      },
      1_000,
    );
    expect(await steps.step(0, false)).toBe('failed');
    expect(order).toEqual(['the thread answered', 'writes wait']);
    await steps.close();
    client.close();
  });

  test('writes wait for a step of a merge without holding the event loop', async () => {
    const commits = groupCommits(new BetterSqlite3(join(folder, 'noek.db')), null, () => {}, 0);
    const { held, step } = heldSteps();
    const order: string[] = [];
    const pauses = ['first', 'second'].map((name) =>
      commits.pauseFor(async () => order.push(`${name} ${await step(0, false)}`)),
    );
    await setImmediate();
    const write = commits.add(() => order.push('written'));
    for (let turns = 0; turns < 5; turns++) await setImmediate();
    expect([order, held.length]).toEqual([[], 1]);
    held[0]?.('merged');
    await write;
    await vi.waitFor(() => expect(held).toHaveLength(2));
    held[1]?.('nothing');
    await Promise.all(pauses);
    expect(order.toSorted()).toEqual(['first merged', 'second nothing', 'written']);
  });
});
