import { sharedConversationSchema, sharePreviewSchema } from '@noek/contract/chat/sharing';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { deleteConversation, restoreConversation } from '../conversations/conversation-trash.ts';
import { continueAnswer } from '../messages/continue-answer.ts';
import { sendMessage } from '../messages/send-message.ts';
import { findConversation, toConversation } from '../records/chat.queries.ts';
import { ownMessages } from '../records/own-messages.ts';
import { continueShared } from './continue-shared.ts';
import { previewShare } from './preview-share.ts';
import { readShared } from './read-shared.ts';
import { shareConversation } from './share-conversation.ts';
import { unshareConversation } from './unshare-conversation.ts';

const hour = 60 * 60 * 1000;
const gone = { code: 'NOT_FOUND', message: 'Conversation not found.' };

describeOnEngines('sharing', (open) => {
  async function begin(texts: Parameters<typeof insertMessages>[2] = ['A question', 'An answer']) {
    const db = await open();
    const llm = createScriptedLlm();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, llm, { actor });
    const { id } = await insertConversation(db, { userId: actor.user.id, title: 'About tides', createdAt: ctx.now() });
    await insertMessages(db, id, texts);
    const ref = { conversationId: id };
    const anybody = ctx.as({ kind: 'guest', guestId: null });
    const mine = async () => toConversation(await findConversation(ctx, id), ctx.now());
    const read = async () => (await readShared(anybody, ref)).messages.map(({ content }) => content);
    return { db, llm, ctx, actor, ref, anybody, mine, read, stranger: ctx.as(await userActor(db)) };
  }
  const snapshots = (db: Database) => db.orm.select().from(db.tables.shareSnapshots);

  test('[2.85] [1.03] the link is the address of the conversation on the chat host, and anyone can read what was shared', async () => {
    const { ctx, actor, ref, anybody, mine } = await begin();
    expect(await shareConversation(ctx, ref)).toEqual({
      url: `${ctx.config.origins.chat}/chat/${ref.conversationId}`,
      conversationId: ref.conversationId,
      sharedAt: ctx.now().toISOString(),
      expiresAt: null,
      includesFiles: false,
      includesDocuments: false,
    });
    expect(await mine()).toMatchObject({ shared: true, sharedAt: ctx.now().toISOString(), shareExpiresAt: null });
    const shared = await readShared(anybody, ref);
    expect(shared).toEqual(sharedConversationSchema.parse(shared));
    expect(shared).toMatchObject({
      conversation: { id: ref.conversationId, title: 'About tides', olderLeftOut: false },
      messages: [
        { role: 'user', content: 'A question' },
        { role: 'assistant', content: 'An answer' },
      ],
    });
    const text = JSON.stringify(shared);
    for (const secret of [actor.user.id, actor.user.email, actor.user.name]) expect(text).not.toContain(secret);
  });

  test('a page that asks for both gets what others shared, and its own conversation is not found', async () => {
    const { ctx, db, ref, anybody, stranger } = await begin();
    const asked = { ...ref, unlessOwn: true };
    await expect(readShared(stranger, asked)).rejects.toMatchObject(gone);
    await shareConversation(ctx, ref);
    const guest = ctx.as(await guestActor(db));
    for (const reader of [anybody, guest, stranger])
      expect(await readShared(reader, asked)).toEqual(await readShared(ctx, ref));
    await expect(readShared(ctx, asked)).rejects.toMatchObject(gone);
    await deleteConversation(ctx, ref);
    for (const reader of [ctx, anybody, stranger]) await expect(readShared(reader, asked)).rejects.toMatchObject(gone);
  });

  test('ratings and errors are visible only to the owner', async () => {
    const error = 'The connection to the provider broke.';
    const { ctx, ref, anybody } = await begin([
      'A question',
      { content: 'Half an ans', status: 'interrupted', error, feedback: 'bad', feedbackReason: 'Too short' },
    ]);
    await shareConversation(ctx, ref);
    const [, half] = (await readShared(anybody, ref)).messages;
    expect(Object.keys(half ?? {}).toSorted()).toEqual([
      'answeredBy',
      'content',
      'createdAt',
      'files',
      'id',
      'role',
      'sources',
      'status',
    ]);
  });

  test('citations are shared and copied with their sources; snapshots from before search have none', async () => {
    const sources = [{ number: 1, url: 'https://a.example/', title: 'Tides', site: 'a.example', quote: 'The moon.' }];
    const { db, ctx, ref, anybody, stranger } = await begin(['A question', { content: 'The moon [1].', sources }]);
    await shareConversation(ctx, ref);
    expect((await readShared(anybody, ref)).messages.map((message) => message.sources)).toEqual([[], sources]);
    const copy = await continueShared(stranger, ref);
    const { messages: m, shareSnapshots } = db.tables;
    const copied = await db.orm.select().from(m).where(eq(m.conversationId, copy.id)).orderBy(asc(m.ordinal));
    expect(copied.map((message) => message.sources ?? [])).toEqual([[], sources]);

    const [snapshot] = await snapshots(db);
    const old = (snapshot?.messages ?? []).map(
      ({ sources: _, ...message }) => message as typeof message & { sources: [] },
    );
    await db.write((orm) => orm.update(shareSnapshots).set({ messages: old }));
    expect((await readShared(anybody, ref)).messages.map((message) => message.sources)).toEqual([[], []]);
  });

  test('it holds only the current branch, without empty answers', async () => {
    const { ctx, ref, read } = await begin([
      'A question',
      { content: 'An earlier version', active: false },
      { content: 'The version that is shown', role: 'assistant' },
      { content: 'Another question', role: 'user' },
      { content: '', status: 'failed', role: 'assistant' },
    ]);
    await shareConversation(ctx, ref);
    expect(await read()).toEqual(['A question', 'The version that is shown', 'Another question']);
  });

  test('it does not change until it is shared again; a running answer is left out', async () => {
    const { ctx, llm, ref, read } = await begin();
    await shareConversation(ctx, ref);
    const sent = await sendMessage(ctx, { ...ref, content: 'And what else?' });
    const call = await llm.call(0);
    call.text('This ');
    expect(await read()).toEqual(['A question', 'An answer']);
    ctx.clock.advance(1_000);
    expect(await shareConversation(ctx, ref)).toMatchObject({ sharedAt: ctx.now().toISOString() });
    expect(await read()).toEqual(['A question', 'An answer', 'And what else?']);
    call.text('as well.');
    call.finish();
    await finalMessage(ctx, sent.assistantMessage.id);
    await shareConversation(ctx, ref);
    expect(await read()).toEqual(['A question', 'An answer', 'And what else?', 'This as well.']);
  });

  test('a preview is the beginning of what readers would get, and shares nothing', async () => {
    const { db, ctx, ref, anybody, stranger, mine } = await begin(['One', 'Two', 'Three', { content: '' }]);
    const preview = await previewShare(ctx, ref);
    expect(preview).toEqual(sharePreviewSchema.parse(preview));
    expect(preview).toMatchObject({ count: 3, olderLeftOut: false, hasFiles: false });
    expect(await snapshots(db)).toEqual([]);
    expect(await mine()).toMatchObject({ shared: false, sharedAt: null });
    await shareConversation(ctx, ref);
    const { messages } = await readShared(anybody, ref);
    expect(messages).toHaveLength(preview.count);
    expect(messages.slice(0, 2)).toEqual(preview.messages);
    await expect(previewShare(stranger, ref)).rejects.toMatchObject(gone);
    await expect(previewShare(anybody, ref)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('sharing does not move the conversation in the list', async () => {
    const { ctx, ref, mine } = await begin();
    const before = await mine();
    ctx.clock.advance(hour);
    await shareConversation(ctx, ref);
    expect((await mine()).updatedAt).toBe(before.updatedAt);
  });

  test('a link expires at its time; without a new time it keeps the old one, and null removes it', async () => {
    const { ctx, ref, read, mine } = await begin();
    const expiresAt = new Date(ctx.now().getTime() + hour).toISOString();
    expect(await shareConversation(ctx, { ...ref, expiresAt })).toMatchObject({ expiresAt });
    expect(await shareConversation(ctx, ref)).toMatchObject({ expiresAt });
    ctx.clock.advance(hour - 1);
    expect(await read()).toHaveLength(2);
    ctx.clock.advance(1);
    await expect(read()).rejects.toMatchObject(gone);
    expect(await mine()).toMatchObject({ shared: false, shareExpiresAt: expiresAt });
    // A time that has passed is dropped: the newly copied link works.
    expect(await shareConversation(ctx, ref)).toMatchObject({ expiresAt: null });
    expect(await read()).toHaveLength(2);
    const later = new Date(ctx.now().getTime() + hour).toISOString();
    await shareConversation(ctx, { ...ref, expiresAt: later });
    expect(await shareConversation(ctx, { ...ref, expiresAt: null })).toMatchObject({ expiresAt: null });
    await expect(shareConversation(ctx, { ...ref, expiresAt: ctx.now().toISOString() })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('the expiry can be set without sharing newer messages', async () => {
    const { ctx, db, ref, read, stranger } = await begin();
    const expiresAt = new Date(ctx.now().getTime() + hour).toISOString();
    const onlyExpiry = { ...ref, expiresAt, refresh: false };
    await expect(shareConversation(ctx, onlyExpiry)).rejects.toMatchObject(gone);
    const { sharedAt } = await shareConversation(ctx, ref);
    await insertMessages(db, ref.conversationId, ['Something private', 'A private answer']);
    ctx.clock.advance(1_000);
    expect(await shareConversation(ctx, onlyExpiry)).toMatchObject({ sharedAt, expiresAt });
    expect(await read()).toEqual(['A question', 'An answer']);
    await expect(shareConversation(stranger, onlyExpiry)).rejects.toMatchObject(gone);
  });

  test('only its owner shares a conversation and ends its link, and guests do neither', async () => {
    const { ctx, db, ref, stranger, read } = await begin();
    await expect(shareConversation(stranger, ref)).rejects.toMatchObject(gone);
    await shareConversation(ctx, ref);
    await expect(unshareConversation(stranger, ref)).rejects.toMatchObject(gone);
    const guest = ctx.as(await guestActor(db));
    for (const verb of [shareConversation, unshareConversation])
      await expect(verb(guest, ref)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await read()).toHaveLength(2);
  });

  test('revoked, deleted and never shared look the same, and the snapshot is deleted', async () => {
    const { ctx, db, ref, read, mine } = await begin();
    await expect(read()).rejects.toMatchObject(gone);
    await expect(unshareConversation(ctx, ref)).rejects.toMatchObject(gone);
    await shareConversation(ctx, ref);
    await unshareConversation(ctx, ref);
    await expect(read()).rejects.toMatchObject(gone);
    await expect(unshareConversation(ctx, ref)).rejects.toMatchObject(gone);
    expect(await mine()).toMatchObject({ shared: false, sharedAt: null });
    expect(await snapshots(db)).toEqual([]);
    await shareConversation(ctx, ref);
    await deleteConversation(ctx, ref);
    await expect(read()).rejects.toMatchObject(gone);
    expect(await snapshots(db)).toEqual([]);
    await restoreConversation(ctx, ref);
    expect(await mine()).toMatchObject({ shared: false, sharedAt: null });
    await expect(read()).rejects.toMatchObject(gone);
  });

  test("another person's attempt to delete it changes nothing", async () => {
    const { ctx, ref, stranger, read } = await begin();
    await shareConversation(ctx, ref);
    await expect(deleteConversation(stranger, ref)).rejects.toMatchObject(gone);
    expect(await read()).toHaveLength(2);
  });

  test('deleting an account deletes its links', async () => {
    const { ctx, db, ref, read } = await begin();
    await shareConversation(ctx, ref);
    await deleteAccount(ctx);
    await expect(read()).rejects.toMatchObject(gone);
    expect(await snapshots(db)).toEqual([]);
  });

  test('all pages of the owner get the change, and no others', async () => {
    const { ctx, actor, ref, stranger } = await begin();
    const heard: unknown[] = [];
    const stop = ctx.live.listen({ key: `user:${actor.user.id}` }, (news) => heard.push(news));
    if (stranger.actor.kind !== 'user') throw new Error('The stranger is signed in.');
    const foreign: unknown[] = [];
    const stopForeign = ctx.live.listen({ key: `user:${stranger.actor.user.id}` }, (news) => foreign.push(news));
    await shareConversation(ctx, ref);
    await unshareConversation(ctx, ref);
    expect(heard).toMatchObject([
      { type: 'conversation', conversation: { id: ref.conversationId, shared: true } },
      { type: 'conversation', conversation: { id: ref.conversationId, shared: false, sharedAt: null } },
    ]);
    expect(foreign).toEqual([]);
    stop();
    stopForeign();
  });

  test('shared many times at once it holds one snapshot, with a time that one of them set', async () => {
    const { ctx, db, ref, read } = await begin();
    const later = (hours: number) => new Date(ctx.now().getTime() + hours * hour).toISOString();
    await Promise.all([1, 2, 3, 4].map((hours) => shareConversation(ctx, { ...ref, expiresAt: later(hours) })));
    expect(await snapshots(db)).toHaveLength(1);
    expect(await read()).toHaveLength(2);
  });

  test('a snapshot holds the newest 1,000 messages, and at most 4 MB', async () => {
    const { ctx, db, ref, anybody } = await begin();
    const long = Array.from({ length: 1_100 }, (_, i) => `Message ${i}`);
    for (let i = 0; i < long.length; i += 550) await insertMessages(db, ref.conversationId, long.slice(i, i + 550));
    await shareConversation(ctx, ref);
    const shared = await readShared(anybody, ref);
    expect(shared.conversation.olderLeftOut).toBe(true);
    expect(shared.messages).toHaveLength(1_000);
    expect(shared.messages.at(-1)?.content).toBe('Message 1099');
    expect(await previewShare(ctx, ref)).toMatchObject({ count: 1_000, olderLeftOut: true });
    await insertMessages(
      db,
      ref.conversationId,
      Array.from('abcdefghijkl', (first) => first + 'ü'.repeat(190_000)),
    );
    await shareConversation(ctx, ref);
    const { messages } = await readShared(anybody, ref);
    expect(messages.map(({ content }) => content[0]).join('')).toBe('bcdefghijkl');
  });
});

describeOnEngines('continuing a shared conversation', (open) => {
  async function begin(texts: Parameters<typeof insertMessages>[2] = ['A question', 'An answer']) {
    const db = await open();
    const llm = createScriptedLlm();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, llm, { actor });
    const { id } = await insertConversation(db, { userId: actor.user.id, title: 'About tides', funMode: true });
    await insertMessages(db, id, texts);
    await shareConversation(ctx, { conversationId: id });
    return { db, llm, ctx, id, ref: { conversationId: id }, anybody: ctx.as({ kind: 'guest', guestId: null }) };
  }
  const messagesOf = ({ db }: TestCtx, id: number) => {
    const { messages } = db.tables;
    return db.orm.select().from(messages).where(eq(messages.conversationId, id)).orderBy(asc(messages.ordinal));
  };

  test('the copy belongs to the viewer, has its own messages, and is free', async () => {
    const { ctx, db, id, ref, llm } = await begin();
    for (const actor of [await userActor(db), await guestActor(db)]) {
      const viewer = ctx.as(actor);
      const copy = await continueShared(viewer, ref);
      expect(copy).toMatchObject({ title: 'About tides', shared: false, funMode: false, archived: false });
      expect(copy.id).not.toBe(id);
      expect(copy.userId).toBe(actor.kind === 'guest' ? null : (actor as { user: { id: string } }).user.id);
      const [question, answer] = await messagesOf(ctx, copy.id);
      expect(question).toMatchObject({ content: 'A question', parentId: null, ordinal: 0, active: true });
      expect(answer).toMatchObject({ content: 'An answer', parentId: question?.id, ordinal: 1, active: true });
      expect(copy.headMessageId).toBe(answer?.id);
      const originals = (await messagesOf(ctx, id)).map((row) => row.id);
      expect(originals).not.toContain(question?.id);
      await expect(findConversation(ctx, copy.id)).rejects.toMatchObject(gone);
      expect(await db.orm.select().from(db.tables.allowanceLedger)).toEqual([]);
    }
    const viewer = ctx.as(await userActor(db));
    const copy = await continueShared(viewer, ref);
    const { userMessage } = await sendMessage(viewer, { conversationId: copy.id, content: 'Go on' });
    const { request } = await llm.call(0);
    expect(request.messages.map(({ content }) => content).slice(-3)).toEqual(['A question', 'An answer', 'Go on']);
    expect((await messagesOf(ctx, copy.id)).map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3]);
    expect(await messagesOf(ctx, id)).toHaveLength(2);
    // What was copied is not the viewer's own.
    expect(await ownMessages(db, userMessage.id)).toMatchObject([{ id: userMessage.id, content: 'Go on' }]);
    expect(await ownMessages(db, (await messagesOf(ctx, id)).at(-1)?.id ?? '')).toMatchObject([
      { content: 'A question' },
    ]);
  });

  test('an interrupted answer has used its free Continue in the copy: a guest with no messages left gets no model call', async () => {
    const { ctx, ref, db, llm } = await begin(['A question', { content: 'Half an ans', status: 'interrupted' }]);
    const viewer = createChatCtx(db, llm, {
      actor: await guestActor(db),
      env: { GUEST_MESSAGE_LIMIT: '1' },
      clock: ctx.clock,
    });
    for (const left of [0, 'MESSAGE_LIMIT_REACHED']) {
      const copy = await continueShared(viewer, ref);
      const [, answer] = await messagesOf(viewer, copy.id);
      const continued = continueAnswer(viewer, { messageId: answer?.id ?? '' });
      if (typeof left === 'string') await expect(continued).rejects.toMatchObject({ code: left });
      else expect((await continued).allowance.remainingMessages).toBe(left);
    }
    expect(llm.calls).toHaveLength(1);
  });

  test('the copy remains when the link ends, and then no more copies can be made', async () => {
    const { ctx, db, ref } = await begin();
    const viewer = ctx.as(await userActor(db));
    const copy = await continueShared(viewer, ref);
    await unshareConversation(ctx, ref);
    expect(await messagesOf(ctx, copy.id)).toHaveLength(2);
    await expect(continueShared(viewer, ref)).rejects.toMatchObject(gone);
  });

  test('without an identity, nothing is stored', async () => {
    const { anybody, ref } = await begin();
    await expect(continueShared(anybody, ref)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('a deleted guest is asked to sign in', async () => {
    const { ctx, ref } = await begin();
    const deleted = ctx.as({ kind: 'guest', guestId: 'deleted' });
    await expect(continueShared(deleted, ref)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('the newest 200 messages are copied, starting with a question', async () => {
    const { ctx, db, id, ref } = await begin();
    await insertMessages(
      db,
      id,
      Array.from({ length: 299 }, (_, i) => `Message ${i}`),
    );
    await shareConversation(ctx, ref);
    const viewer = ctx.as(await userActor(db));
    const copy = await continueShared(viewer, ref);
    const rows = await messagesOf(ctx, copy.id);
    expect(rows).toHaveLength(199);
    expect(rows[0]).toMatchObject({ role: 'user', content: 'Message 100', parentId: null, ordinal: 0 });
    expect(rows.at(-1)).toMatchObject({ content: 'Message 298', ordinal: 198 });
  });

  test('copies are limited, for one person and for one network', async () => {
    const { ctx, db, ref } = await begin();
    const refused = { code: 'RATE_LIMITED', headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } };
    const viewer = ctx.as(await userActor(db));
    for (let i = 0; i < 10; i++) await continueShared(viewer, ref);
    await expect(continueShared(viewer, ref)).rejects.toMatchObject(refused);
    for (let i = 0; i < 30; i++) await continueShared(ctx.as(await guestActor(db)), ref);
    await expect(continueShared(ctx.as(await guestActor(db)), ref)).rejects.toMatchObject(refused);
    const elsewhere = ctx.as(await guestActor(db), { ip: '203.0.113.9' });
    await expect(continueShared(elsewhere, ref)).resolves.toMatchObject({ title: 'About tides' });
    ctx.clock.advance(2 * 60_000);
    await expect(continueShared(viewer, ref)).resolves.toMatchObject({ title: 'About tides' });
  });
});
