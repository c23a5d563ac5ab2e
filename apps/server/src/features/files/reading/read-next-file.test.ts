import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { createFileReader, type FileReader } from '@noek/files/reading/file-reader';
import { ByteStoreFailure } from '@noek/files/stores/byte-store';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { addFile } from '../adding/add-file.ts';
import { createShares, type Shares } from '../turns/shares.ts';
import { createFileReadings } from './file-readings.ts';
import { readNextFile } from './read-next-file.ts';

const never = new AbortController().signal;
const text = 'The tide is high.';

/** Shares to which each reading adds the same, so that a busy machine changes no order. */
function equalShares(): Shares {
  const shares = createShares();
  return { ...shares, add: (turn, _, wasEnded) => shares.add(turn, 1, wasEnded) };
}

describeOnEngines('readNextFile', (open) => {
  async function withFile() {
    const db = await open();
    const llm = createScriptedLlm(() => {});
    // Only the tests read.
    const fileReadings = { start() {}, announce() {}, untilRead: async () => {}, stop: async () => true };
    const ctx = createChatCtx(db, llm, { actor: await userActor(db), fileReadings });
    const { id } = await addFile(ctx, { name: 'a.txt', body: new Blob([text]).stream() });
    const { filePages: p, files: f } = db.tables;
    const row = async () => (await db.orm.select().from(f).where(eq(f.id, id)))[0];
    const pages = async () => (await db.orm.select().from(p).where(eq(p.fileId, id))).map((page) => page.text);
    return { ctx, row, pages };
  }

  test('a process that was suspended writes nothing after another one has read the file', async () => {
    const { ctx, row, pages } = await withFile();
    const [began, awake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const read: typeof ctx.fileReader.read = async (...file) => {
      const result = await ctx.fileReader.read(...file);
      began.resolve();
      await awake.promise;
      if (result.state === 'failed') return result;
      return { ...result, pages: result.pages.map((page) => ({ ...page, text: 'An earlier text.' })) };
    };
    const suspended = readNextFile({ ...ctx, fileReader: { ...ctx.fileReader, read } }, never);
    await began.promise;
    expect(await readNextFile(ctx, never)).toBe(false);
    ctx.clock.advance(10_001);
    expect(await readNextFile(ctx, never)).toBe(true);
    const after = await row();
    awake.resolve();
    expect(await suspended).toBe(true);
    expect(await pages()).toEqual([text]);
    expect(await row()).toEqual(after);
    expect(after).toMatchObject({ state: 'ready', attempts: 2, readingUntil: null });
  });

  test('a file waits while the storage cannot be reached, however long that takes', async () => {
    const { ctx, row, pages } = await withFile();
    const get = () => Promise.reject(new ByteStoreFailure('unavailable', 'It does not answer.'));
    for (let tries = 0; tries < 4; tries++) {
      await expect(readNextFile({ ...ctx, fileStore: { ...ctx.fileStore, get } }, never)).rejects.toThrow('answer');
      expect(await readNextFile(ctx, never)).toBe(false);
      ctx.clock.advance(10_001);
    }
    expect(await readNextFile(ctx, never)).toBe(true);
    expect(await row()).toMatchObject({ state: 'ready', attempts: 1 });
    expect(await pages()).toEqual([text]);
  });

  /** People and guests who add files, a reader that reads what the test releases, and the names of the files that were begun. */
  async function withPeople() {
    const db = await open();
    const begun: string[] = [];
    const holds = new Map<string, PromiseWithResolvers<void>>();
    const real = createFileReader();
    const ended: string[] = [];
    const read: FileReader['read'] = async (bytes, kind) => {
      const words = Buffer.from(bytes).toString();
      begun.push(words);
      if (words.startsWith('slow')) {
        const hold = Promise.withResolvers<void>();
        holds.set(words, hold);
        await hold.promise;
      }
      if (ended.includes(words)) return { state: 'failed', problem: 'Too slow.', detail: null, wasEnded: true };
      return real.read(bytes, kind);
    };
    const fileReader = { ...real, read };
    const none = { start() {}, announce() {}, untilRead: async () => {}, stop: async () => true };
    const ctx = createChatCtx(
      db,
      createScriptedLlm(() => {}),
      { fileReader, fileReadings: none },
    );
    const person = async (ip: string) => ctx.as(await userActor(db), { ip });
    const add = async (who: TestCtx, words: string) => {
      const { id } = await addFile(who, { name: 'a.txt', body: new Blob([words]).stream() });
      ctx.clock.advance(1);
      return id;
    };
    const stateOf = async (id: string) => {
      const { files: f } = db.tables;
      const [row] = await db.orm.select().from(f).where(eq(f.id, id));
      return row;
    };
    /** Reads all that can be read, one after the other. */
    const readAll = async (shares = equalShares()) => {
      while (await readNextFile(ctx, never, shares));
      return begun.splice(0);
    };
    return { db, ctx, begun, holds, ended, person, add, stateOf, readAll };
  }

  test("another's 20 bytes are read while three slow files of one person wait", async () => {
    const { ctx, begun, holds, person, add, stateOf } = await withPeople();
    const [slow, other] = [await person('192.0.2.1'), await person('192.0.2.1')];
    const slowIds = [await add(slow, 'slow 1'), await add(slow, 'slow 2'), await add(slow, 'slow 3')];
    const readings = createFileReadings(ctx);
    readings.start();
    await expect.poll(() => begun).toEqual(['slow 1']);
    const id = await add(other, '20 bytes of a person');
    readings.announce();
    await expect.poll(async () => (await stateOf(id))?.state).toBe('ready');
    expect(begun).toEqual(['slow 1', '20 bytes of a person']);
    for (const [at, words] of ['slow 1', 'slow 2', 'slow 3'].entries()) {
      await expect.poll(() => holds.has(words)).toBe(true);
      expect(holds.size).toBe(at + 1);
      holds.get(words)?.resolve();
    }
    for (const one of slowIds) await expect.poll(async () => (await stateOf(one))?.state).toBe('ready');
    // It is known for as long as it waits.
    expect((await stateOf(id))?.network).toBe(null);
    expect(await readings.stop()).toBe(true);
  });

  test('two readers that choose at once never take files of one person', async () => {
    const { ctx, begun, holds, person, add } = await withPeople();
    const shares = equalShares();
    const a = await person('192.0.2.1');
    for (const words of ['slow 1', 'slow 2']) await add(a, words);
    const [first, second] = [readNextFile(ctx, never, shares), readNextFile(ctx, never, shares)];
    expect(await second).toBe(false);
    await expect.poll(() => begun).toEqual(['slow 1']);
    holds.get('slow 1')?.resolve();
    expect(await first).toBe(true);
  });

  test('people take turns, then networks, and the older file comes first', async () => {
    const { ctx, person, add, readAll } = await withPeople();
    const [a, b, c] = [await person('192.0.2.1'), await person('192.0.2.1'), await person('198.51.100.1')];
    const guest = ctx.as(await guestActor(ctx.db), { ip: '203.0.113.1' });
    for (const words of ['a1', 'a2', 'a3']) await add(a, words);
    for (const words of ['b1', 'b2']) await add(b, words);
    await add(c, 'c1');
    await add(guest, 'g1');
    await add(c, 'c2');
    expect(await readAll()).toEqual(['a1', 'c1', 'g1', 'b1', 'c2', 'a2', 'b2', 'a3']);
  });

  test('who was ended by time goes last, and never takes both threads with others like them', async () => {
    const { ctx, begun, holds, ended, person, add, readAll } = await withPeople();
    const shares = equalShares();
    const [a, b, c] = [await person('192.0.2.1'), await person('192.0.2.2'), await person('192.0.2.3')];
    ended.push('a0', 'b0');
    await add(a, 'a0');
    await add(b, 'b0');
    await readAll(shares);
    await add(a, 'slow a1');
    await add(b, 'b1');
    for (const words of ['c1', 'c2', 'c3']) await add(c, words);
    for (const words of ['c1', 'c2', 'c3']) {
      await readNextFile(ctx, never, shares);
      expect(begun.at(-1)).toBe(words);
    }
    const slow = readNextFile(ctx, never, shares);
    await expect.poll(() => begun.at(-1)).toBe('slow a1');
    expect(await readNextFile(ctx, never, shares)).toBe(false);
    await add(c, 'c4');
    expect(await readNextFile(ctx, never, shares)).toBe(true);
    expect(begun.at(-1)).toBe('c4');
    holds.get('slow a1')?.resolve();
    await slow;
    expect(await readNextFile(ctx, never, shares)).toBe(true);
    expect(begun.at(-1)).toBe('b1');
  });
});

test('to find the next file, no other files are looked at', async () => {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const ctx = createTestCtx({ db });
  const { id } = await insertUser(db);
  const { fileBlobs, files } = db.tables;
  const row = { sha256: 'a', userId: id, name: 'a.txt', type: 'text/plain', size: 1, createdAt: ctx.now() };
  await db.write((orm) => orm.insert(fileBlobs).values({ sha256: 'a', size: 1, claimedUntil: ctx.now() }));
  await db.write((orm) => orm.insert(files).values({ ...row, id: 'a', state: 'reading', network: 'n' }));
  const read = async () => ({ state: 'failed', problem: 'No.', detail: null, wasEnded: false }) as const;
  const fileStore = { ...ctx.fileStore, get: async () => ({ stream: new Blob(['a']).stream(), size: 1 }) };
  const deps = { ...ctx, fileStore, fileReader: { ...ctx.fileReader, read } };
  const plans = (await queryPlans(db, () => readNextFile(deps, never))).filter((plan) => / files\b/.test(plan));
  expect(plans.length).toBeGreaterThan(2);
  for (const plan of plans)
    expect(plan).toMatch(/ USING (?:COVERING )?INDEX (?:files_reading|files_user|sqlite_autoindex_files)/);
});
