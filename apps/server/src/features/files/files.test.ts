import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesOfGuestPerDay } from '@noek/contract/files/limits';
import { fileSpaces } from '@noek/contract/subscription/plans';
import { describeOnEngines } from '@noek/db/testing/engines';
import { pngOf } from '@noek/files/testing/png';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { deleteConversation, deleteForever } from '../chat/conversations/conversation-trash.ts';
import { emptyDeleted } from '../chat/deletion/deletions.ts';
import { sendMessage } from '../chat/messages/send-message.ts';
import { addFile } from './adding/add-file.ts';
import { purgeBlobs } from './blobs/blobs.ts';
import { deleteFile } from './delete-file.ts';
import { findFile } from './files.queries.ts';
import { listFilePages } from './list-file-pages.ts';
import { listFiles } from './list-files.ts';
import { purgeUnusedFiles } from './removal/remove-files.ts';

const bodyOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
const add = (ctx: TestCtx, text: string | Uint8Array, name = 'notes.txt') =>
  addFile(ctx, { name, body: bodyOf(typeof text === 'string' ? Buffer.from(text) : text) });
const list = (ctx: TestCtx) => listFiles(ctx, { limit: 100 });
const hours = 60 * 60_000;

/** Where the bytes of a file are. */
const pathOf = (ctx: TestCtx, sha256: string) => join(ctx.config.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2));

async function purge(ctx: TestCtx) {
  ctx.clock.advance(60_000);
  while ((await purgeUnusedFiles(ctx)) || (await purgeBlobs(ctx)));
}

