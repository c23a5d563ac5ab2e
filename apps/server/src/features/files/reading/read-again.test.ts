import { describeOnEngines } from '@noek/db/testing/engines';
import { ByteStoreFailure } from '@noek/files/stores/byte-store';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { addFile } from '../adding/add-file.ts';
import { readAgain } from './read-again.ts';
import { readNextFile } from './read-next-file.ts';
import { readerVersion } from './reader-version.ts';

const never = new AbortController().signal;

describeOnEngines('readAgain', (open) => {
  async function withOldFile(set: Record<string, unknown> = {}) {
    const db = await open();
    const none = { start() {}, announce() {}, untilRead: async () => {}, stop: async () => true };
    const ctx = createChatCtx(
      db,
      createScriptedLlm(() => {}),
      { actor: await userActor(db), fileReadings: none },
    );
    const { id } = await addFile(ctx, { name: 'a.txt', body: new Blob(['What it says now.']).stream() });
    await readNextFile(ctx, never);
    const { files: f, filePages: p } = db.tables;
    await db.write((orm) => orm.update(p).set({ text: 'What was read before.' }).where(eq(p.fileId, id)));
    await db.write((orm) =>
      orm
        .update(f)
        .set({ readWith: 0, inSearch: true, ...set })
        .where(eq(f.id, id)),
    );
    const row = async () => (await db.orm.select().from(f).where(eq(f.id, id)))[0];
    const text = async () => (await db.orm.select().from(p).where(eq(p.fileId, id)))[0]?.text;
    return { ctx, id, row, text };
  }

  test('a file of older readers is read again, once, and gets into the search again', async () => {
    const { ctx, row, text } = await withOldFile();
    expect(await readAgain(ctx, never)).toBe(true);
    expect(await text()).toBe('What it says now.');
    expect(await row()).toMatchObject({ state: 'ready', readWith: readerVersion, readingUntil: null, inSearch: false });
    expect(await readAgain(ctx, never)).toBe(false);
  });

  test('it has the text of before while it is read, and keeps it if it cannot be read now', async () => {
    const { ctx, row, text } = await withOldFile();
    const during: unknown[] = [];
    const read: typeof ctx.fileReader.read = async () => {
      during.push((await row())?.state, await text());
      return { state: 'failed', problem: 'Too slow.', detail: null, wasEnded: true };
    };
    await readAgain({ ...ctx, fileReader: { ...ctx.fileReader, read } }, never);
    expect(during).toEqual(['ready', 'What was read before.']);
    expect(await text()).toBe('What was read before.');
    expect(await row()).toMatchObject({ state: 'ready', problem: null, readWith: readerVersion });
  });

  test('a file that failed before is ready if it can be read now', async () => {
    const { ctx, row, text } = await withOldFile({ state: 'failed', problem: 'It could not be read.' });
    await readAgain(ctx, never);
    expect(await text()).toBe('What it says now.');
    expect(await row()).toMatchObject({ state: 'ready', problem: null });
  });

  test('one that ended two processes is left as it is', async () => {
    const { ctx, row, text } = await withOldFile({ attempts: 2, readingUntil: new Date(0) });
    await readAgain(ctx, never);
    expect(await text()).toBe('What was read before.');
    expect(await row()).toMatchObject({ state: 'ready', readWith: readerVersion });
  });

  test('a file waits while the storage cannot be reached, however long that takes', async () => {
    const { ctx, row, text } = await withOldFile();
    const get = () => Promise.reject(new ByteStoreFailure('unavailable', 'It does not answer.'));
    for (let tries = 0; tries < 4; tries++) {
      await expect(readAgain({ ...ctx, fileStore: { ...ctx.fileStore, get } }, never)).rejects.toThrow('answer');
      ctx.clock.advance(10_001);
    }
    expect(await row()).toMatchObject({ state: 'ready', readWith: 0 });
    await readAgain(ctx, never);
    expect(await text()).toBe('What it says now.');
  });

  test('an abort leaves it to the next process', async () => {
    const { ctx, row, text } = await withOldFile();
    const stopping = new AbortController();
    const read: typeof ctx.fileReader.read = () => {
      stopping.abort(new Error('The process ends.'));
      return new Promise(() => {});
    };
    await readAgain({ ...ctx, fileReader: { ...ctx.fileReader, read } }, stopping.signal);
    expect(await row()).toMatchObject({ state: 'ready', readWith: 0, readingUntil: null });
    await readAgain(ctx, never);
    expect(await text()).toBe('What it says now.');
  });
});
