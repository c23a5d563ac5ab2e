import type { LiveEvent } from '@noek/contract/chat/stream';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { sendMessage } from '../messages/send-message.ts';
import { userOwner } from '../records/owner.ts';
import { shareConversation } from '../sharing/share-conversation.ts';
import { changeConversations } from './change-conversations.ts';
import { deleteConversation, listTrash } from './conversation-trash.ts';
import { listConversationIds, listConversations } from './list-conversations.ts';

const day = 24 * 60 * 60 * 1000;

describeOnEngines('changeConversations', (open) => {
  const begin = async (llm = createScriptedLlm()) => {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, llm, { actor });
    const add = async (given: { archived?: boolean; updatedAt?: Date } = {}) =>
      (await insertConversation(db, { userId: actor.user.id, ...given })).id;
    const idsIn = async (archived: boolean) =>
      (await listConversations(ctx, { archived, limit: 100 })).conversations.map(({ id }) => id).toSorted();
    const idsInTrash = async () => (await listTrash(ctx, { limit: 100 })).conversations.map(({ id }) => id).toSorted();
    return { db, actor, ctx, add, idsIn, idsInTrash };
  };

  test('[4.02] they move between the lists, into the trash and back to the list they were in', async () => {
    const { ctx, add, idsIn, idsInTrash } = await begin();
    const [one, two, kept, old] = [await add(), await add(), await add(), await add({ archived: true })];
    const both = [one, two].toSorted();
    const change = async (action: 'archive' | 'unarchive' | 'delete' | 'restore', conversationIds: number[]) =>
      (await changeConversations(ctx, { action, conversationIds })).conversationIds.toSorted();

    expect(await change('archive', both)).toEqual(both);
    expect(await idsIn(true)).toEqual([...both, old].toSorted());
    expect(await idsIn(false)).toEqual([kept]);
    expect(await change('archive', both)).toEqual(both);
    expect(await change('unarchive', [one])).toEqual([one]);
    expect(await change('delete', [one, two, old])).toEqual([one, two, old].toSorted());
    expect(await idsInTrash()).toEqual([one, two, old].toSorted());
    expect([await idsIn(false), await idsIn(true)]).toEqual([[kept], []]);
    expect(await change('restore', [one, two, old])).toEqual([one, two, old].toSorted());
    expect([await idsIn(false), await idsIn(true)]).toEqual([[one, kept].toSorted(), [two, old].toSorted()]);
    expect(await change('restore', [one])).toEqual([]);
  });

  test('only found conversations change: none of other people, none in the trash, and no nonexistent ones', async () => {
    const { ctx, db, add, idsIn, idsInTrash } = await begin();
    const stranger = await userActor(db);
    const theirs = await insertConversation(db, { userId: stranger.user.id });
    await shareConversation(ctx.as(stranger), { conversationId: theirs.id });
    const [mine, deleted, longGone] = [await add(), await add(), await add()];
    await deleteConversation(ctx, { conversationId: longGone });
    ctx.clock.advance(30 * day);
    await deleteConversation(ctx, { conversationId: deleted });
    const conversationIds = [theirs.id, mine, deleted, longGone, 5];
    expect(await changeConversations(ctx, { action: 'archive', conversationIds })).toEqual({ conversationIds: [mine] });
    expect(await changeConversations(ctx, { action: 'delete', conversationIds })).toEqual({ conversationIds: [mine] });
    const restored = await changeConversations(ctx, { action: 'restore', conversationIds });
    expect(restored.conversationIds.toSorted()).toEqual([mine, deleted].toSorted());
    expect([await idsIn(true), await idsIn(false), await idsInTrash()]).toEqual([[mine], [deleted], []]);

    const [row] = (await listConversations(ctx.as(stranger), { archived: false, limit: 10 })).conversations;
    expect(row).toMatchObject({ id: theirs.id, archived: false, shared: true });
    expect(await db.orm.select().from(db.tables.shareSnapshots)).toHaveLength(1);
    await expect(
      changeConversations(ctx.as(await guestActor(db)), { action: 'delete', conversationIds }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('deleting ends their links permanently, and stops their running answers', async () => {
    const llm = createScriptedLlm();
    const { ctx, db, add } = await begin(llm);
    const shared = await add();
    const stillShared = await add();
    for (const conversationId of [shared, stillShared]) await shareConversation(ctx, { conversationId });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'A long story, please' });
    const ended = await llm.call(0);
    const elsewhere = await sendMessage(ctx, { conversationId: null, content: 'Another one' });
    const stillRunning = await llm.call(1);
    const conversationIds = [shared, sent.conversation.id];
    await changeConversations(ctx, { action: 'delete', conversationIds });
    expect(ended.request.signal.aborted).toBe(true);
    expect(stillRunning.request.signal.aborted).toBe(false);
    const snapshots = await db.orm.select().from(db.tables.shareSnapshots);
    expect(snapshots.map(({ conversationId }) => conversationId)).toEqual([stillShared]);
    await changeConversations(ctx, { action: 'restore', conversationIds });
    const { conversations } = await listConversations(ctx, { archived: false, limit: 10 });
    const isShared = new Map(conversations.map((row) => [row.id, row.shared]));
    expect([isShared.get(shared), isShared.get(stillShared)]).toEqual([false, true]);
    await ctx.generations.stop(elsewhere.assistantMessage.id, undefined);
  });

  test('deleting stops an answer that another process makes', async () => {
    const llm = createScriptedLlm();
    const { ctx, db } = await begin(llm);
    await ctx.generations.begin();
    const sent = await sendMessage(ctx, { conversationId: null, content: 'A long story, please' });
    const call = await llm.call(0);
    const other = createChatCtx(db, createScriptedLlm(), { actor: ctx.actor });
    await deleteConversation(other, { conversationId: sent.conversation.id });
    await expect.poll(() => call.request.signal.aborted).toBe(true);
    await ctx.generations.drain(0);
  });

  test('permanent deletion takes several from the trash at once, with their messages, and nothing else', async () => {
    const { ctx, db, add, idsIn, idsInTrash } = await begin();
    const [one, two, inTrash, inList] = [await add(), await add(), await add(), await add()];
    const stranger = await userActor(db);
    const theirs = (await insertConversation(db, { userId: stranger.user.id })).id;
    for (const id of [one, inTrash, inList, theirs]) await insertMessages(db, id, ['Hello', 'Hi']);
    await changeConversations(ctx, { action: 'delete', conversationIds: [one, two, inTrash] });
    await changeConversations(ctx.as(stranger), { action: 'delete', conversationIds: [theirs] });
    const conversationIds = [one, two, inList, theirs];
    const deleted = await changeConversations(ctx, { action: 'deleteForever', conversationIds });
    expect(deleted.conversationIds.toSorted()).toEqual([one, two].toSorted());
    expect([await idsIn(false), await idsInTrash()]).toEqual([[inList], [inTrash]]);
    const kept = await db.orm.select().from(db.tables.messages);
    expect([...new Set(kept.map(({ conversationId }) => conversationId))].toSorted()).toEqual(
      [inTrash, inList, theirs].toSorted(),
    );
    expect(await changeConversations(ctx, { action: 'deleteForever', conversationIds })).toEqual({
      conversationIds: [],
    });
  });

  test('all open pages of the person are told', async () => {
    const { ctx, actor, add } = await begin();
    const heard: Partial<LiveEvent>[] = [];
    ctx.live.listen(userOwner(actor.user.id), (news) => {
      if (news.type !== 'elsewhere') heard.push(news);
    });
    const id = await add();
    for (const action of ['archive', 'delete', 'restore', 'delete', 'deleteForever'] as const)
      await changeConversations(ctx, { action, conversationIds: [id] });
    expect(heard).toMatchObject([
      { type: 'conversation', conversation: { id, archived: true } },
      { type: 'gone', conversationId: id },
      { type: 'conversation', conversation: { id, archived: true, deletedAt: null } },
      { type: 'gone', conversationId: id },
      { type: 'gone', conversationId: id },
    ]);
    expect(heard).toHaveLength(5);
  });

  test('the ids of a list come in its order, page by page', async () => {
    const { ctx, add } = await begin();
    const updatedAt = new Date('2026-01-02T03:04:05.006Z');
    for (let i = 0; i < 7; i++) await add({ updatedAt });
    await add({ archived: true });
    const { conversations } = await listConversations(ctx, { archived: false, limit: 100 });
    const seen: number[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10; page++) {
      const { conversationIds, nextCursor } = await listConversationIds(ctx, { archived: false, limit: 3, cursor });
      seen.push(...conversationIds);
      if (!nextCursor) break;
      cursor = nextCursor;
    }
    expect(seen).toEqual(conversations.map(({ id }) => id));
  });
});
