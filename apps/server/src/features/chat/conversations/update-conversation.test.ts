import type { LiveEvent } from '@noek/contract/chat/stream';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { sendMessage } from '../messages/send-message.ts';
import { userOwner } from '../records/owner.ts';
import { archiveConversation } from './archive-conversation.ts';
import { deleteConversation, restoreConversation } from './conversation-trash.ts';
import { createConversation } from './create-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { updateConversation } from './update-conversation.ts';

describeOnEngines('updateConversation', (open) => {
  const begin = async () => {
    const db = await open();
    const actor = await userActor(db);
    return { db, actor, ctx: createChatCtx(db, createScriptedLlm(), { actor }) };
  };

  test('the title changes, its position in the list does not', async () => {
    const { ctx, db, actor } = await begin();
    const updatedAt = new Date('2026-01-02T03:04:05.006Z');
    const { id } = await insertConversation(db, { userId: actor.user.id, updatedAt });
    await insertConversation(db, { userId: actor.user.id, title: 'Newer' });
    const renamed = await updateConversation(ctx, { conversationId: id, title: 'Tea' });
    expect(renamed).toMatchObject({ id, title: 'Tea', updatedAt: updatedAt.toISOString() });
    const { conversations } = await listConversations(ctx, { archived: false, limit: 10 });
    expect(conversations.map(({ title }) => title)).toEqual(['Newer', 'Tea']);
  });

  test.each(['New Chat', 'Coffee'])(
    'a message sent at the same moment keeps the new title, and reports it (%s)',
    async (title) => {
      const { ctx, db, actor } = await begin();
      const { id } = await insertConversation(db, { userId: actor.user.id, title });
      const heard: string[] = [];
      ctx.live.listen(userOwner(actor.user.id), (news) => {
        if (news.type === 'conversation') heard.push(news.conversation.title);
      });
      // The send has read the old title when the new one comes.
      const atomic: typeof db.atomic = async (...given) => {
        await updateConversation(ctx, { conversationId: id, title: 'Tea' });
        return db.atomic(...given);
      };
      const renamedMeanwhile = { ...ctx, db: Object.assign(Object.create(db), { atomic }) };
      const sent = await sendMessage(renamedMeanwhile, { conversationId: id, content: 'Which tea is the best?' });
      expect(sent.conversation.title).toBe('Tea');
      expect(heard).toEqual(['Tea', 'Tea']);
      expect(await db.orm.select().from(db.tables.conversations)).toMatchObject([{ title: 'Tea' }]);
    },
  );

  test("another's conversation, or one in the trash, cannot be renamed", async () => {
    const { ctx, db, actor } = await begin();
    const { id } = await insertConversation(db, { userId: actor.user.id, title: 'Mine' });
    const input = { conversationId: id, title: 'Yours' };
    const stranger = ctx.as(await userActor(db));
    await expect(updateConversation(stranger, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const guest = ctx.as(await guestActor(db));
    await expect(updateConversation(guest, input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await deleteConversation(ctx, { conversationId: id });
    await expect(updateConversation(ctx, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await db.orm.select().from(db.tables.conversations)).toMatchObject([{ title: 'Mine' }]);
  });

  test('all open pages of the person get a changed conversation, and no others', async () => {
    const { ctx, db, actor } = await begin();
    const heard: Partial<LiveEvent>[] = [];
    ctx.live.listen(userOwner(actor.user.id), (news) => {
      if (news.type !== 'elsewhere') heard.push(news);
    });
    const elsewhere: unknown[] = [];
    const stranger = await userActor(db);
    ctx.live.listen(userOwner(stranger.user.id), (news) => elsewhere.push(news));

    const { id: conversationId } = await createConversation(ctx, {});
    await updateConversation(ctx, { conversationId, title: 'Tea' });
    await archiveConversation(ctx, { conversationId, archived: true });
    await archiveConversation(ctx, { conversationId, archived: false });
    await deleteConversation(ctx, { conversationId });
    await restoreConversation(ctx, { conversationId });
    const refused = { conversationId, title: 'Not mine' };
    await updateConversation(ctx.as(stranger), refused).catch(() => {});

    expect(heard).toMatchObject([
      { type: 'conversation', conversation: { id: conversationId, title: 'New Chat' } },
      { type: 'conversation', conversation: { title: 'Tea', archived: false } },
      { type: 'conversation', conversation: { archived: true } },
      { type: 'conversation', conversation: { archived: false } },
      { type: 'gone', conversationId },
      { type: 'conversation', conversation: { title: 'Tea', deletedAt: null } },
    ]);
    expect(elsewhere).toEqual([]);
  });
});
