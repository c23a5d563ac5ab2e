import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../database.ts';
import { databaseFailure } from '../database-failures.ts';
import { openSqlite } from './open-sqlite.ts';

let folder: string;
let db: Database;
let other: BetterSqlite3.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noek-lock-'));
});
afterEach(async () => {
  if (other.inTransaction) other.exec('rollback');
  other.close();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A database in which another process, such as a script, is writing. */
async function openLocked(patienceMs?: number) {
  const file = join(folder, 'noek.db');
  db = openSqlite(file, patienceMs === undefined ? {} : { patienceMs });
  await db.migrate();
  other = new BetterSqlite3(file);
  other.exec('begin immediate');
  return { accounts: db.tables.allowanceAccounts, unlock: () => void other.exec('commit') };
}

const row = (subject: string) => ({ subject, total: 1 });

test('while another process is writing, reads and the readiness check do not wait, and writes wait without blocking the event loop', async () => {
  const { accounts, unlock } = await openLocked();
  const answered: string[] = [];
  const writes = [
    db.atomic((step) => step.add(step.orm.insert(accounts).values(row('step')))).then(() => answered.push('step')),
    db.write((orm) => orm.insert(accounts).values(row('alone'))).then(() => answered.push('alone')),
  ];
  const longest = await longestTurn(async () => {
    for (let look = 0; look < 20; look++) {
      expect(await db.orm.select().from(accounts)).toEqual([]);
      await db.ping();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  // SQLite itself would wait for 5 seconds.
  expect(longest).toBeLessThan(1_000);
  expect(answered).toEqual([]);
  const late = db.atomic((step) => step.add(step.orm.insert(accounts).values(row('late'))));
  unlock();
  await Promise.all([...writes, late]);
  const stored = await db.orm.select({ subject: accounts.subject }).from(accounts).orderBy(accounts.subject);
  expect(stored.map(({ subject }) => subject)).toEqual(['alone', 'late', 'step']);
});

test('a write that has waited long enough is refused, leaves nothing behind, and the next one works', async () => {
  const { accounts, unlock } = await openLocked(50);
  const failures = await Promise.all(
    [
      db.atomic((step) => step.add(step.orm.insert(accounts).values(row('step')))),
      db.write((orm) => orm.insert(accounts).values(row('alone'))),
    ].map((write) => Promise.resolve(write).then(() => null, databaseFailure)),
  );
  expect(failures).toEqual(['locked', 'locked']);
  unlock();
  await db.atomic((step) => step.add(step.orm.insert(accounts).values(row('next'))));
  expect(await db.orm.select().from(accounts)).toMatchObject([{ subject: 'next' }]);
});

test('closing waits until the steps are written or refused', async () => {
  const { accounts } = await openLocked(50);
  const step = db
    .atomic((step) => step.add(step.orm.insert(accounts).values(row('step'))))
    .then(() => null, databaseFailure);
  const refused = vi.fn();
  void step.then(refused);
  await db.close();
  expect(refused).toHaveBeenCalledWith('locked');
  db = openSqlite(join(folder, 'other.db'));
});

/** The longest time in milliseconds for which the event loop was blocked during the work. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await work().finally(() => clearInterval(timer));
  return Math.max(longest, performance.now() - last);
}
