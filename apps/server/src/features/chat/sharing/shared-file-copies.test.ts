import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileSpaces } from '@noek/contract/subscription/plans';
import { describeOnEngines } from '@noek/db/testing/engines';
import { pngOf } from '@noek/files/testing/png';
import { asc, eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { addFile } from '../../files/adding/add-file.ts';
import { purgeBlobs } from '../../files/blobs/blobs.ts';
import { deleteFile } from '../../files/delete-file.ts';
import { findFile } from '../../files/files.queries.ts';
import { listFilePages } from '../../files/list-file-pages.ts';
import { listFiles } from '../../files/list-files.ts';
import { deleteConversation } from '../conversations/conversation-trash.ts';
import { sendMessage } from '../messages/send-message.ts';
import { continueShared } from './continue-shared.ts';
import { findSharedFile, readShared } from './read-shared.ts';
import { shareConversation } from './share-conversation.ts';
import { unshareConversation } from './unshare-conversation.ts';

const missing = { code: 'NOT_FOUND' };
const bytesOf = (bytes: Uint8Array | string) => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
const add = (ctx: TestCtx, bytes: Uint8Array | string, name: string) => addFile(ctx, { name, body: bytesOf(bytes) });

describeOnEngines('files that are included in a share', (open) => {
  async function begin() {
    const db = await open();
    const actor = await userActor(db);
    const llm = createScriptedLlm((call) => {
      call.text('An answer.');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor });
    const note = await add(ctx, 'The tide is high at noon.', 'tides.txt');
    const picture = await add(ctx, await pngOf(40, 20), 'harbour.png');
    await ctx.fileReadings.untilRead(note.id, 20_000);
    const ask = async (fileIds: string[], conversationId: number | null = null) => {
      const sent = await sendMessage(ctx, { conversationId, content: 'What is in them?', fileIds });
      await finalMessage(ctx, sent.assistantMessage.id);
      return sent.conversation.id;
    };
    const conversationId = await ask([note.id, picture.id]);
    const ref = { conversationId };
    const anybody = ctx.as({ kind: 'guest', guestId: null });
    const opened = (fileId = note.id) => findSharedFile(anybody, { conversationId, fileId });
    const share = (input: Omit<Parameters<typeof shareConversation>[1], 'conversationId'> = { includeFiles: true }) =>
      shareConversation(ctx, { conversationId, ...input });
    return { db, ctx, anybody, note, picture, ref, ask, share, opened };
  }
  const messagesOf = ({ db }: TestCtx, id: number) => {
    const { messages: m } = db.tables;
    return db.orm.select().from(m).where(eq(m.conversationId, id)).orderBy(asc(m.ordinal));
  };

  test('access ends with the link, whatever ends it', async () => {
    const { ctx, db, ref, share, opened } = await begin();
    const gone = { code: 'NOT_FOUND', message: 'Conversation not found.' };
    await share({ includeFiles: true, expiresAt: new Date(ctx.now().getTime() + 1_000).toISOString() });
    await opened();
    ctx.clock.advance(1_000);
    await expect(opened()).rejects.toMatchObject(gone);
    await share();
    await unshareConversation(ctx, ref);
    await expect(opened()).rejects.toMatchObject(gone);
    await share();
    // As an administrator's take-down leaves it: the content stays, for administrators.
    const { conversations: c } = db.tables;
    const down = { sharedAt: null, shareTakenDownAt: ctx.now() };
    await db.write((orm) => orm.update(c).set(down).where(eq(c.id, ref.conversationId)));
    await expect(opened()).rejects.toMatchObject(gone);
    await db.write((orm) => orm.update(c).set({ shareTakenDownAt: null }).where(eq(c.id, ref.conversationId)));
    await share();
    await deleteConversation(ctx, ref);
    await expect(opened()).rejects.toMatchObject(gone);
  });

  test("deleting the owner's account ends access", async () => {
    const { ctx, share, opened } = await begin();
    await share();
    await deleteAccount(ctx);
    await expect(opened()).rejects.toMatchObject(missing);
  });

  test('files that were not in the conversation when it was shared, or were deleted since, are not opened', async () => {
    const { ctx, anybody, note, picture, ref, ask, share, opened } = await begin();
    await share();
    const [later, elsewhere, unsent] = [
      await add(ctx, 'Later', 'later.txt'),
      await add(ctx, 'Elsewhere', 'elsewhere.txt'),
      await add(ctx, 'Unsent', 'unsent.txt'),
    ];
    await ask([later.id], ref.conversationId);
    const other = await ask([elsewhere.id]);
    await shareConversation(ctx, { conversationId: other, includeFiles: true });
    for (const id of [later.id, elsewhere.id, unsent.id, 'nothing'])
      await expect(opened(id)).rejects.toMatchObject({ ...missing, message: 'File not found.' });
    await deleteFile(ctx, { fileId: note.id });
    await expect(opened(note.id)).rejects.toMatchObject(missing);
    await opened(picture.id);
    expect((await readShared(anybody, ref)).messages[0]?.files).toMatchObject([
      { name: 'tides.txt', type: 'text/plain' },
      { id: picture.id },
    ]);
    expect(JSON.stringify(await readShared(anybody, ref))).not.toContain(note.id);
  });

  test('a continued chat has its own files, which stay when the originals are deleted', async () => {
    const { ctx, db, note, picture, ref, share } = await begin();
    await share();
    const stranger = ctx.as(await userActor(db));
    const copy = await continueShared(stranger, ref);
    const { files, bytesUsed } = await listFiles(stranger, { limit: 10 });
    expect(files).toHaveLength(2);
    expect(files.map(({ conversations }) => conversations)).toEqual(
      [1, 2].map(() => [{ id: copy.id, title: copy.title }]),
    );
    expect(bytesUsed).toBe(note.size + picture.size);
    expect((await listFiles(ctx, { limit: 10 })).bytesUsed).toBe(note.size + picture.size);
    const [question] = await messagesOf(stranger, copy.id);
    expect(question?.files?.map(({ name }) => name)).toEqual(['tides.txt', 'harbour.png']);
    const [text] = question?.files ?? [];
    if (!text) throw new Error('The copy has no files.');
    expect(text.id).not.toBe(note.id);
    await stranger.fileReadings.untilRead(text.id, 20_000);
    await expect(findFile(ctx, text.id)).rejects.toMatchObject(missing);

    const { sha256 } = await findFile(ctx, note.id);
    await deleteAccount(ctx);
    await expect(findFile(ctx, note.id)).rejects.toMatchObject(missing);
    ctx.clock.advance(60_000);
    while (await purgeBlobs(ctx));
    expect(existsSync(join(ctx.config.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2)))).toBe(true);
    expect(await listFilePages(stranger, { fileId: text.id, from: 1 })).toMatchObject({
      pages: [{ text: 'The tide is high at noon.' }],
    });
    // They may be sent again, and be deleted.
    await sendMessage(stranger, { conversationId: copy.id, content: 'And now?', fileIds: [text.id] });
    for (const { id } of files) await deleteFile(stranger, { fileId: id });
    expect(await listFiles(stranger, { limit: 10 })).toMatchObject({ files: [], bytesUsed: 0 });
  });

  test('text that was read is not read again for a copy, unless the original is gone', async () => {
    const { ctx, db, note, ref, share } = await begin();
    await share();
    const { fileReader } = ctx;
    const read = vi.spyOn(fileReader, 'read');
    const about = { title: 'Tides' };
    const { files: f } = db.tables;
    await db.write((orm) => orm.update(f).set({ about }).where(eq(f.id, note.id)));
    const first = ctx.as(await userActor(db));
    const textOf = async (stranger: TestCtx) => {
      const { id } = await continueShared(stranger, ref);
      const [question] = await messagesOf(stranger, id);
      const fileId = question?.files?.[0]?.id ?? '';
      await stranger.fileReadings.untilRead(fileId, 20_000);
      expect((await listFilePages(stranger, { fileId, from: 1 })).pages).toMatchObject([
        { text: 'The tide is high at noon.' },
      ]);
      return findFile(stranger, fileId);
    };
    const original = await findFile(ctx, note.id);
    const { state, characters, unit, pages, problem } = original;
    expect(await textOf(first)).toMatchObject({
      ...{ state, characters, unit, pages, problem, about, copiedFrom: null, network: null },
    });
    expect(read).not.toHaveBeenCalled();
    // It is deleted between the copy and its reading.
    const second = ctx.as(await userActor(db));
    const { filePages: p } = db.tables;
    await db.write((orm) => orm.delete(p).where(eq(p.fileId, note.id)));
    expect(await textOf(second)).toMatchObject({ state: 'ready', characters });
    expect(read).toHaveBeenCalledOnce();
  });

  test('a file of several messages is copied once, and citations lead to the copy', async () => {
    const { ctx, db, note, ref, ask, share } = await begin();
    await ask([note.id], ref.conversationId);
    const { messages: m } = db.tables;
    const answer = (await messagesOf(ctx, ref.conversationId)).at(-1);
    const source = {
      number: 1,
      url: '',
      title: 'tides.txt',
      site: 'Page 1',
      quote: 'high at noon',
      kind: 'file' as const,
    };
    const sources = [{ ...source, fileId: note.id, page: 1 }];
    await db.write((orm) =>
      orm
        .update(m)
        .set({ sources })
        .where(eq(m.id, answer?.id ?? '')),
    );
    await share();
    const stranger = ctx.as(await userActor(db));
    expect((await readShared(stranger, ref)).messages.at(-1)?.sources).toEqual(sources);
    const copy = await continueShared(stranger, ref);
    const copied = await messagesOf(stranger, copy.id);
    expect((await listFiles(stranger, { limit: 10 })).files).toHaveLength(2);
    const fileId = copied[0]?.files?.[0]?.id;
    expect(copied[2]?.files?.[0]?.id).toBe(fileId);
    expect(copied[3]?.sources).toEqual([{ ...source, fileId, page: 1 }]);
  });

  test('without space nothing is copied', async () => {
    const { ctx, db, note, picture, ref, share } = await begin();
    await share();
    const { basic } = fileSpaces;
    fileSpaces.basic = note.size + picture.size - 1;
    onTestFinished(() => {
      fileSpaces.basic = basic;
    });
    const stranger = ctx.as(await userActor(db));
    await expect(continueShared(stranger, ref)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('The files of this conversation do not fit'),
    });
    const nothing = async () => {
      expect(await listFiles(stranger, { limit: 10 })).toMatchObject({ files: [], bytesUsed: 0 });
      const { conversations: c } = db.tables;
      const userId = stranger.actor.kind === 'user' ? stranger.actor.user.id : '';
      expect(await db.orm.select().from(c).where(eq(c.userId, userId))).toEqual([]);
    };
    await nothing();
    // Two copies at once do not both fit.
    fileSpaces.basic += 1;
    const both = await Promise.allSettled([continueShared(stranger, ref), continueShared(stranger, ref)]);
    const done = both.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBeLessThanOrEqual(1);
    const { files, bytesUsed } = await listFiles(stranger, { limit: 10 });
    expect([files.length, bytesUsed]).toEqual([2 * done, done * (note.size + picture.size)]);
  });
});
