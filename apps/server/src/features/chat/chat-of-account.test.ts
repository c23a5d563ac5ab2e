import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertGuest, insertMessages } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Actor } from '../../base-context.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { deleteAccount } from '../auth/account/delete-account.ts';
import { createSession } from '../auth/session/session.ts';
import { createDocument } from '../documents/create-document.ts';
import { readDocument } from '../documents/read-document.ts';
import { readAllowance } from './allowance/allowance.ts';
import { listConversations } from './conversations/list-conversations.ts';
import { followAnswer } from './live/follow-answer.ts';
import { listMessages } from './messages/list-messages.ts';
import { sendMessage } from './messages/send-message.ts';

const HOUR = 60 * 60_000;
const answering = () =>
  createScriptedLlm((call) => {
    call.text('Yes.');
    call.finish();
  });

/** A guest with as many finished chats as asked for, and a user who is about to sign in from the same browser. */
async function guestWith(db: TestCtx['db'], chats: number, given: Parameters<typeof userActor>[1] = {}) {
  const guest = await guestActor(db);
  const ctx = createChatCtx(db, answering(), { actor: guest });
  const user = await userActor(db, given);
  for (let i = 0; i < chats; i++) await send(ctx, `Chat ${i}`);
  return { ctx, guest, me: ctx.as(user), userId: user.user.id };
}

async function send(ctx: TestCtx, content: string, conversationId: number | null = null, clientMessageId?: string) {
  const sent = await sendMessage(ctx, { conversationId, content, ...(clientMessageId ? { clientMessageId } : {}) });
  await finalMessage(ctx, sent.assistantMessage.id);
  return sent;
}

const list = (ctx: TestCtx) => listConversations(ctx, { archived: false, limit: 100 });

