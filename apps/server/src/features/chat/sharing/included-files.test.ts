import { fileSpaces } from '@noek/contract/subscription/plans';
import { describeOnEngines } from '@noek/db/testing/engines';
import { pngOf } from '@noek/files/testing/png';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { addFile } from '../../files/adding/add-file.ts';
import { deleteFile } from '../../files/delete-file.ts';
import { findFile } from '../../files/files.queries.ts';
import { pagesOf } from '../../files/list-file-pages.ts';
import { listFiles } from '../../files/list-files.ts';
import { serveFile } from '../../files/serve-file.ts';
import { deleteConversation, deleteForever } from '../conversations/conversation-trash.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { continueShared } from './continue-shared.ts';
import { previewShare } from './preview-share.ts';
import { findSharedFile, readShared } from './read-shared.ts';
import { shareConversation } from './share-conversation.ts';
import { unshareConversation } from './unshare-conversation.ts';

const notFound = { code: 'NOT_FOUND' };

describeOnEngines('files that a link includes', (open) => {
  async function begin() {
    const db = await open();
    const ctx = createChatCtx(
      db,
      createScriptedLlm((call) => {
        call.text('The rent is high [1].');
        call.finish();
      }),
      { actor: await userActor(db) },
    );
    const anybody = ctx.as({ kind: 'guest', guestId: null });
    const stranger = ctx.as(await userActor(db));
    const add = async (bytes: Uint8Array, name: string) => {
      const file = await addFile(ctx, { name, body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() });
      if (file.state === 'reading') await ctx.fileReadings.untilRead(file.id, 20_000);
      return file;
    };
    const text = await add(Buffer.from('The rent is 900 euros.'), 'lease.txt');
    const picture = await add(await pngOf(20, 10), 'cat.png');
    const sent = await sendMessage(ctx, {
      conversationId: null,
      content: 'What is the rent?',
      fileIds: [text.id, picture.id],
    });
    await finalMessage(ctx, sent.assistantMessage.id);
    const ref = { conversationId: sent.conversation.id };
    const share = (input: Partial<Parameters<typeof shareConversation>[1]> = {}) =>
      shareConversation(ctx, { ...ref, ...input });
    const textRef = { ...ref, fileId: text.id };
    const filesShown = async (reader: TestCtx = anybody) => (await readShared(reader, ref)).messages[0]?.files;
    return { db, ctx, anybody, stranger, add, text, picture, ref, textRef, share, filesShown };
  }

  test('a preview says whether there are files, and has only their names', async () => {
    const { ctx, ref, text, picture } = await begin();
    const preview = await previewShare(ctx, ref);
    expect(preview.hasFiles).toBe(true);
    expect(preview.messages[0]?.files).toEqual([text, picture].map(({ name, type }) => ({ name, type })));
    for (const { id } of [text, picture]) await deleteFile(ctx, { fileId: id });
    expect((await previewShare(ctx, ref)).hasFiles).toBe(false);
  });

  test('readers get the files that the owner included, and only by the link', async () => {
    const { ctx, anybody, stranger, add, text, picture, ref, textRef, share, filesShown } = await begin();
    expect(await share()).toMatchObject({ includesFiles: false });
    expect(await filesShown()).toEqual([
      { name: 'lease.txt', type: 'text/plain' },
      { name: 'cat.png', type: 'image/png' },
    ]);
    await expect(findSharedFile(anybody, textRef)).rejects.toMatchObject(notFound);

    expect(await share({ includeFiles: true })).toMatchObject({ includesFiles: true });
    expect(await filesShown()).toMatchObject([
      { id: text.id, name: 'lease.txt', size: 22 },
      { id: picture.id, width: 20, height: 10 },
    ]);
    for (const reader of [anybody, stranger]) {
      const { pages } = await pagesOf(reader, await findSharedFile(reader, textRef), 1);
      expect(pages).toMatchObject([{ number: 1, text: 'The rent is 900 euros.' }]);
      const response = await serveFile(reader, await findSharedFile(reader, textRef), undefined);
      expect(await response.text()).toBe('The rent is 900 euros.');
      // It is the owner's file, not theirs.
      await expect(findFile(reader, text.id)).rejects.toMatchObject(notFound);
      await expect(deleteFile(reader, { fileId: text.id })).rejects.toMatchObject(notFound);
      await expect(
        sendMessage(reader, { conversationId: null, content: 'Mine?', fileIds: [text.id] }),
      ).rejects.toThrow();
    }
    expect((await listFiles(stranger, { limit: 10 })).files).toEqual([]);

    // A file of the same person that is not in the snapshot.
    const later = await add(Buffer.from('Something else.'), 'later.txt');
    const sent = await sendMessage(ctx, { ...ref, content: 'And this?', fileIds: [later.id] });
    await finalMessage(ctx, sent.assistantMessage.id);
    await expect(findSharedFile(anybody, { ...ref, fileId: later.id })).rejects.toMatchObject(notFound);
    // A change of the expiry keeps the choice. Each update is a choice of its own.
    expect(await share({ expiresAt: null, refresh: false })).toMatchObject({ includesFiles: true });
    expect(await findSharedFile(anybody, textRef)).toMatchObject({ id: text.id });
    expect(await share()).toMatchObject({ includesFiles: false });
    await expect(findSharedFile(anybody, textRef)).rejects.toMatchObject(notFound);
    await share({ includeFiles: true });
    expect(await findSharedFile(anybody, { ...ref, fileId: later.id })).toMatchObject({ id: later.id });
    await expect(
      findSharedFile(anybody, { conversationId: ref.conversationId + 1, fileId: later.id }),
    ).rejects.toMatchObject(notFound);
  });

  test('access ends with the choice, the expiry, the link, the file and the conversation', async () => {
    const { ctx, anybody, stranger, picture, ref, textRef, share, filesShown } = await begin();
    const isReadable = () =>
      findSharedFile(anybody, textRef).then(
        () => true,
        () => false,
      );
    await share({ includeFiles: true });
    expect(await isReadable()).toBe(true);
    await share({ includeFiles: false });
    expect(await isReadable()).toBe(false);
    expect(await filesShown()).toEqual([
      { name: 'lease.txt', type: 'text/plain' },
      { name: 'cat.png', type: 'image/png' },
    ]);

    // Also when nothing else about the snapshot changes. Included again, they are those of a new snapshot.
    await share({ includeFiles: true });
    expect(await share({ includeFiles: false, refresh: false })).toMatchObject({ includesFiles: false });
    expect(await isReadable()).toBe(false);
    expect((await filesShown())?.[0]).toEqual({ name: 'lease.txt', type: 'text/plain' });
    await expect(share({ includeFiles: true, refresh: false })).rejects.toMatchObject({ code: 'BAD_REQUEST' });

    await share({ includeFiles: true, expiresAt: new Date(ctx.now().getTime() + 60_000).toISOString() });
    expect(await isReadable()).toBe(true);
    ctx.clock.advance(61_000);
    expect(await isReadable()).toBe(false);

    await share({ expiresAt: null, refresh: false });
    expect(await isReadable()).toBe(true);
    await unshareConversation(ctx, ref);
    expect(await isReadable()).toBe(false);
    // A new link has only the names again.
    expect(await share()).toMatchObject({ includesFiles: false });

    await share({ includeFiles: true });
    await deleteFile(ctx, { fileId: picture.id });
    await expect(findSharedFile(anybody, { ...ref, fileId: picture.id })).rejects.toMatchObject(notFound);
    expect(await filesShown()).toMatchObject([{ id: textRef.fileId }, { name: 'cat.png', type: 'image/png' }]);
    expect((await filesShown())?.[1]).toEqual({ name: 'cat.png', type: 'image/png', deleted: true });
    // A copy says so, too, and so does a link that is updated, with or without files.
    const copied = await continueShared(stranger, ref);
    expect((await listMessages(stranger, { conversationId: copied.id }))[0]?.files).toMatchObject([
      { name: 'lease.txt', size: 22 },
      { name: 'cat.png', deleted: true },
    ]);
    for (const includeFiles of [true, false]) {
      await share({ includeFiles });
      const [lease, cat] = (await filesShown()) ?? [];
      expect(lease?.deleted).toBeUndefined();
      expect(cat).toEqual({ name: 'cat.png', type: 'image/png', deleted: true });
    }
    await share({ includeFiles: true });
    await deleteConversation(ctx, ref);
    expect(await isReadable()).toBe(false);
  });

  test('the files of a copy belong to the person who continues it', async () => {
    const { db, ctx, stranger, text, picture, ref, share } = await begin();
    await share({ includeFiles: true });
    const copy = await continueShared(stranger, ref);
    const { messages: m } = db.tables;
    const [question] = await db.orm
      .select()
      .from(m)
      .where(and(eq(m.conversationId, copy.id), eq(m.role, 'user')))
      .orderBy(asc(m.ordinal));
    const [ownText, ownPicture] = question?.files ?? [];
    expect(ownText).toMatchObject({ name: 'lease.txt', size: 22 });
    expect(ownPicture).toMatchObject({ name: 'cat.png', width: 20, state: 'ready' });
    expect([ownText?.id, ownPicture?.id]).not.toContain(text.id);
    await stranger.fileReadings.untilRead(ownText?.id ?? '', 20_000);
    const { files, bytesUsed } = await listFiles(stranger, { limit: 10 });
    expect(files.map(({ name, state, conversations }) => [name, state, conversations.length]).sort()).toEqual([
      ['cat.png', 'ready', 1],
      ['lease.txt', 'ready', 1],
    ]);
    expect(bytesUsed).toBe(22 + picture.size);

    // The originals go, with their owner's conversation; the copies stay.
    await deleteConversation(ctx, ref);
    await deleteForever(ctx, ref);
    await deleteFile(ctx, { fileId: text.id }).catch(() => {});
    const response = await serveFile(stranger, await findFile(stranger, ownText?.id ?? ''), undefined);
    expect(await response.text()).toBe('The rent is 900 euros.');
  });

  test('without space for its files, nothing of a conversation is copied', async () => {
    const { db, stranger, ref, share } = await begin();
    await share({ includeFiles: true });
    const { fileAccounts: a, conversations: c, files: f } = db.tables;
    const userId = stranger.actor.kind === 'user' ? stranger.actor.user.id : '';
    await db.write((orm) => orm.insert(a).values({ userId, bytes: fileSpaces.basic - 5 }));
    await expect(continueShared(stranger, ref)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('The files of this conversation do not fit into the 1 GB'),
    });
    expect(await db.orm.select().from(c).where(eq(c.userId, userId))).toEqual([]);
    expect(await db.orm.select().from(f).where(eq(f.userId, userId))).toEqual([]);
    expect(await db.orm.select().from(a).where(eq(a.userId, userId))).toMatchObject([{ bytes: fileSpaces.basic - 5 }]);
  });

  test('a guest gets as many files of a copy as guests may add', async () => {
    const { db, ctx, ref, share } = await begin();
    await share({ includeFiles: true });
    const guest = ctx.as(await guestActor(db));
    const filesOfCopy = async () => {
      const { id } = await continueShared(guest, ref);
      const { messages: m } = db.tables;
      const rows = await db.orm.select().from(m).where(eq(m.conversationId, id)).orderBy(asc(m.ordinal));
      return rows[0]?.files?.map(({ problem }) => problem ?? null);
    };
    expect(await filesOfCopy()).toEqual([null, null]);
    expect(await filesOfCopy()).toEqual([null, null]);
    const refused = 'This file was not copied. Guests can add 5 files in 24 hours.';
    expect(await filesOfCopy()).toEqual([null, refused]);
  });
});