describeOnEngines('files', (open) => {
  async function begin() {
    const db = await open();
    const actor = await userActor(db);
    const llm = createScriptedLlm((call) => {
      call.text('An answer.');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor });
    return { db, actor, llm, ctx };
  }

  test('a text is stored, read, listed and deleted, and its bytes with it', async () => {
    const { ctx } = await begin();
    const file = await add(ctx, 'The tide is high.', '../../etc/notes.txt');
    expect(file).toMatchObject({ name: 'notes.txt', type: 'text/plain', size: 17, state: 'reading' });
    await ctx.fileReadings.untilRead(file.id, 20_000);
    const { files, bytesUsed, bytesLimit } = await list(ctx);
    expect(files).toMatchObject([{ id: file.id, state: 'ready', characters: 17, conversations: [] }]);
    expect([bytesUsed, bytesLimit]).toEqual([17, fileSpaces.basic]);
    const { sha256 } = await findFile(ctx, file.id);
    expect(existsSync(pathOf(ctx, sha256))).toBe(true);
    await deleteFile(ctx, { fileId: file.id });
    expect(await list(ctx)).toMatchObject({ files: [], bytesUsed: 0 });
    await purge(ctx);
    // The deletion has started a run, too, which may remove them instead.
    await expect.poll(() => existsSync(pathOf(ctx, sha256))).toBe(false);
  });

  test('the text of a file is read by pages, some at a time', async () => {
    const { ctx, db } = await begin();
    const texts = ['A '.repeat(40_000), '', 'C '.repeat(20_000), 'D', 'E '.repeat(30_000)];
    const { id: fileId } = await add(ctx, 'Something', 'report.txt');
    await ctx.fileReadings.untilRead(fileId, 20_000);
    const { filePages: p } = db.tables;
    const rows = texts.flatMap((text, at) =>
      Array.from({ length: Math.ceil(text.length / 32_000) }, (_, part) => ({
        ...{ fileId, number: at + 1, part, name: `Sheet ${at + 1}` },
        text: text.slice(part * 32_000, (part + 1) * 32_000),
      })),
    );
    await db.write((orm) => orm.delete(p).where(eq(p.fileId, fileId)));
    for (const row of rows) await db.write((orm) => orm.insert(p).values(row));
    const first = await listFilePages(ctx, { fileId, from: 1 });
    expect(first).toEqual({
      pages: [1, 3].map((n) => ({ number: n, name: `Sheet ${n}`, text: texts[n - 1] })),
      nextFrom: 4,
    });
    const rest = await listFilePages(ctx, { fileId, from: 4 });
    expect(rest).toEqual({
      pages: [4, 5].map((n) => ({ number: n, name: `Sheet ${n}`, text: texts[n - 1] })),
      nextFrom: null,
    });
    expect(await listFilePages(ctx, { fileId, from: 6 })).toEqual({ pages: [], nextFrom: null });
    const other = ctx.as(await userActor(db));
    await expect(listFilePages(other, { fileId, from: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the same bytes are stored once, and stay while a person has them', async () => {
    const { ctx, db } = await begin();
    const other = ctx.as(await userActor(db));
    const [mine, theirs] = [await add(ctx, 'Shared words.'), await add(other, 'Shared words.')];
    const { sha256 } = await findFile(ctx, mine.id);
    expect((await findFile(other, theirs.id)).sha256).toBe(sha256);
    await deleteFile(ctx, { fileId: mine.id });
    await purge(ctx);
    expect(existsSync(pathOf(ctx, sha256))).toBe(true);
    await expect(findFile(ctx, theirs.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(deleteFile(ctx, { fileId: theirs.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await deleteFile(other, { fileId: theirs.id });
    await purge(ctx);
    // The deletion has started a run, too, which may remove them instead.
    await expect.poll(() => existsSync(pathOf(ctx, sha256))).toBe(false);
  });

  test('a picture has its size and a preview', async () => {
    const { ctx } = await begin();
    const file = await add(ctx, await pngOf(40, 20), 'photo.txt');
    expect(file).toMatchObject({ name: 'photo.png', type: 'image/png', width: 40, height: 20, state: 'ready' });
    expect((await findFile(ctx, file.id)).previewSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['an empty file', Buffer.alloc(0), 'BAD_REQUEST'],
    ['a kind that is not taken', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]), 'UNSUPPORTED_FILE'],
    ['more than 25 MB', Buffer.alloc(25 * 1024 * 1024 + 1, 97), 'PAYLOAD_TOO_LARGE'],
  ])('%s is refused and leaves nothing', async (_, bytes, code) => {
    const { ctx } = await begin();
    await expect(add(ctx, bytes)).rejects.toMatchObject({ code });
    expect(await list(ctx)).toMatchObject({ files: [], bytesUsed: 0 });
  });

  test('uploads at the same time cannot pass the limit of the account', async () => {
    const { ctx } = await begin();
    const { basic } = fileSpaces;
    fileSpaces.basic = 205;
    onTestFinished(() => {
      fileSpaces.basic = basic;
    });
    const texts = Array.from({ length: 50 }, (_, n) => `text no ${n + 10}`);
    const results = await Promise.allSettled(texts.map((text) => add(ctx, text)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const { files, bytesUsed } = await list(ctx);
    expect([files.length, bytesUsed]).toEqual([20, 200]);
  });

  test('a guest can add five files in 24 hours, deleted ones included', async () => {
    const { ctx, db } = await begin();
    const guest = ctx.as(await guestActor(db));
    for (let n = 0; n < filesOfGuestPerDay; n++) {
      const file = await add(guest, `File ${n}`);
      if (n === 0) await deleteFile(guest, { fileId: file.id });
    }
    await expect(add(guest, 'One more')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    ctx.clock.advance(24 * hours);
    await add(guest, 'One more');
  });

  test('a message has files, which stay with it and go with it', async () => {
    const { ctx, db } = await begin();
    const file = await add(ctx, 'About walnuts.');
    const unsent = await add(ctx, 'Never sent.');
    const sent = await sendMessage(ctx, { conversationId: null, content: '', fileIds: [file.id] });
    expect(sent.userMessage.files).toMatchObject([{ id: file.id, name: 'notes.txt' }]);
    expect(sent.conversation.title).toBe('notes.txt');
    await finalMessage(ctx, sent.assistantMessage.id);
    ctx.clock.advance(25 * hours);
    await purge(ctx);
    expect((await list(ctx)).files).toMatchObject([
      { id: file.id, conversations: [{ id: sent.conversation.id, title: 'notes.txt' }] },
    ]);
    await expect(findFile(ctx, unsent.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { sha256 } = await findFile(ctx, file.id);
    await deleteConversation(ctx, { conversationId: sent.conversation.id });
    await purge(ctx);
    expect((await list(ctx)).files).toMatchObject([{ id: file.id, conversations: [] }]);
    await deleteForever(ctx, { conversationId: sent.conversation.id });
    await emptyDeleted({ ...ctx, db }, ctx.accountDependents);
    await purge(ctx);
    expect(await list(ctx)).toMatchObject({ files: [], bytesUsed: 0 });
    await expect.poll(() => existsSync(pathOf(ctx, sha256))).toBe(false);
  });

  test("someone else's file cannot be sent", async () => {
    const { ctx, db } = await begin();
    const other = ctx.as(await userActor(db));
    const theirs = await add(other, 'Private.');
    const send = sendMessage(ctx, { conversationId: null, content: 'Look', fileIds: [theirs.id] });
    await expect(send).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      sendMessage(ctx, { conversationId: null, content: 'Look', fileIds: ['nothing'] }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
