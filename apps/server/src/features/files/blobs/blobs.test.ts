import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { addFile } from '../adding/add-file.ts';
import { deleteFile } from '../delete-file.ts';
import { findFile } from '../files.queries.ts';
import { purgeBlobs, storeBlob } from './blobs.ts';

const bytes = Buffer.from('The tide is high.');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const minutes = 60_000;

describeOnEngines('a crash between the bytes of a file and its row', (open) => {
  async function begin() {
    const db = await open();
    const ctx = createChatCtx(
      db,
      createScriptedLlm(() => {}),
      // Only the tests remove bytes.
      { actor: await userActor(db), fileKeeping: { start() {}, wake() {}, stop: async () => true } },
    ) as TestCtx;
    await mkdir(ctx.config.dataDir, { recursive: true });
    const blobs = () => db.orm.select().from(db.tables.fileBlobs);
    const isThere = () => existsSync(join(ctx.config.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2)));
    const purge = async () => {
      while (await purgeBlobs(ctx));
    };
    return { ctx, blobs, isThere, purge };
  }
  const add = (ctx: TestCtx) => addFile(ctx, { name: 'a.txt', body: new Blob([bytes]).stream() });

  test('bytes that were stored for a row which was never written are removed', async () => {
    const { ctx, blobs, isThere, purge } = await begin();
    await storeBlob(ctx, { sha256, bytes });
    ctx.clock.advance(4 * minutes);
    await purge();
    // The upload could still be about to write its row.
    expect([(await blobs()).length, isThere()]).toEqual([1, true]);
    ctx.clock.advance(2 * minutes);
    await purge();
    expect([(await blobs()).length, isThere()]).toEqual([0, false]);
  });

  test('bytes whose last file was deleted are removed by the next run', async () => {
    const { ctx, blobs, isThere, purge } = await begin();
    const { id } = await add(ctx);
    await deleteFile(ctx, { fileId: id });
    ctx.clock.advance(1 * minutes);
    const died = new Error('The process died.');
    const remove = ctx.fileStore.delete;
    ctx.fileStore.delete = () => Promise.reject(died);
    await expect(purgeBlobs(ctx)).rejects.toBe(died);
    expect([await blobs(), isThere()]).toMatchObject([[{ sha256, removing: true }], true]);
    ctx.fileStore.delete = remove;
    await purge();
    expect([(await blobs()).length, isThere()]).toEqual([1, true]);
    ctx.clock.advance(1 * minutes);
    await purge();
    expect([(await blobs()).length, isThere()]).toEqual([0, false]);
  });

  test('two processes do not remove the same bytes, which the slower one would remove after they were stored again', async () => {
    const { ctx, isThere, purge } = await begin();
    const { id } = await add(ctx);
    await deleteFile(ctx, { fileId: id });
    ctx.clock.advance(1 * minutes);
    const remove = ctx.fileStore.delete.bind(ctx.fileStore);
    const [began, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slowly = async (hash: string) => {
      began.resolve();
      await stored.promise;
      await remove(hash);
    };
    const bySlow = Promise.allSettled([purgeBlobs({ ...ctx, fileStore: { ...ctx.fileStore, delete: slowly } })]);
    await began.promise;
    await purge();
    const adding = add(ctx);
    // Long enough for the upload to store its bytes, if it does not wait for the removal.
    await wait(300);
    stored.resolve();
    await Promise.all([adding, bySlow]);
    expect(isThere()).toBe(true);
  });

  test('the same content that is added while its bytes are being removed is there afterwards', async () => {
    const { ctx, isThere, purge } = await begin();
    const { id } = await add(ctx);
    await deleteFile(ctx, { fileId: id });
    ctx.clock.advance(1 * minutes);
    const remove = ctx.fileStore.delete.bind(ctx.fileStore);
    const adding = Promise.withResolvers<unknown>();
    ctx.fileStore.delete = async (hash) => {
      adding.resolve(null);
      await remove(hash);
    };
    const removed = purge();
    await adding.promise;
    const again = await add(ctx);
    await removed;
    ctx.fileStore.delete = remove;
    await purge();
    expect(await findFile(ctx, again.id)).toMatchObject({ sha256 });
    expect(isThere()).toBe(true);
  });
});
