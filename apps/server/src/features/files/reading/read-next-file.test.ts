import { describeOnEngines } from '@noek/db/testing';
import { ByteStoreFailure } from '@noek/files/stores/byte-store';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { addFile } from '../adding/add-file.ts';
import { readNextFile } from './read-next-file.ts';

const never = new AbortController().signal;
const text = 'The tide is high.';

describeOnEngines('readNextFile', (open) => {
  async function withFile() {
    const db = await open();
    const llm = createScriptedLlm(() => {});
    // Only the tests read.
    const fileReadings = { start() {}, wake() {}, untilRead: async () => {}, stop: async () => true };
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
});