describeOnEngines('guests become users', (open) => {
  test('chats with their messages and documents move at sign-in, once, and the guest is deleted', async () => {
    const { ctx, me, userId } = await guestWith(await open(), 2);
    const { tables } = ctx.db;
    const [first] = await ctx.db.orm.select({ id: tables.conversations.id }).from(tables.conversations);
    const plan = { title: 'Plan', kind: 'markdown', content: '# Plan' } as const;
    const document = await createDocument(ctx, { ...plan, conversationId: first?.id ?? 0 });
    const { movedConversations } = await createSession(ctx, userId);
    expect(movedConversations).toBe(2);
    expect(await readDocument(me, { documentId: document.id })).toMatchObject({ content: '# Plan' });
    await expect(readDocument(ctx, { documentId: document.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(ctx.cookies.guest).toBeNull();
    const { conversations } = await list(me);
    expect(conversations.map(({ title, userId: owner }) => [title, owner]).toSorted()).toEqual([
      ['Chat 0', userId],
      ['Chat 1', userId],
    ]);
    expect(await listMessages(me, { conversationId: conversations[0]?.id ?? 0 })).toHaveLength(2);
    expect(await ctx.db.orm.select().from(ctx.db.tables.guests)).toEqual([]);
    expect((await createSession(ctx, userId)).movedConversations).toBe(0);
  });

  test('an existing account keeps its own chats', async () => {
    const { ctx, me, userId } = await guestWith(await open(), 1);
    await insertConversation(ctx.db, { userId, title: 'Mine' });
    await createSession(ctx, userId);
    expect((await list(me)).conversations.map(({ title }) => title).toSorted()).toEqual(['Chat 0', 'Mine']);
  });

  test('one of several parallel sign-ins moves the chats; nothing is doubled or lost', async () => {
    const { ctx, me, guest, userId } = await guestWith(await open(), 3);
    const moved = await Promise.all(Array.from({ length: 6 }, () => createSession(ctx.as(guest), userId)));
    expect(moved.map(({ movedConversations }) => movedConversations).toSorted()).toEqual([0, 0, 0, 0, 0, 3]);
    expect((await list(me)).conversations).toHaveLength(3);
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 2_997 });
  });

  test('another guest of the same network keeps their chats', async () => {
    const { ctx, userId } = await guestWith(await open(), 1);
    const { id } = await insertGuest(ctx.db);
    await insertMessages(ctx.db, (await insertConversation(ctx.db, { guestId: id })).id, ['Hello']);
    await createSession(ctx, userId);
    const { conversations } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(conversations).where(eq(conversations.guestId, id))).toHaveLength(1);
  });

  test('a deleted chat moves along and is not counted', async () => {
    const { ctx, guest, userId } = await guestWith(await open(), 2);
    const { conversations } = ctx.db.tables;
    await ctx.db.write((orm) =>
      orm.update(conversations).set({ deletedAt: ctx.now() }).where(eq(conversations.title, 'Chat 0')),
    );
    expect(guest.kind).toBe('guest');
    expect((await createSession(ctx, userId)).movedConversations).toBe(1);
    expect(await ctx.db.orm.select().from(conversations)).toMatchObject([{ userId }, { userId }]);
  });

  test('a sign-in that fails moves nothing', async () => {
    const { ctx, userId } = await guestWith(await open(), 1);
    await expect(createSession(ctx, userId, { passwordHash: 'another by now' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect((await ctx.db.orm.select().from(ctx.db.tables.guests)).length).toBe(1);
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 9 });
  });

  test('a send repeated after the sign-in returns the first result and charges nothing', async () => {
    const { ctx, me, userId } = await guestWith(await open(), 0);
    const first = await send(ctx, 'Once', null, 'key-1');
    await createSession(ctx, userId);
    const again = await sendMessage(me, { conversationId: null, content: 'Once', clientMessageId: 'key-1' });
    expect(again.userMessage.id).toBe(first.userMessage.id);
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 2_999 });
  });

  test('a key that both have used causes no conflict', async () => {
    const { ctx, me, userId } = await guestWith(await open(), 0);
    await send(ctx, 'As a guest', null, 'key-1');
    const mine = await send(me, 'As a user', null, 'key-1');
    expect((await createSession(ctx, userId)).movedConversations).toBe(1);
    const again = await sendMessage(me, { conversationId: null, content: 'As a user', clientMessageId: 'key-1' });
    expect(again.userMessage.id).toBe(mine.userMessage.id);
  });

  test('a running answer continues, and its new owner follows it to the end', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    const user = await userActor(db);
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Tell me' });
    const call = await llm.call(0);
    call.text('The sea ');
    await createSession(ctx, user.user.id);
    const answer = finalMessage(ctx.as(user), sent.assistantMessage.id);
    call.text('is deep.');
    call.finish();
    expect(await answer).toMatchObject({ status: 'complete', content: 'The sea is deep.' });
    await expect(
      followAnswer(ctx, { messageId: sent.assistantMessage.id }, new AbortController().signal).next(),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('a deleted guest is told so, in an existing chat and in a new one', async () => {
    const { ctx, me, userId } = await guestWith(await open(), 1);
    const [chat] = await ctx.db.orm.select().from(ctx.db.tables.conversations);
    await createSession(ctx, userId);
    const signedIn = { code: 'GUEST_SIGNED_IN', message: 'You have signed in. Send your message again.' };
    await expect(send(ctx, 'More', chat?.id ?? 0)).rejects.toMatchObject(signedIn);
    await expect(send(ctx, 'New')).rejects.toMatchObject(signedIn);
    expect((await list(me)).conversations).toHaveLength(1);
  });

  test('sends of the guest at the moment of the sign-in are moved with it or refused, never lost', async () => {
    const { ctx, me, guest, userId } = await guestWith(await open(), 0);
    const sends = Array.from({ length: 6 }, (_, i) =>
      sendMessage(ctx.as(guest), { conversationId: null, content: `Chat ${i}` }),
    );
    const [signedIn, ...results] = await Promise.allSettled([createSession(ctx, userId), ...sends]);
    expect(signedIn.status).toBe('fulfilled');
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'GUEST_SIGNED_IN' });
      else await finalMessage(me, result.value.assistantMessage.id);
    const there = results.filter(({ status }) => status === 'fulfilled').length;
    expect((await list(me)).conversations).toHaveLength(there);
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 3_000 - there });
  });
});

