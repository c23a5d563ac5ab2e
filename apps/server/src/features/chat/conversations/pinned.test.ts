import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { userOwner } from '../records/owner.ts';
import { archiveConversation } from './archive-conversation.ts';
import { deleteConversation, restoreConversation } from './conversation-trash.ts';
import { listConversations, listPinned } from './list-conversations.ts';
import { updateConversation } from './update-conversation.ts';

describeOnEngines('pinned conversations', (open) => {
  const begin = async () => {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const add = async (title: string, day: number) => {
      const updatedAt = new Date(Date.UTC(2026, 0, day));
      return (await insertConversation(db, { userId: actor.user.id, title, updatedAt })).id;
    };
    const pin = (conversationId: number, pinned = true) => updateConversation(ctx, { conversationId, pinned });
    const titles = async () => (await listPinned(ctx)).map(({ title }) => title);
    return { db, actor, ctx, add, pin, titles };
  };

  test('are listed newest first, however far down the other list they are, and keep their place in it', async () => {
    const { ctx, add, pin, titles } = await begin();
    const oldest = await add('Oldest', 1);
    const older = await add('Older', 2);
    await add('Newest', 3);
    expect(await titles()).toEqual([]);
    expect(await pin(oldest)).toMatchObject({ pinned: true, title: 'Oldest', updatedAt: '2026-01-01T00:00:00.000Z' });
    await pin(older);
    await pin(older);
    expect(await titles()).toEqual(['Older', 'Oldest']);
    const { conversations } = await listConversations(ctx, { archived: false, limit: 2 });
    expect(conversations.map(({ title, pinned }) => [title, pinned])).toEqual([
      ['Newest', false],
      ['Older', true],
    ]);
    await pin(older, false);
    expect(await titles()).toEqual(['Oldest']);
  });

  test('keep the pin while they are archived or in the trash, where they are not listed', async () => {
    const { ctx, add, pin, titles } = await begin();
    const conversationId = await add('Tea', 1);
    await pin(conversationId);
    expect(await archiveConversation(ctx, { conversationId, archived: true })).toMatchObject({ pinned: true });
    expect(await titles()).toEqual([]);
    await archiveConversation(ctx, { conversationId, archived: false });
    expect(await titles()).toEqual(['Tea']);
    await deleteConversation(ctx, { conversationId });
    expect(await titles()).toEqual([]);
    await restoreConversation(ctx, { conversationId });
    expect(await titles()).toEqual(['Tea']);
  });

  test('reach the open pages of the person, and are pinned and renamed in one call', async () => {
    const { ctx, add, actor } = await begin();
    const conversationId = await add('Tea', 1);
    const heard: unknown[] = [];
    ctx.live.listen(userOwner(actor.user.id), (news) => heard.push(news));
    await updateConversation(ctx, { conversationId, title: 'Green tea', pinned: true });
    expect(heard).toMatchObject([
      { type: 'conversation', conversation: { id: conversationId, title: 'Green tea', pinned: true } },
    ]);
  });

  test('a call that changes nothing is refused with a reason; the conversation of another person cannot be pinned', async () => {
    const { ctx, db, add, titles } = await begin();
    const conversationId = await add('Tea', 1);
    await expect(updateConversation(ctx, { conversationId })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Give a title, a project or an effort, or say whether the conversation is pinned.',
    });
    const stranger = ctx.as(await userActor(db));
    const pinned = { conversationId, pinned: true };
    await expect(updateConversation(stranger, pinned)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const guest = ctx.as(await guestActor(db));
    await expect(updateConversation(guest, pinned)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(listPinned(guest)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await titles()).toEqual([]);
    expect(await listPinned(stranger)).toEqual([]);
  });
});
