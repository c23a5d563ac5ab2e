import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CheckpointOptions } from './checkpoints.ts';
import { openSqlite } from './open-sqlite.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noek-checkpoints-'));
  file = join(folder, 'noek.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function openMigrated(checkpoints: CheckpointOptions) {
  const db = openSqlite(file, { checkpoints });
  await db.migrate();
  const { guests } = db.tables;
  const addGuest = (id: string) =>
    db.atomic((step) => step.add(step.orm.insert(guests).values({ id, tokenHash: id, createdAt: new Date(0) })));
  return { db, addGuest };
}

function read<T>(path: string, run: (client: BetterSqlite3.Database) => T): T {
  const client = new BetterSqlite3(path);
  client.pragma('wal_autocheckpoint = 0');
  try {
    return run(client);
  } finally {
    client.close();
  }
}
const guestsIn = (path: string) =>
  read(path, (client) => client.prepare('select id from guests').pluck().all() as string[]);
/** What is in the database file itself, without its log. */
function guestsWithoutLog(): string[] {
  const copy = join(folder, 'copy.db');
  copyFileSync(file, copy);
  return guestsIn(copy);
}
/** Pages in the log since it last began. */
const logPages = () => read(file, (client) => (client.pragma('wal_checkpoint(NOOP)') as [{ log: number }])[0].log);

/** Adds more than the few pages that are copied while steps wait. */
const lengthenLog = () =>
  read(file, (client) => client.exec('create table filler as select zeroblob(8000000) as content'));

/** Copies that end when the test says so. */
function heldCopies() {
  const held: (() => void)[] = [];
  return { held, copyLog: () => new Promise<void>((done) => held.push(done)) };
}
/** A thread of a busy machine may take long. */
const untilCopied = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });
const startedCopies = (held: readonly unknown[], count: number) => vi.waitFor(() => expect(held).toHaveLength(count));

test('a long log is copied into the database by another thread, and starts again', async () => {
  const { db, addGuest } = await openMigrated({ pages: 1 });
  await addGuest('first');
  await untilCopied(() => expect(guestsWithoutLog()).toEqual(['first']));
  let before = logPages();
  let count = 0;
  await untilCopied(async () => {
    await addGuest(`later-${count++}`);
    const [last, pages] = [before, logPages()];
    before = pages;
    expect(pages).toBeLessThan(last);
  });
  await db.close();
  expect(guestsIn(file)).toHaveLength(1 + count);
});

test('a log is left alone until it is long', async () => {
  const { held, copyLog } = heldCopies();
  const { db, addGuest } = await openMigrated({ copyLog, pages: 1_500 });
  const looks = vi.spyOn((db.orm as unknown as { $client: BetterSqlite3.Database }).$client, 'pragma');
  await addGuest('first');
  await vi.waitFor(() => expect(looks).toHaveBeenCalled());
  expect(held).toEqual([]);
  lengthenLog();
  await addGuest('second');
  await startedCopies(held, 1);
  const closing = db.close();
  held[0]?.();
  await closing;
});

test('steps are committed while a long log is copied, and wait for the last of it only', async () => {
  const { held, copyLog } = heldCopies();
  const { db, addGuest } = await openMigrated({ copyLog, pages: 1_500 });
  lengthenLog();
  await addGuest('first');
  for (const round of [0, 1, 2]) {
    await startedCopies(held, round + 1);
    await addGuest(`during-${round}`);
    held[round]?.();
  }
  await startedCopies(held, 4);
  const late = [addGuest('late'), addGuest('later')];
  for (let turns = 0; turns < 5; turns++) await setImmediate();
  expect(guestsIn(file)).toEqual(['during-0', 'during-1', 'during-2', 'first']);
  held[3]?.();
  await Promise.all(late);
  expect(guestsIn(file)).toEqual(['during-0', 'during-1', 'during-2', 'first', 'late', 'later']);
  const closing = db.close();
  // The next copy may have begun.
  held[4]?.();
  await closing;
});

test('what is written while a copy ends is copied, too', async () => {
  const { held, copyLog } = heldCopies();
  const { db, addGuest } = await openMigrated({ copyLog, pages: 1 });
  await addGuest('first');
  await startedCopies(held, 1);
  const second = addGuest('second');
  held[0]?.();
  await second;
  await startedCopies(held, 2);
  const closing = db.close();
  held[1]?.();
  await closing;
});

test('a copy that fails costs no step, and the next write tries again', async () => {
  let calls = 0;
  const copyLog = async () => {
    calls++;
    throw new Error('The disk is full.');
  };
  const { db, addGuest } = await openMigrated({ copyLog, pages: 1 });
  await addGuest('first');
  await vi.waitFor(() => expect(calls).toBe(1));
  await vi.waitFor(async () => {
    await addGuest(`next-${performance.now()}`);
    expect(calls).toBeGreaterThan(1);
  });
  await db.close();
});

test('closing waits for the copy that is running, and begins no other', async () => {
  const { held, copyLog } = heldCopies();
  const { db, addGuest } = await openMigrated({ copyLog, pages: 1 });
  await addGuest('first');
  await startedCopies(held, 1);
  const closed = vi.fn();
  const closing = db.close().then(closed);
  for (let turns = 0; turns < 5; turns++) await setImmediate();
  expect(closed).not.toHaveBeenCalled();
  held[0]?.();
  await closing;
  expect(held).toHaveLength(1);
});

const writer = `
  const { openSqlite } = await import('${new URL('open-sqlite.ts', import.meta.url).href}');
  const db = openSqlite(process.argv[1], { checkpoints: { pages: 1 } });
  await db.migrate();
  const { guests } = db.tables;
  for (let i = 0; i < 1e6; i++) {
    const id = process.argv[2] + '-' + i;
    await db.atomic((step) => step.add(step.orm.insert(guests).values({ id, tokenHash: id, createdAt: new Date(0) })));
    process.stdout.write(id + '\\n');
  }
`;

test('acknowledged writes survive when the process is killed while its log is copied', async () => {
  const answered: string[] = [];
  for (const run of ['a', 'b', 'c']) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, file, run], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let copies = 0;
    let pages = 0;
    for await (const id of createInterface({ input: child.stdout })) {
      answered.push(id);
      if (child.killed || answered.length % 100 !== 0) continue;
      const now = logPages();
      if (now < pages) copies++;
      pages = now;
      if (copies === 2) child.kill('SIGKILL');
    }
    await ended;
    const kept = new Set(guestsIn(file));
    expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  }
});
