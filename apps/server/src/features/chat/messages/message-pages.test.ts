import type { MessageCursor } from '@noek/contract/chat/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { listMessagePage } from './list-message-page.ts';
import { sendMessage } from './send-message.ts';

describeOnEngines('listMessagePage', (open) => {
  async function long(count: number) {
    const db = await open();
    const actor = await userActor(db);
    const { id } = await insertConversation(db, { userId: actor.user.id });
    const rows = await insertMessages(
      db,
      id,
      Array.from({ length: count }, (_, i) => `m${i}`),
    );
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const page = (cursor?: MessageCursor, limit = 10) => listMessagePage(ctx, { conversationId: id, limit, cursor });
    return { db, ctx, id, rows, page };
  }
  const texts = (page: { messages: { content: string }[] }) => page.messages.map(({ content }) => content);
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `m${from + i}`);

  test('the end comes first, and going back gives every message once', async () => {
    const { page } = await long(25);
    const end = await page();
    expect(texts(end)).toEqual(range(15, 25));
    expect(end.newer).toBeNull();
    const middle = await page(end.older ?? undefined);
    expect(texts(middle)).toEqual(range(5, 15));
    const start = await page(middle.older ?? undefined);
    expect(texts(start)).toEqual(range(0, 5));
    expect(start.older).toBeNull();
  });

  test('the messages around one page on in both directions', async () => {
    const { rows, page } = await long(40);
    const around = await page({ around: rows[20]?.id ?? '' });
    expect(texts(around)).toEqual(range(15, 25));
    expect(texts(await page(around.newer ?? undefined))).toEqual(range(25, 35));
    expect(texts(await page(around.older ?? undefined))).toEqual(range(5, 15));
    expect((await page({ around: rows[0]?.id ?? '' })).older).toBeNull();
    expect((await page({ around: rows[39]?.id ?? '' })).newer).toBeNull();
  });

  test('messages outside the current branch are not found', async () => {
    const { ctx, id, rows, page } = await long(6);
    await sendMessage(ctx, { conversationId: id, content: 'other', parentId: rows[1]?.id });
    expect(texts(await page())).toEqual(['m0', 'm1', 'other', '']);
    await expect(page({ around: rows[4]?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(page({ around: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('an empty conversation is an empty page, another person’s is a 404', async () => {
    const { db, ctx, id, page } = await long(0);
    expect(await page()).toEqual({ messages: [], older: null, newer: null, versions: {} });
    await expect(listMessagePage(ctx.as(await userActor(db)), { conversationId: id, limit: 10 })).rejects.toMatchObject(
      { code: 'NOT_FOUND' },
    );
  });
});
