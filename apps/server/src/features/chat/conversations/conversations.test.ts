import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { purgeTrash } from '../deletion/deletions.ts';
import { sendMessage } from '../messages/send-message.ts';
import { archiveConversation } from './archive-conversation.ts';
import { deleteConversation } from './conversation-trash.ts';
import { createConversation } from './create-conversation.ts';
import { listConversations } from './list-conversations.ts';

const day = 24 * 60 * 60 * 1000;
const firstPage = { archived: false, limit: 100 };

describeOnEngines('conversations', (open) => {
  const begin = async (llm = createScriptedLlm()) => {
    const db = await open();
    const actor = await userActor(db);
    return { db, actor, ctx: createChatCtx(db, llm, { actor }) };
  };

  test("[3.04] a new conversation is titled 'New Chat' and has an id of at most 53 random bits", async () => {
    const { ctx, actor } = await begin();
    const made = await Promise.all(Array.from({ length: 20 }, () => createConversation(ctx, {})));
    expect(made[0]).toMatchObject({ title: 'New Chat', userId: actor.user.id, archived: false });
    expect(new Set(made.map(({ id }) => id)).size).toBe(20);
    for (const { id } of made) expect(Number.isSafeInteger(id) && id > 0).toBe(true);
    expect(Math.max(...made.map(({ id }) => id))).toBeGreaterThan(2 ** 45);
  });

  test('[4.02] archiving moves a conversation between the two lists without changing its place in time', async () => {
    const { ctx, db, actor } = await begin();
    const updatedAt = new Date('2026-01-02T03:04:05.006Z');
    const { id } = await insertConversation(db, { userId: actor.user.id, updatedAt });
    expect(await archiveConversation(ctx, { conversationId: id, archived: true })).toMatchObject({
      archived: true,
      updatedAt: updatedAt.toISOString(),
    });
    expect((await listConversations(ctx, firstPage)).conversations).toEqual([]);
    expect((await listConversations(ctx, { ...firstPage, archived: true })).conversations).toMatchObject([{ id }]);
    await archiveConversation(ctx, { conversationId: id, archived: false });
    expect((await listConversations(ctx, firstPage)).conversations).toMatchObject([{ id }]);
  });

  test('lists page through rows with the same time without losing or repeating any', async () => {
    const { ctx, db, actor } = await begin();
    const updatedAt = new Date('2026-01-02T03:04:05.006Z');
    const made = [];
    for (let i = 0; i < 7; i++) made.push((await insertConversation(db, { userId: actor.user.id, updatedAt })).id);
    const seen: number[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10; page++) {
      const { conversations, nextCursor } = await listConversations(ctx, { archived: false, limit: 3, cursor });
      seen.push(...conversations.map(({ id }) => id));
      if (!nextCursor) break;
      cursor = nextCursor;
    }
    expect(seen.toSorted()).toEqual(made.toSorted());
  });

  test("another's conversation cannot be seen, moved or deleted", async () => {
    const { ctx, db, actor } = await begin();
    const { id } = await insertConversation(db, { userId: actor.user.id });
    for (const stranger of [ctx.as(await userActor(db)), ctx.as(await guestActor(db))]) {
      const refused = { code: expect.stringMatching(/^(NOT_FOUND|UNAUTHORIZED)$/) };
      await expect(archiveConversation(stranger, { conversationId: id, archived: true })).rejects.toMatchObject(
        refused,
      );
      await expect(deleteConversation(stranger, { conversationId: id })).rejects.toMatchObject(refused);
      const seen = await listConversations(stranger, firstPage).catch((error) => ({ conversations: [], error }));
      expect(seen.conversations).toEqual([]);
    }
    expect((await listConversations(ctx, firstPage)).conversations).toHaveLength(1);
  });

  test.each(['user', 'guest'])(
    'a %s who deletes a conversation ends the answer that is running in it',
    async (kind) => {
      const llm = createScriptedLlm();
      const { ctx: user, db } = await begin(llm);
      const ctx = kind === 'user' ? user : user.as(await guestActor(db));
      const sent = await sendMessage(ctx, { conversationId: null, content: 'Long story, please' });
      const call = await llm.call(0);
      await deleteConversation(ctx, { conversationId: sent.conversation.id });
      expect(call.request.signal.aborted).toBe(true);
    },
  );

  test('deleted conversations leave the database after 30 days, not before', async () => {
    const { ctx, db, actor } = await begin();
    const { id } = await insertConversation(db, { userId: actor.user.id });
    const kept = await insertConversation(db, { userId: actor.user.id });
    await insertMessages(db, id, ['Hello', 'Hi']);
    await deleteConversation(ctx, { conversationId: id });
    ctx.clock.advance(29 * day);
    while (await purgeTrash(ctx));
    expect(await db.orm.select().from(db.tables.messages)).toHaveLength(2);
    ctx.clock.advance(day);
    while (await purgeTrash(ctx));
    expect(await db.orm.select().from(db.tables.messages)).toEqual([]);
    expect((await db.orm.select().from(db.tables.conversations)).map((row) => row.id)).toEqual([kept.id]);
  });
});
