import BetterSqlite3 from 'better-sqlite3';
import { afterEach, expect, test, vi } from 'vitest';
import { searchParts, searchPartTable } from '../search-parts.ts';
import { createSearchMerges, mergeStep } from './search-merges.ts';

afterEach(() => void vi.useRealTimers());

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

test('merges a part in steps until few lists are left, without losing anything', () => {
  const client = openIndex(60);
  expect(lists(client)).toBe(60);
  let steps = 0;
  while (steps < 1000 && mergeStep(client, 0) === 'merged') steps++;
  expect(steps).toBeGreaterThan(0);
  expect(steps).toBeLessThan(1000);
  expect(lists(client)).toBeLessThan(8);
  expect(found(client)).toBe(60);
  expect(mergeStep(client, 0)).toBe('nothing');
  expect(lists(client, 1)).toBe(60);
});

test('starts a while after a write, and stops on request', () => {
  vi.useFakeTimers();
  const client = openIndex(60);
  const merges = createSearchMerges(client);
  for (let i = 0; i < 3; i++) merges.soon();
  expect(vi.getTimerCount()).toBe(1);
  vi.runAllTimers();
  for (const part of searchParts) expect(lists(client, part)).toBeLessThan(8);
  merges.soon();
  merges.stop();
  merges.soon();
  expect(vi.getTimerCount()).toBe(0);
});

test('words of what was deleted leave the index, in steps, however few they are', () => {
  vi.useFakeTimers();
  const client = openIndex(600);
  client.pragma('secure_delete = on');
  client.exec("insert into search_index_5 (rowid, words) values (1000, 'qzjxkwvotter')");
  const removed = vi.fn();
  const merges = createSearchMerges(client, removed);
  merges.soon();
  vi.runAllTimers();
  client.exec('delete from search_index_5 where rowid = 1000');
  const hasWord = () => client.serialize().includes('zjxkwvotter');
  merges.soon();
  vi.runAllTimers();
  expect(hasWord()).toBe(true);
  merges.removeDeleted();
  merges.removeDeleted();
  vi.runAllTimers();
  expect(hasWord()).toBe(false);
  expect(removed).toHaveBeenCalledTimes(1);
  for (const part of searchParts) expect(found(client, part)).toBe(600);
});

test('a database without an index is not changed', () => {
  expect(mergeStep(new BetterSqlite3(':memory:'), 0)).toBe('failed');
});
