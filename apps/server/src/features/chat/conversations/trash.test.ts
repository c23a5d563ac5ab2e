import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { userOwner } from '../records/owner.ts';
import { deleteConversation, deleteForever, listTrash, restoreConversation } from './conversation-trash.ts';
import { listConversations } from './list-conversations.ts';

const day = 24 * 60 * 60 * 1000;
const firstPage = { limit: 100 };
const notThere = { code: 'NOT_FOUND' };

describeOnEngines('the trash', (open) => {
  const begin = async () => {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const addDeleted = async (given: { title?: string; archived?: boolean } = {}) => {
      const { id: conversationId } = await insertConversation(db, { userId: actor.user.id, ...given });
      await deleteConversation(ctx, { conversationId });
      return conversationId;
    };
    return { db, actor, ctx, addDeleted };
  };

  test('lists deleted conversations, the most recent first, page by page', async () => {
    const { ctx, addDeleted } = await begin();
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) {
      ids.unshift(await addDeleted());
      if (n % 2) ctx.clock.advance(1);
    }
    const seen: number[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10; page++) {
      const { conversations, nextCursor } = await listTrash(ctx, { limit: 3, cursor });
      seen.push(...conversations.map(({ id }) => id));
      expect(conversations.every(({ deletedAt }) => deletedAt !== null)).toBe(true);
      if (!nextCursor) break;
      cursor = nextCursor;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const moments = (await listTrash(ctx, firstPage)).conversations.map(({ deletedAt }) => deletedAt ?? '');
    expect(moments).toEqual(moments.toSorted().reverse());
  });

  test.each([false, true])('a restored conversation is back in its list (archived: %s)', async (archived) => {
    const { ctx, db, addDeleted } = await begin();
    const conversationId = await addDeleted({ title: 'Tea', archived });
    await insertMessages(db, conversationId, ['Hello', 'Hi']);
    expect(await restoreConversation(ctx, { conversationId })).toMatchObject({
      title: 'Tea',
      archived,
      deletedAt: null,
    });
    expect((await listConversations(ctx, { archived, limit: 10 })).conversations).toMatchObject([{ title: 'Tea' }]);
    expect((await listTrash(ctx, firstPage)).conversations).toEqual([]);
    expect(await db.orm.select().from(db.tables.messages)).toHaveLength(2);
    await expect(restoreConversation(ctx, { conversationId })).rejects.toMatchObject(notThere);
  });

  test('after 30 days nothing can be restored, purged or not', async () => {
    const { ctx, addDeleted } = await begin();
    const conversationId = await addDeleted();
    ctx.clock.advance(30 * day - 1);
    expect((await listTrash(ctx, firstPage)).conversations).toHaveLength(1);
    ctx.clock.advance(1);
    expect((await listTrash(ctx, firstPage)).conversations).toEqual([]);
    await expect(restoreConversation(ctx, { conversationId })).rejects.toMatchObject(notThere);
    await expect(deleteForever(ctx, { conversationId })).rejects.toMatchObject(notThere);
  });

  test('permanent deletion also deletes the messages, and only works in the trash', async () => {
    const { ctx, db, actor, addDeleted } = await begin();
    const conversationId = await addDeleted();
    await insertMessages(db, conversationId, ['Hello', 'Hi']);
    const kept = await insertConversation(db, { userId: actor.user.id });
    const heard: unknown[] = [];
    ctx.live.listen(userOwner(actor.user.id), (news) => void (news.type === 'gone' && heard.push(news.conversationId)));
    await deleteForever(ctx, { conversationId });
    expect(heard).toEqual([conversationId]);
    await expect(deleteForever(ctx, { conversationId: kept.id })).rejects.toMatchObject(notThere);
    expect(await db.orm.select().from(db.tables.messages)).toEqual([]);
    expect((await db.orm.select().from(db.tables.conversations)).map(({ id }) => id)).toEqual([kept.id]);
  });

  test("another's trash cannot be seen, restored or emptied", async () => {
    const { ctx, db, addDeleted } = await begin();
    const conversationId = await addDeleted();
    const stranger = ctx.as(await userActor(db));
    expect((await listTrash(stranger, firstPage)).conversations).toEqual([]);
    for (const verb of [restoreConversation, deleteForever])
      await expect(verb(stranger, { conversationId })).rejects.toMatchObject(notThere);
    const guest = ctx.as(await guestActor(db));
    await expect(listTrash(guest, firstPage)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(restoreConversation(guest, { conversationId })).rejects.toMatchObject(notThere);
    expect((await listTrash(ctx, firstPage)).conversations).toHaveLength(1);
  });

  test('a guest can restore a deleted conversation', async () => {
    const { ctx, db } = await begin();
    const actor = await guestActor(db);
    const guest = ctx.as(actor);
    const { id: conversationId } = await insertConversation(db, { guestId: (actor as { guestId: string }).guestId });
    await deleteConversation(guest, { conversationId });
    expect(await restoreConversation(guest, { conversationId })).toMatchObject({ id: conversationId, deletedAt: null });
  });
});