describeOnEngines('the used allowance of a guest', (open) => {
  test('is added to what the account used before', async () => {
    const { ctx, me, userId } = await guestWith(await open(), 4);
    await send(me, 'Mine');
    ctx.clock.advance(HOUR);
    await createSession(ctx, userId);
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 2_995 });
    await send(me, 'One more');
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 2_994 });
    ctx.clock.advance(23 * HOUR);
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 2_995 });
    ctx.clock.advance(HOUR);
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 3_000 });
  });

  test('does not count from an earlier day', async () => {
    const { ctx, me, userId } = await guestWith(await open(), 3);
    ctx.clock.advance(24 * HOUR);
    await send(ctx, 'Today');
    await createSession(ctx, userId);
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 2_999 });
  });

  test('moves several times into one account', async () => {
    const { ctx, me, userId } = await guestWith(await open(), 2);
    await createSession(ctx, userId);
    for (let round = 0; round < 2; round++) {
      const later = ctx.as(await guestActor(ctx.db));
      await send(later, 'As a guest again');
      await createSession(later, userId);
    }
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 2_996 });
    expect((await list(me)).conversations).toHaveLength(4);
  });

  test('a guest who sent nothing costs nothing', async () => {
    const { ctx, me, userId } = await guestWith(await open(), 0);
    await createSession(ctx, userId);
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 3_000, resetAt: null });
  });

  test('the charge of an answer that fails after the sign-in is refunded to the account', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    const user = await userActor(db);
    const me = ctx.as(user);
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Tell me' });
    await createSession(ctx, user.user.id);
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 2_999 });
    (await llm.call(0)).fail(new Error('down'));
    expect(await finalMessage(me, sent.assistantMessage.id)).toMatchObject({ status: 'failed' });
    expect(await readAllowance(me)).toMatchObject({ remainingMessages: 3_000 });
  });
});

describeOnEngines('a deleted account', (open) => {
  test('deletes its chats and its ledger, and those of no other account', async () => {
    const db = await open();
    const me = await userActor(db);
    const ctx = createChatCtx(db, answering(), { actor: me });
    const other = ctx.as(await userActor(db));
    await send(ctx, 'Mine');
    await send(other, 'Theirs');
    await deleteAccount(ctx);
    const { conversations, messages, generations, generationEvents, allowanceAccounts, allowanceLedger } = db.tables;
    const count = (table: typeof messages | typeof conversations) =>
      db.orm
        .select()
        .from(table)
        .then((rows) => rows.length);
    expect(await Promise.all([count(conversations), count(messages)])).toEqual([1, 2]);
    expect(await db.orm.select().from(generations)).toEqual([]);
    expect(await db.orm.select().from(generationEvents)).toEqual([]);
    const theirs = `user:${(other.actor as Extract<Actor, { sessionId: string }>).user.id}`;
    expect(await db.orm.select().from(allowanceAccounts)).toMatchObject([{ subject: theirs }]);
    expect(await db.orm.select().from(allowanceLedger)).toMatchObject([{ subject: theirs }]);
  });

  test('a running answer in it is dropped, and blocks no other from ending', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const me = await userActor(db);
    const ctx = createChatCtx(db, llm, { actor: me });
    const other = ctx.as(await userActor(db));
    await sendMessage(ctx, { conversationId: null, content: 'Mine' });
    const mine = await llm.call(0);
    const theirs = await sendMessage(other, { conversationId: null, content: 'Theirs' });
    await deleteAccount(ctx);
    mine.text('Too late');
    (await llm.call(1)).text('In time');
    (await llm.call(1)).finish();
    expect(await finalMessage(other, theirs.assistantMessage.id)).toMatchObject({
      status: 'complete',
      content: 'In time',
    });
  });
});
