import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveEvent } from '@noek/contract/chat/stream';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createChatCtx, finalMessage } from '../../testing/create-chat-ctx.ts';
import type { RecordingTransport, TestCtx } from '../../testing/create-test-ctx.ts';
import { tokenIn } from '../../testing/read-outbox.ts';
import { insertPerson, password, signedInAs } from '../../testing/sign-in.ts';
import { answers, createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { traces } from '../../testing/traces.ts';
import { changeUser } from '../admin/people/change-user.ts';
import { endUserSessions } from '../admin/people/end-user-sessions.ts';
import { suspendUser } from '../admin/people/suspend-user.ts';
import { changePassword } from '../auth/password/change-password.ts';
import { forgotPassword } from '../auth/password/forgot-password.ts';
import { resetPassword } from '../auth/password/reset-password.ts';
import { logout } from '../auth/session/logout.ts';
import { endOtherSessions, endOwnSession, ownSessions } from '../auth/session/own-sessions.ts';
import { createSession } from '../auth/session/session.ts';
import { createDocument } from '../documents/create-document.ts';
import { addFile } from '../files/adding/add-file.ts';
import { purgeBlobs } from '../files/blobs/blobs.ts';
import { purgeUnusedFiles } from '../files/removal/remove-files.ts';
import { createConversation } from './conversations/create-conversation.ts';
import { endTemporary, purgeTemporary } from './conversations/end-temporary.ts';
import { sendMessage } from './messages/send-message.ts';

const hour = 60 * 60 * 1000;

describeOnEngines('the end of temporary chats', (open, engine) => {
  async function begin(llm = createScriptedLlm((call) => answers(call, 'Walruses, surely.'))) {
    const db = await open();
    const ctx = createChatCtx(db, llm);
    await ctx.composed.begin();
    const person = await insertPerson(ctx, { email: 'ada@people.example' });
    const me = await signedInAs(ctx, person.id);
    const chat = async (content: string, more: { temporary?: boolean; fileIds?: string[] } = { temporary: true }) => {
      const sent = await sendMessage(me, { conversationId: null, content, ...more });
      await finalMessage(me, sent.assistantMessage.id);
      return sent.conversation.id;
    };
    const { conversations: c } = db.tables;
    const left = async () =>
      (await db.orm.select({ id: c.id }).from(c).where(eq(c.userId, person.id)).orderBy(asc(c.id))).map(({ id }) => id);
    /** The rows of all tables with these words, those of the search included. */
    const rowsWith = async (words: string[]) => {
      const found = await traces(ctx, words);
      const [documents] =
        engine === 'postgres'
          ? await db.orm
              .select({ words: sql<string>`coalesce(string_agg(words::text, ' '), '')` })
              .from(sql`search_documents d`)
          : [{ words: '' }];
      return [...found, ...words.filter((word) => documents?.words.includes(word.toLowerCase()))];
    };
    return { db, ctx, me, person, chat, left, rowsWith };
  }

  test('ending one stops its answer, and nothing of it is left, its file included', async () => {
    const llm = createScriptedLlm();
    const { ctx, me, left, rowsWith } = await begin(llm);
    const bytes = new Blob(['Xylophones forever']).stream();
    const file = await addFile(me, { name: 'xylophones.txt', body: bytes });
    await me.fileReadings.untilRead(file.id, 20_000);
    const sent = await sendMessage(me, {
      ...{ conversationId: null, temporary: true, content: 'Tell me of walruses', clientMessageId: 'k' },
      fileIds: [file.id],
    });
    const call = await llm.call(0);
    call.reasoning('Zebras first.');
    call.text('Penguins are');
    await vi.waitFor(async () => expect(await rowsWith(['Penguins'])).toHaveLength(1));
    await createDocument(me, {
      ...{
        conversationId: sent.conversation.id,
        title: 'Narwhals',
        kind: 'markdown',
        content: '# Unicorns of the sea',
      },
    });
    const words = [
      'Narwhals',
      'Unicorns',
      'walruses',
      'Zebras',
      'Penguins',
      'xylophones',
      'Xylophones',
      'Temporary chat',
    ];
    await endTemporary(me, { conversationId: sent.conversation.id });
    expect(call.request.signal.aborted).toBe(true);
    expect(await left()).toEqual([]);
    while (await purgeUnusedFiles(ctx));
    expect(await rowsWith(words)).toEqual([]);
    ctx.clock.advance(60_000);
    while (await purgeBlobs(ctx));
    const stored = await readdir(join(ctx.config.dataDir, 'files'), { recursive: true, withFileTypes: true });
    expect(stored.filter((entry) => entry.isFile())).toEqual([]);
    expect(me.generations.size).toBe(0);
  });

  test('ending one stops an answer that another process makes', async () => {
    const llm = createScriptedLlm();
    const { db, me, left, rowsWith } = await begin(llm);
    const sent = await sendMessage(me, { conversationId: null, temporary: true, content: 'Tell me of walruses' });
    const call = await llm.call(0);
    call.text('Penguins are');
    const other = createChatCtx(db, createScriptedLlm(), { actor: me.actor });
    await endTemporary(other, { conversationId: sent.conversation.id });
    await vi.waitFor(() => expect(call.request.signal.aborted).toBe(true));
    await vi.waitFor(() => expect(me.generations.size).toBe(0));
    expect([await left(), await rowsWith(['walruses', 'Penguins'])]).toEqual([[], []]);
  });

  test('a file that is in another chat, too, stays', async () => {
    const { ctx, me, chat, db } = await begin();
    const file = await addFile(me, { name: 'a.txt', body: new Blob(['A file']).stream() });
    await chat('Kept', { fileIds: [file.id] });
    await endTemporary(me, { conversationId: await chat('Secret', { temporary: true, fileIds: [file.id] }) });
    while (await purgeUnusedFiles(ctx));
    expect(await db.orm.select().from(db.tables.files)).toMatchObject([{ id: file.id, unusedSince: null }]);
  });

  test('one ends 24 hours after its last message, and open pages are told', async () => {
    const { ctx, me, person, chat, left, rowsWith } = await begin();
    const heard: LiveEvent[] = [];
    ctx.live.listen({ key: `user:${person.id}` }, (news) => {
      if (news.type === 'gone') heard.push(news);
    });
    const usual = await chat('Usual', {});
    const old = await chat('Walruses');
    const empty = (await createConversation(me, { temporary: true })).id;
    const active = await chat('Otters');
    ctx.clock.advance(hour);
    await sendMessage(me, { conversationId: active, content: 'And more' });
    ctx.clock.advance(23 * hour - 1);
    await purgeTemporary(ctx);
    expect(await left()).toHaveLength(4);
    ctx.clock.advance(1);
    await purgeTemporary(ctx);
    expect(await left()).toEqual([usual, active].toSorted((a, b) => a - b));
    expect(await rowsWith(['Walruses'])).not.toEqual([]);
    ctx.clock.advance(hour);
    await purgeTemporary(ctx);
    expect(await left()).toEqual([usual]);
    expect(heard).toHaveLength(3);
    expect(heard).toEqual(
      expect.arrayContaining([old, empty, active].map((conversationId) => ({ type: 'gone', conversationId }))),
    );
  });

  const newPassword = 'heron-77-lagoon';
  type Given = { ctx: TestCtx; me: TestCtx; personId: string; admin: TestCtx };
  const signOuts: Record<string, (given: Given) => Promise<unknown>> = {
    'signing out': ({ me }) => logout(me),
    'ending another login': async ({ me }) =>
      endOwnSession(me, { id: (await ownSessions(me)).find(({ current }) => !current)?.id ?? '' }),
    'ending all other logins': ({ me }) => endOtherSessions(me),
    'changing the password': ({ me }) => changePassword(me, { currentPassword: password, newPassword }),
    'resetting the password': async ({ ctx }) => {
      await forgotPassword(ctx, { email: 'ada@people.example' });
      const token = await vi.waitFor(() =>
        tokenIn((ctx.mail as RecordingTransport).sent.find(({ text }) => text.includes('reset-password?token='))),
      );
      return resetPassword(ctx, { token, newPassword });
    },
    "another person's sign-in with the browser": async ({ ctx, me }) =>
      createSession(me, (await insertUser(ctx.db)).id),
    'an administrator who ends the sessions': ({ admin, personId }) => endUserSessions(admin, { id: personId }),
    'an administrator who sets a password': ({ admin, personId }) =>
      changeUser(admin, { id: personId, newPassword, reason: 'Asked for it' }),
    'a suspension': ({ admin, personId }) => suspendUser(admin, { id: personId, reason: 'Spam' }),
  };

  test.each(Object.entries(signOuts))('%s ends all of the account', async (_, signOut) => {
    const { ctx, me, person, chat, left, rowsWith, db } = await begin();
    await signedInAs(ctx, person.id);
    const usual = await chat('Usual', {});
    const kept = await chat('Usual, too', {});
    for (const content of ['Narwhals', 'Belugas']) await chat(content);
    const stranger = await signedInAs(ctx, (await insertUser(db)).id);
    const theirs = await sendMessage(stranger, { conversationId: null, temporary: true, content: 'Theirs' });
    await finalMessage(stranger, theirs.assistantMessage.id);
    const admin = await signedInAs(ctx, (await insertUser(db, { accessLevel: 'admin' })).id);
    await signOut({ ctx, me, admin, personId: person.id });
    await vi.waitFor(async () => expect(await left()).toEqual([usual, kept].toSorted((a, b) => a - b)));
    expect(await rowsWith(['Narwhals', 'Belugas'])).toEqual([]);
    expect(await rowsWith(['Theirs'])).toHaveLength(1);
  });

  test('one that begins during a sign-out is refused, or ends with it', async () => {
    const { me, left, rowsWith } = await begin();
    const temporary = true;
    const begins = [
      () => sendMessage(me, { conversationId: null, temporary, content: 'Narwhals' }),
      () => createConversation(me, { temporary }),
    ];
    const begun = [1, 2, 3, 4].flatMap(() => begins.map((start) => start()));
    const [, ...ends] = await Promise.allSettled([logout(me), ...begun]);
    const refused = { code: 'UNAUTHORIZED', message: 'Please sign in again.' };
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(refused);
    for (const start of begins) await expect(start()).rejects.toMatchObject(refused);
    await vi.waitFor(async () => expect(await left()).toEqual([]));
    expect(await rowsWith(['Narwhals'])).toEqual([]);
  });

  test('signing in again in the same browser ends none', async () => {
    const { me, person, chat, left } = await begin();
    const id = await chat('Narwhals');
    await createSession(me, person.id);
    expect(await me.background.settled(10_000)).toBe(true);
    expect(await left()).toEqual([id]);
  });
});
