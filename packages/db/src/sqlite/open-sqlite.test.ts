import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../open.ts';
import { preparedStatement } from '../prepared.ts';
import { insertUser } from '../testing/factories.ts';
import { DatabaseInUseError, openSqlite } from './open-sqlite.ts';

let folder: string;
let file: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noek-sqlite-'));
  file = join(folder, 'noek.db');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const hrefOf = (file: string) => new URL(file, import.meta.url).href;

/** A process that opens the file like the server, writes a user, prints the result, and keeps running. */
const owner = `
  const { openSqlite } = await import('${hrefOf('open-sqlite.ts')}');
  const { insertUser } = await import('${hrefOf('../testing/factories.ts')}');
  try {
    const db = openSqlite(process.argv[1], { exclusive: true });
    await db.migrate();
    await insertUser(db, { id: process.argv[2] });
    console.log('open');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.name + ': ' + error.message);
  }
`;

async function startOwner(userId: string): Promise<{ said: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', owner, file, userId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { said: said.toString().trim(), child };
}

async function usersIn(path: string): Promise<string[]> {
  const db = openSqlite(path);
  const rows = await db.orm.select({ id: db.tables.users.id }).from(db.tables.users);
  await db.close();
  return rows.map(({ id }) => id);
}

const insertAccount = preparedStatement<{ subject: string; total: number }, unknown>(
  'test_insert_plain_account',
  (orm, { allowanceAccounts }, value) =>
    orm.insert(allowanceAccounts).values({ subject: value('subject'), total: value('total') }),
);

/** A migrated database whose syncs end when the test says so. */
async function openHeld() {
  const waits: (() => void)[] = [];
  let holds = false;
  const db = openSqlite(file, { sync: (_, done) => void (holds ? waits.push(() => done(null)) : done(null)) });
  await db.migrate();
  holds = true;
  return { db, waits };
}

test('a second server on the same file is refused with one sentence, in another process and in this one', async () => {
  const db = openSqlite(file, { exclusive: true });
  const { said } = await startOwner('late');
  expect(said).toBe(
    `DatabaseInUseError: Another Noek process is using ${file}. Stop it first, or set DATA_DIR to another folder.`,
  );
  expect(() => openSqlite(file, { exclusive: true })).toThrow(DatabaseInUseError);
  await db.close();
});

test('scripts can read and write while the server is running', async () => {
  const { said } = await startOwner('of the server');
  expect(said).toBe('open');
  const script = openSqlite(file);
  await insertUser(script, { id: 'of the script' });
  await script.close();
  expect((await usersIn(file)).sort()).toEqual(['of the script', 'of the server']);
});

