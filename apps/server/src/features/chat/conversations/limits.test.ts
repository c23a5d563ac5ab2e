import { emptyConversationsPerHour, maxShares, searchesPerMinute } from '@noek/contract/chat/limits';
import type { Conversation } from '@noek/contract/chat/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { sendMessage } from '../messages/send-message.ts';
import { searchConversations } from '../search/search-conversations.ts';
import { shareConversation } from '../sharing/share-conversation.ts';
import { unshareConversation } from '../sharing/unshare-conversation.ts';
import { deleteConversation } from './conversation-trash.ts';
import { createConversation } from './create-conversation.ts';

const minute = 60_000;

describeOnEngines('limits per person', (open) => {
  const begin = async () => {
    const db = await open();
    const actor = await userActor(db);
    return { db, userId: actor.user.id, ctx: createChatCtx(db, createScriptedLlm(), { actor }) };
  };

  test('a conversation that was never used is reused after a minute, as if it were new', async () => {
    const { ctx } = await begin();
    const first = await createConversation(ctx, {});
    expect((await createConversation(ctx, { title: 'Mine' })).id).not.toBe(first.id);
    ctx.clock.advance(minute);
    const again = await createConversation(ctx, {});
    expect(again).toEqual({ ...first, createdAt: ctx.now().toISOString(), updatedAt: ctx.now().toISOString() });
    expect((await createConversation(ctx, {})).id).not.toBe(first.id);
  });

  test('a used or changed one is not reused, nor is another person’s', async () => {
    const { ctx, db, userId } = await begin();
    const said = await createConversation(ctx, {});
    await sendMessage(ctx, { conversationId: said.id, content: 'Hello' });
    const old = new Date(ctx.now().getTime() - minute);
    const kept = [{ funMode: true }, { archived: true }, { title: 'Named' }, { deletedAt: old }, { sharedAt: old }];
    for (const fields of kept) await insertConversation(db, { userId, updatedAt: old, ...fields });
    await insertConversation(db, { userId: (await userActor(db)).user.id, updatedAt: old });
    const before = (await db.orm.select().from(db.tables.conversations)).map(({ id }) => id);
    ctx.clock.advance(minute);
    expect(before).not.toContain((await createConversation(ctx, {})).id);
  });

  test('60 conversations without a message per hour, then a refusal with the time to wait', async () => {
    const { ctx } = await begin();
    const create = (title: string) => createConversation(ctx, { title });
    const outcomes = await Promise.allSettled(Array.from({ length: 80 }, (_, n) => create(`Plan ${n}`)));
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(made).toHaveLength(emptyConversationsPerHour);
    ctx.clock.advance(15 * minute);
    await expect(create('One more')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: 'You have 60 new conversations without a message. Write in one of them, or try again in 45 minutes.',
      headers: { 'Retry-After': String(45 * 60) },
    });
    // A conversation that gets a message makes room; one in the trash does not.
    const [used, thrownAway] = made as [Conversation, Conversation];
    await deleteConversation(ctx, { conversationId: thrownAway.id });
    await expect(create('One more')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await sendMessage(ctx, { conversationId: used.id, content: 'Hello' });
    await create('One more');
    await expect(create('Two more')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    ctx.clock.advance(45 * minute);
    await create('Two more');
  });

  test('100 shared conversations; a shared one can be updated, and an ended link makes room', async () => {
    const { ctx, db, userId } = await begin();
    const made = [];
    for (let n = 0; n < maxShares + 5; n++) made.push((await insertConversation(db, { userId })).id);
    const outcomes = await Promise.allSettled(made.map((conversationId) => shareConversation(ctx, { conversationId })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxShares);
    const isShared = (n: number) => outcomes[n]?.status === 'fulfilled';
    const [shared, other] = [made.find((_, n) => isShared(n)) ?? 0, made.find((_, n) => !isShared(n)) ?? 0];
    await shareConversation(ctx, { conversationId: shared });
    await expect(shareConversation(ctx, { conversationId: other })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/100 shared conversations/),
    });
    await unshareConversation(ctx, { conversationId: shared });
    await shareConversation(ctx, { conversationId: other });
  });

  test('120 searches per minute', async () => {
    const { ctx } = await begin();
    const search = () => searchConversations(ctx, { q: 'sea', limit: 5 });
    for (let n = 0; n < searchesPerMinute; n++) await search();
    await expect(search()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    ctx.clock.advance(minute);
    await search();
  });
});
