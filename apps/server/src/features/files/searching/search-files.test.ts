import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { pngOf } from '@noek/files/testing/png';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteConversation, restoreConversation } from '../../chat/conversations/conversation-trash.ts';
import { sendMessage } from '../../chat/messages/send-message.ts';
import { searchConversations } from '../../chat/search/search-conversations.ts';
import { continueShared } from '../../chat/sharing/continue-shared.ts';
import { shareConversation } from '../../chat/sharing/share-conversation.ts';
import { addFile } from '../adding/add-file.ts';
import { deleteFile } from '../delete-file.ts';
import { putSomeInSearch } from './put-in-search.ts';

describeOnEngines('the search of files', (open) => {
  async function begin() {
    const db = await open();
    const llm = createScriptedLlm((call) => {
      call.text('An answer.');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor: await userActor(db) });
    return { db, ctx };
  }

  const add = async (ctx: TestCtx, name: string, bytes: Uint8Array) => {
    const body = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
    const file = await addFile(ctx, { name, body });
    await ctx.fileReadings.untilRead(file.id, 20_000);
    return file;
  };

  /** Gives a file these pages. */
  async function setPages(db: Database, fileId: string, texts: readonly string[]): Promise<void> {
    const { files: f, filePages: p } = db.tables;
    await db.write((orm) => orm.delete(p).where(eq(p.fileId, fileId)));
    const rows = texts.map((text, at) => ({ fileId, number: at + 1, part: 0, name: null, text }));
    for (let at = 0; at < rows.length; at += 100) {
      const some = rows.slice(at, at + 100);
      await db.write((orm) => orm.insert(p).values(some));
    }
    await db.write((orm) => orm.update(f).set({ unit: 'page' }).where(eq(f.id, fileId)));
  }

  const send = async (ctx: TestCtx, fileIds: string[], content = 'About this') => {
    const sent = await sendMessage(ctx, { conversationId: null, content, fileIds });
    while (await putSomeInSearch(ctx));
    return sent;
  };
  const find = async (ctx: TestCtx, q: string) => searchConversations(ctx, { q, limit: 30 });
  const places = async (ctx: TestCtx, q: string) =>
    (await find(ctx, q)).flatMap(({ file }) => (file ? [`${file.name} ${file.page ?? '-'}`] : []));
  const documents = async (db: Database) => {
    const [row] = await db.orm
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(sql`search_documents d`)
      .where(sql`d.file_id is not null`);
    return row?.count;
  };

  test('a file is found by its name and by the text of its pages, once it is sent', async () => {
    const { db, ctx } = await begin();
    const file = await add(ctx, 'harbour-report.txt', Buffer.from('A text'));
    await setPages(db, file.id, ['The tide is high.', 'Walnuts are landed\nat berth nine.', 'Nothing more.']);
    while (await putSomeInSearch(ctx));
    expect(await find(ctx, 'walnuts')).toEqual([]);
    expect(await find(ctx, 'harbour')).toEqual([]);
    const sent = await send(ctx, [file.id]);
    expect(await find(ctx, '"walnuts are" ber')).toMatchObject([
      {
        conversationId: sent.conversation.id,
        messageId: sent.userMessage.id,
        role: 'user',
        snippet: 'Walnuts are landed at berth nine.',
        marks: [
          [0, 7],
          [8, 3],
          [22, 5],
        ],
        file: { id: file.id, name: 'harbour-report.txt', type: 'text/plain', page: 2, unit: 'page' },
      },
    ]);
    const [named] = await find(ctx, 'harbour rep');
    expect(named).toMatchObject({
      snippet: 'harbour-report.txt',
      marks: [
        [0, 7],
        [8, 6],
      ],
    });
    expect(named?.file).toEqual({ id: file.id, name: 'harbour-report.txt', type: 'text/plain' });
    expect(await places(ctx, 'walnuts harbour')).toEqual([]);
    expect(await places(ctx, '潮')).toEqual([]);
    expect(await searchConversations(ctx.as(await userActor(db)), { q: 'walnuts', limit: 30 })).toEqual([]);
    // A search within a conversation is for its messages.
    expect(await searchConversations(ctx, { q: 'walnuts', limit: 30, conversationId: sent.conversation.id })).toEqual(
      [],
    );
  });

  test('texts without spaces, and pictures by their names', async () => {
    const { db, ctx } = await begin();
    const [file, picture] = [
      await add(ctx, 'notes.txt', Buffer.from('A text')),
      await add(ctx, 'lantern.png', await pngOf(4, 4)),
    ];
    await setPages(db, file.id, ['東京は雨', '大阪']);
    await send(ctx, [file.id, picture.id]);
    expect(await places(ctx, '京は')).toEqual(['notes.txt 1']);
    expect(await places(ctx, 'lanter')).toEqual(['lantern.png -']);
  });

  test('a file with many pages does not hide others, and is found on its first ones', async () => {
    const { db, ctx } = await begin();
    const [old, long] = [
      await add(ctx, 'old.txt', Buffer.from('An old text')),
      await add(ctx, 'long.txt', Buffer.from('A long text')),
    ];
    await setPages(db, old.id, ['A lantern.']);
    await setPages(
      db,
      long.id,
      Array.from({ length: 1_300 }, (_, at) => `The lanterns on page ${at + 1}, and a lantern${at}`),
    );
    await send(ctx, [old.id]);
    ctx.clock.advance(60_000);
    await send(ctx, [long.id]);
    expect(await documents(db)).toBe(1_303);
    const expected = ['long.txt 1', 'long.txt 2', 'long.txt 3', 'old.txt 1'];
    expect(await places(ctx, 'lantern')).toEqual(expected);
    expect(await places(ctx, 'lantern1299')).toEqual(['long.txt 1300']);
    await deleteFile(ctx, { fileId: long.id });
    expect(await documents(db)).toBe(2);
    expect(await places(ctx, 'lantern')).toEqual(['old.txt 1']);
  });

  test('a copy of a shared conversation is found with its own files', async () => {
    const { db, ctx } = await begin();
    const file = await add(ctx, 'lantern.png', await pngOf(4, 4));
    const sent = await send(ctx, [file.id]);
    await finalMessage(ctx, sent.assistantMessage.id);
    await shareConversation(ctx, { conversationId: sent.conversation.id, includeFiles: true });
    const other = ctx.as(await userActor(db));
    const copy = await continueShared(other, { conversationId: sent.conversation.id });
    while (await putSomeInSearch(ctx));
    const [hit] = await find(other, 'lantern');
    expect(hit).toMatchObject({ conversationId: copy.id, file: { name: 'lantern.png' } });
    expect(hit?.file?.id).not.toBe(file.id);
  });

  test('nothing of the trash is found until it is restored, and nothing deleted', async () => {
    const { db, ctx } = await begin();
    const file = await add(ctx, 'tides.txt', Buffer.from('The walnut tide'));
    const sent = await send(ctx, [file.id]);
    const { id } = sent.conversation;
    expect(await places(ctx, 'walnut')).toEqual(['tides.txt -']);
    await deleteConversation(ctx, { conversationId: id });
    expect(await find(ctx, 'walnut')).toEqual([]);
    expect(await find(ctx, 'tides')).toEqual([]);
    await restoreConversation(ctx, { conversationId: id });
    expect(await places(ctx, 'walnut')).toEqual(['tides.txt -']);
    await deleteFile(ctx, { fileId: file.id });
    expect(await find(ctx, 'walnut')).toEqual([]);
    expect(await documents(db)).toBe(0);
  });
});