test('a killed server leaves its file unlocked, with everything that it acknowledged', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const { said, child } = await startOwner(`user ${round}`);
    expect(said).toBe('open');
    acknowledged.push(`user ${round}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect((await usersIn(file)).sort()).toEqual(acknowledged);
});

test('closing unlocks the file', async () => {
  await openSqlite(file, { exclusive: true }).close();
  await openSqlite(file, { exclusive: true }).close();
});

test('an atomic step is answered when its commit is on disk; steps that come meanwhile share the next commit', async () => {
  const { db, waits } = await openHeld();
  const answered: string[] = [];
  const { allowanceAccounts: accounts } = db.tables;
  const add = (subject: string) =>
    db
      .atomic((step) => step.add(step.orm.insert(accounts).values({ subject, total: 1 })))
      .then(() => answered.push(subject));
  const stored = async () => (await db.orm.select().from(accounts)).map(({ subject }) => subject);
  const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

  const first = add('a');
  await vi.waitFor(async () => expect(await stored()).toEqual(['a']));
  const later: Promise<unknown>[] = [];
  for (const subject of ['b', 'c']) {
    later.push(add(subject));
    await turnOfTheLoop();
    await turnOfTheLoop();
  }
  expect([await stored(), answered, waits.length]).toEqual([['a'], [], 1]);
  waits[0]?.();
  await first;
  expect(answered).toEqual(['a']);
  await vi.waitFor(() => expect(waits).toHaveLength(2));
  expect([await stored(), answered]).toEqual([['a', 'b', 'c'], ['a']]);
  waits[1]?.();
  await Promise.all(later);
  expect([answered, waits.length]).toEqual([['a', 'b', 'c'], 2]);
  await db.close();
});

test('steps that wait for a sync are committed when the database is closed, and refused if the sync fails', async () => {
  const { db, waits } = await openHeld();
  const { allowanceAccounts: accounts } = db.tables;
  const add = (subject: string) =>
    db.atomic((step) => step.add(step.orm.insert(accounts).values({ subject, total: 1 })));
  const first = add('a');
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  const second = add('b');
  const closing = db.close();
  waits[0]?.();
  await vi.waitFor(() => expect(waits).toHaveLength(2));
  waits[1]?.();
  await Promise.all([first, second, closing]);

  const ends: ((error: Error) => void)[] = [];
  const broken = openSqlite(file, { sync: (_, done) => void ends.push(done) });
  const outcomes = Promise.allSettled([
    broken.atomic((step) => step.add(step.orm.insert(accounts).values({ subject: 'c', total: 1 }))),
    new Promise((resolve) => setImmediate(resolve)).then(() =>
      broken.atomic((step) => step.add(step.orm.insert(accounts).values({ subject: 'd', total: 1 }))),
    ),
  ]);
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  await new Promise((resolve) => setImmediate(resolve));
  ends[0]?.(new Error('EIO: i/o error, fdatasync'));
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await broken.orm.select().from(accounts)).map(({ subject }) => subject).sort()).toEqual(['a', 'b', 'c']);
  await broken.close();
});

test('after a failed sync nothing is acknowledged any more', async () => {
  const broken = new Error('EIO: i/o error, fdatasync');
  let fails = false;
  const db = openSqlite(file, { sync: (_, done) => setImmediate(done, fails ? broken : null) });
  await db.migrate();
  fails = true;
  const add = (subject: string) =>
    db.atomic((step) => step.add(step.orm.insert(db.tables.allowanceAccounts).values({ subject, total: 1 })));
  await expect(add('a')).rejects.toBe(broken);
  fails = false;
  await expect(add('b')).rejects.toBe(broken);
  expect(await db.orm.select().from(db.tables.allowanceAccounts)).toMatchObject([{ subject: 'a' }]);
  await db.close();
});

test('a single write is answered when it is on disk, as a step is, and shares its commit and sync; reading does not wait', async () => {
  const { db, waits } = await openHeld();
  const { allowanceAccounts: accounts } = db.tables;
  const row = (subject: string) => ({ subject, total: 1 });
  const answered: unknown[] = [];
  const note = (name: string) => (rows: unknown) => void answered.push([name, rows]);
  const stored = async () => (await db.orm.select().from(accounts)).map(({ subject }) => subject);

  const first = db
    .write((orm) => orm.insert(accounts).values(row('alone')).returning({ subject: accounts.subject }))
    .then(note('alone'));
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  const others = [
    db.write((orm) => orm.update(accounts).set({ total: 2 })).then(note('update')),
    db.write((orm) => insertAccount.in(db, orm, row('prepared'))).then(note('prepared')),
    db.atomic((step) => step.add(step.orm.insert(accounts).values(row('step')))).then(note('step')),
  ];
  const refused = expect(db.write((orm) => orm.insert(accounts).values(row('alone')))).rejects.toThrow();
  expect([answered, await stored()]).toEqual([[], ['alone']]);
  waits[0]?.();
  await first;
  await vi.waitFor(() => expect(waits).toHaveLength(2));
  await refused;
  expect([answered, await stored()]).toEqual([[['alone', [{ subject: 'alone' }]]], ['alone', 'prepared', 'step']]);
  waits[1]?.();
  await Promise.all(others);
  expect(answered.map((one) => (one as [string])[0]).sort()).toEqual(['alone', 'prepared', 'step', 'update']);
  expect(waits).toHaveLength(2);
  await db.close();
});

test('a single write is refused after a failed sync', async () => {
  let fails = false;
  const db = openSqlite(file, { sync: (_, done) => setImmediate(done, fails ? new Error('EIO') : null) });
  await db.migrate();
  fails = true;
  const add = (subject: string) =>
    db.write((orm) => orm.insert(db.tables.allowanceAccounts).values({ subject, total: 1 }));
  await expect(add('a')).rejects.toThrow('EIO');
  fails = false;
  await expect(add('b')).rejects.toThrow('EIO');
  expect(await db.orm.select().from(db.tables.allowanceAccounts)).toMatchObject([{ subject: 'a' }]);
  await db.close();
});

test('a migration is answered when it is on disk, and closing waits for a sync that is running', async () => {
  const waits: (() => void)[] = [];
  const db = openSqlite(file, { sync: (_, done) => void waits.push(() => done(null)) });
  const ended: string[] = [];
  const migration = db.migrate().then(() => void ended.push('migration'));
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  const closing = db.close().then(() => void ended.push('closing'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([]);
  waits[0]?.();
  await Promise.all([migration, closing]);
  expect(ended).toEqual(['migration', 'closing']);
});

test('steps have no savepoints, which copy what they change, until one of them fails', async () => {
  const db = openSqlite(file);
  await db.migrate();
  const { allowanceAccounts: accounts } = db.tables;
  let runs = 0;
  const add = (subject: string) =>
    db.atomic((step) => {
      runs++;
      step.add(step.orm.insert(accounts).values({ subject, total: 1 }));
    });
  await Promise.all([add('a'), add('b')]);
  expect(runs).toBe(2);
  const results = await Promise.allSettled([add('c'), add('a'), add('d')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  // The first two again, each with a savepoint.
  expect(runs).toBe(7);
  await expect(add('d')).rejects.toThrow();
  expect(runs).toBe(8);
  const stored = await db.orm.select({ subject: accounts.subject }).from(accounts).orderBy(accounts.subject);
  expect(stored.map(({ subject }) => subject)).toEqual(['a', 'b', 'c', 'd']);
  await db.close();
});

test('databases in memory are separate', async () => {
  const [one, other] = [openSqlite(':memory:', { exclusive: true }), openSqlite(':memory:', { exclusive: true })];
  await Promise.all([one.migrate(), other.migrate()]);
  await insertUser(one);
  expect(await other.orm.select().from(other.tables.users)).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});

test('missing folders of a file: URL are created', async () => {
  const db = await openDatabase(`file:${join(folder, 'deep/er/noek.db')}`);
  await db.migrate();
  await db.ping();
  await db.close();
});

test('a failed statement leaves the file without the other statements of its atomic step', async () => {
  const db = openSqlite(file);
  await db.migrate();
  const { allowanceAccounts: accounts } = db.tables;
  const twice = { subject: 'a', total: 1 };
  const step = db.atomic((step) => {
    step.add(step.orm.insert(accounts).values(twice));
    step.add(step.orm.insert(accounts).values(twice));
  });
  await expect(step).rejects.toThrow();
  await db.close();
  const again = openSqlite(file);
  expect(await again.orm.select().from(accounts)).toEqual([]);
  await again.close();
});
