import { textSpaces } from '@noek/contract/subscription/plans';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument, insertMessages } from '@noek/db/testing/factories';
import { count, eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { createDocument } from '../../documents/create-document.ts';
import { restoreDocument } from '../../documents/restore-document.ts';
import { updateDocument } from '../../documents/update-document.ts';
import { deleteConversation, deleteForever } from '../conversations/conversation-trash.ts';
import { continueAnswer } from '../messages/continue-answer.ts';
import { regenerateAnswer } from '../messages/regenerate-answer.ts';
import { sendMessage } from '../messages/send-message.ts';
import { continueShared } from '../sharing/continue-shared.ts';
import { shareConversation } from '../sharing/share-conversation.ts';
import { requireTextSpace } from './require-text-space.ts';
import { createTextSpaces } from './text-spaces.ts';

const limit = 1024 * 1024;
const noSpace = {
  code: 'CONFLICT',
  message:
    'Your account has used up the 1 MB that it has for text. To make room, delete chats permanently, or upgrade to SuperNoek.',
};

describeOnEngines('the space for text of a full account', (open) => {
  async function begin() {
    const { basic } = textSpaces;
    textSpaces.basic = limit;
    onTestFinished(() => {
      textSpaces.basic = basic;
    });
    const db = await open();
    const actor = await userActor(db);
    const llm = createScriptedLlm((call) => {
      call.text('An answer.');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor });
    const fill = async (length = limit) => {
      const { id } = await insertConversation(db, { userId: actor.user.id });
      await insertMessages(db, id, ['x'.repeat(length)]);
      return id;
    };
    return { db, actor, llm, ctx, fill };
  }

  /** How many rows a send could add to. */
  async function rowsOf({ db: { orm, tables } }: TestCtx) {
    const of = async (table: typeof tables.messages) => (await orm.select({ n: count() }).from(table))[0]?.n;
    const { messages, conversations, allowanceLedger, generations } = tables;
    return Promise.all([messages, conversations, allowanceLedger, generations].map((table) => of(table as never)));
  }

  test('messages, other answers, Continue and copies are refused, and nothing is written or charged', async () => {
    const { ctx, actor, fill, llm, db } = await begin();
    const first = { conversationId: null, content: 'Tell me', clientMessageId: 'first' };
    const { assistantMessage, conversation } = await sendMessage(ctx, first);
    await finalMessage(ctx, assistantMessage.id);
    const { messages: m } = db.tables;
    await db.write((orm) => orm.update(m).set({ status: 'interrupted' }).where(eq(m.id, assistantMessage.id)));
    const stranger = ctx.as(await userActor(db));
    const theirs = await sendMessage(stranger, { conversationId: null, content: 'Theirs' });
    await finalMessage(stranger, theirs.assistantMessage.id);
    await shareConversation(stranger, { conversationId: theirs.conversation.id });
    const full = await fill();
    await ctx.textSpaces.count(actor.user.id);

    const before = await rowsOf(ctx);
    const messageId = assistantMessage.id;
    const acts = {
      send: () => sendMessage(ctx, { conversationId: conversation.id, content: 'More' }),
      begin: () => sendMessage(ctx, { conversationId: null, content: 'More' }),
      command: () => sendMessage(ctx, { conversationId: null, content: ':fun.mode=on' }),
      regenerate: () => regenerateAnswer(ctx, { messageId }),
      continue: () => continueAnswer(ctx, { messageId }),
      copy: () => continueShared(ctx, { conversationId: theirs.conversation.id }),
    };
    for (const [name, act] of Object.entries(acts)) await expect(act(), name).rejects.toMatchObject(noSpace);
    expect(await rowsOf(ctx)).toEqual(before);
    expect(llm.calls).toHaveLength(2);
    // An earlier send is still found, and other people are not affected.
    expect(await sendMessage(ctx, first)).toMatchObject({ userMessage: { content: 'Tell me' } });
    await finalMessage(stranger, (await sendMessage(stranger, { ...first, content: 'Hello' })).assistantMessage.id);
    const guest = ctx.as(await guestActor(db));
    await finalMessage(guest, (await sendMessage(guest, { ...first, content: 'Hello' })).assistantMessage.id);

    await deleteConversation(ctx, { conversationId: full });
    await expect(acts.send()).rejects.toMatchObject(noSpace);
    await deleteForever(ctx, { conversationId: full });
    await finalMessage(ctx, (await acts.send()).assistantMessage.id);
  });

  test('a larger plan has room at once', async () => {
    const { ctx, actor, fill } = await begin();
    await fill();
    await ctx.textSpaces.count(actor.user.id);
    await expect(requireTextSpace(ctx)).rejects.toMatchObject(noSpace);
    await ctx.textSpaces.require({ ...actor.user, accessLevel: 'supernoek' }, 1);
  });

  test('no send waits for a count, but what is sent in between is added to it', async () => {
    const { ctx, actor, fill } = await begin();
    await fill(limit - 1_000);
    await requireTextSpace(ctx, 'y'.repeat(2_000));
    await ctx.textSpaces.count(actor.user.id);
    // With 300 bytes for the message, 700 are left, and nothing has been written so far.
    await requireTextSpace(ctx, 'y'.repeat(400));
    await requireTextSpace(ctx, 'y'.repeat(400));
    await fill(500);
    await expect(requireTextSpace(ctx, 'y')).rejects.toMatchObject(noSpace);
  });

  test('the text is counted again after ten minutes, or after ten seconds if little is left', async () => {
    const { ctx, actor, db } = await begin();
    for (const { used, soon, later } of [
      { used: limit / 2, soon: 599_000, later: 2_000 },
      { used: 0.95 * limit, soon: 9_000, later: 2_000 },
    ]) {
      const background = { run: vi.fn() };
      const spaces = createTextSpaces(ctx, background as never);
      const { id } = await insertConversation(db, { userId: actor.user.id });
      await insertMessages(db, id, ['x'.repeat(used)]);
      await spaces.count(actor.user.id);
      ctx.clock.advance(soon);
      await spaces.require(actor.user, 0);
      expect(background.run).not.toHaveBeenCalled();
      ctx.clock.advance(later);
      await spaces.require(actor.user, 0);
      expect(background.run).toHaveBeenCalledTimes(1);
      await db.write((orm) => orm.delete(db.tables.conversations).where(eq(db.tables.conversations.id, id)));
    }
  });

  test('counts the versions of documents, and refuses new ones', async () => {
    const { ctx, actor, db } = await begin();
    const { id: conversationId } = await insertConversation(db, { userId: actor.user.id });
    const { id: documentId } = await insertDocument(db, { conversationId, contents: ['x', 'x'.repeat(limit)] });
    expect(await ctx.textSpaces.count(actor.user.id)).toBe(limit + 1 + 2 * 300);
    const acts = [
      () => createDocument(ctx, { conversationId, title: 'More', kind: 'markdown', content: 'x' }),
      () => updateDocument(ctx, { documentId, baseVersion: 2, content: 'x' }),
      () => restoreDocument(ctx, { documentId, version: 1 }),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject(noSpace);
    expect(await updateDocument(ctx, { documentId, baseVersion: 2, title: 'Full' })).toMatchObject({ version: 2 });
  });
});
