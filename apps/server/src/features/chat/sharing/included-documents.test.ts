import { guestDocuments } from '@noek/contract/documents/limits';
import { readableDocumentSchema } from '@noek/contract/documents/sharing';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument, insertMessages } from '@noek/db/testing/factories';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { readDocument } from '../../documents/read-document.ts';
import { removeDocument } from '../../documents/remove-document.ts';
import { shareDocument } from '../../documents/sharing/share-document.ts';
import { unshareDocument } from '../../documents/sharing/unshare-document.ts';
import { updateDocument } from '../../documents/update-document.ts';
import { deleteConversation } from '../conversations/conversation-trash.ts';
import { listMessages } from '../messages/list-messages.ts';
import { continueShared } from './continue-shared.ts';
import { continueSharedDocument } from './continue-shared-document.ts';
import { previewShare } from './preview-share.ts';
import { readShared, readSharedDocument } from './read-shared.ts';
import { shareConversation } from './share-conversation.ts';
import { unshareConversation } from './unshare-conversation.ts';

const gone = { code: 'NOT_FOUND' };

describeOnEngines('documents that a link includes', (open) => {
  async function begin() {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const { id: conversationId } = await insertConversation(db, { userId: actor.user.id, title: 'Garden' });
    const plan = await insertDocument(db, { conversationId, title: 'Plan', contents: ['# First', '# Second'] });
    const made = [{ id: plan.id, title: 'Plan', kind: 'markdown' as const, version: 1 }];
    const [, answer] = await insertMessages(db, conversationId, [
      'Write a plan',
      { content: 'Here.', documents: made },
    ]);
    const page = await insertDocument(db, {
      ...{ conversationId, title: 'Page', kind: 'html', contents: ['<p>Tea</p>'], sourceKey: `${answer?.id}:0` },
    });
    const ref = { conversationId };
    const anybody = ctx.as({ kind: 'guest', guestId: null });
    const share = (input: Partial<Parameters<typeof shareConversation>[1]> = {}) =>
      shareConversation(ctx, { ...ref, ...input });
    const shown = async (reader: TestCtx = anybody) => (await readShared(reader, ref)).messages[1]?.documents;
    const read = (documentId: string, reader: TestCtx = anybody) => readSharedDocument(reader, { ...ref, documentId });
    return { db, ctx, anybody, stranger: ctx.as(await userActor(db)), ref, plan, page, share, shown, read };
  }

  test('a preview says how many there are', async () => {
    const { ctx, ref, page } = await begin();
    expect((await previewShare(ctx, ref)).documents).toBe(2);
    await removeDocument(ctx, { documentId: page.id });
    expect((await previewShare(ctx, ref)).documents).toBe(1);
  });

  test('without them, readers see the titles and kinds of what answers made, and nothing else', async () => {
    const { plan, page, share, shown, read } = await begin();
    expect(await share()).toMatchObject({ includesDocuments: false });
    expect(await shown()).toEqual([{ title: 'Plan', kind: 'markdown' }]);
    for (const { id } of [plan, page]) await expect(read(id)).rejects.toMatchObject(gone);
  });

  test('with them, readers get each as it was when it was shared', async () => {
    const { ctx, plan, page, share, shown, read, ref, stranger, anybody } = await begin();
    await expect(share({ includeDocuments: true, refresh: false })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await share({ includeDocuments: true })).toMatchObject({ includesDocuments: true });
    const change = { content: '# Third', title: 'Private' };
    await updateDocument(ctx, { documentId: plan.id, baseVersion: 2, ...change });
    expect(await shown()).toEqual([
      { id: plan.id, title: 'Plan', kind: 'markdown', version: 2 },
      { id: page.id, title: 'Page', kind: 'html', version: 1 },
    ]);
    for (const reader of [anybody, stranger, ctx]) {
      const document = await read(plan.id, reader);
      expect(document).toEqual(readableDocumentSchema.strict().parse(document));
      expect(document).toMatchObject({ title: 'Plan', content: '# Second' });
    }
    const other = await insertDocument(ctx.db, { ...ref });
    await expect(read(other.id)).rejects.toMatchObject(gone);
    await share({ includeDocuments: true });
    expect(await read(plan.id)).toMatchObject({ title: 'Private', content: '# Third' });
  });

  test('they are no longer there once they are left out or deleted, or the link has ended', async () => {
    const { ctx, plan, page, share, shown, read, ref } = await begin();
    await share({ includeDocuments: true });
    await removeDocument(ctx, { documentId: page.id });
    expect(await shown()).toEqual([
      { id: plan.id, title: 'Plan', kind: 'markdown', version: 2 },
      { title: 'Page', kind: 'html' },
    ]);
    await share({ includeDocuments: false, refresh: false });
    expect(await shown()).toEqual([
      { title: 'Plan', kind: 'markdown' },
      { title: 'Page', kind: 'html' },
    ]);
    await expect(read(plan.id)).rejects.toMatchObject(gone);
    await share({ includeDocuments: true });
    await unshareConversation(ctx, ref);
    await expect(read(plan.id)).rejects.toMatchObject(gone);
    await share({ includeDocuments: true });
    await deleteConversation(ctx, ref);
    await expect(read(plan.id)).rejects.toMatchObject(gone);
    expect(await ctx.db.orm.select().from(ctx.db.tables.shareDocuments)).toEqual([]);
  });

  test('a copy of the chat has its own copies of them, each once', async () => {
    const { db, ctx, stranger, ref, plan, share } = await begin();
    const again = [{ id: plan.id, title: 'Plan', kind: 'markdown' as const, version: 2 }];
    await insertMessages(db, ref.conversationId, ['Shorter', { content: 'Done.', documents: again }]);
    await share({ includeDocuments: true });
    await updateDocument(ctx, { documentId: plan.id, baseVersion: 2, content: '# Third' });
    const { documents: d, messages: m } = db.tables;
    for (const reader of [stranger, ctx.as(await guestActor(db))]) {
      const copy = await continueShared(reader, ref);
      const messages = await db.orm.select().from(m).where(eq(m.conversationId, copy.id)).orderBy(asc(m.ordinal));
      const [first, second] = [messages[1]?.documents, messages[3]?.documents];
      expect(first).toMatchObject([
        { title: 'Plan', version: 1 },
        { title: 'Page', version: 1 },
      ]);
      expect(second).toEqual(first?.slice(0, 1));
      const copied = await db.orm.select().from(d).where(eq(d.conversationId, copy.id)).orderBy(asc(d.title));
      expect(copied.map(({ title, version, shareToken }) => [title, version, shareToken])).toEqual([
        ['Page', 1, null],
        ['Plan', 1, null],
      ]);
      expect(await readDocument(reader, { documentId: first?.[0]?.id ?? '' })).toMatchObject({
        ...{ content: '# Second', madeBy: 'answer', messageId: messages[1]?.id },
      });
    }
  });

  test('without them, a copy of the chat has none', async () => {
    const { db, stranger, ref, share } = await begin();
    await share();
    const copy = await continueShared(stranger, ref);
    expect((await listMessages(stranger, { conversationId: copy.id })).map(({ content }) => content)).toEqual([
      'Write a plan',
      'Here.',
    ]);
    const { documents: d, messages: m } = db.tables;
    expect(await db.orm.select().from(d).where(eq(d.conversationId, copy.id))).toEqual([]);
    const rows = await db.orm.select().from(m).where(eq(m.conversationId, copy.id));
    expect(rows.map((row) => row.documents)).toEqual([null, null]);
  });

  test('continuing with one document makes a chat with its own copy, for guests too', async () => {
    const { db, ctx, stranger, plan } = await begin();
    const { token } = await shareDocument(ctx, { documentId: plan.id });
    const { conversations: c, messages: m } = db.tables;
    for (const reader of [stranger, ctx.as(await guestActor(db)), ctx]) {
      const copy = await continueSharedDocument(reader, { token });
      expect(copy.documentId).not.toBe(plan.id);
      const document = await readDocument(reader, { documentId: copy.documentId });
      expect(document).toMatchObject({ title: 'Plan', content: '# Second', version: 1, madeBy: 'answer' });
      const [conversation] = await db.orm.select().from(c).where(eq(c.id, copy.conversationId));
      expect(conversation).toMatchObject({ title: 'Plan', headMessageId: document.messageId, sharedAt: null });
      const [answer] = await db.orm
        .select()
        .from(m)
        .where(and(eq(m.conversationId, copy.conversationId), eq(m.role, 'assistant')));
      expect(answer?.documents).toEqual([{ id: copy.documentId, title: 'Plan', kind: 'markdown', version: 1 }]);
      // The copy is the reader's: changing it changes nothing for others.
      await updateDocument(reader, { documentId: copy.documentId, baseVersion: 1, content: '# Mine' });
    }
    expect(await readDocument(ctx, { documentId: plan.id })).toMatchObject({ content: '# Second' });
    await unshareDocument(ctx, { documentId: plan.id });
    await expect(continueSharedDocument(stranger, { token })).rejects.toMatchObject(gone);
    const nobody = ctx.as({ kind: 'guest', guestId: null });
    await expect(continueSharedDocument(nobody, { token })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('a guest with too many documents gets no copy, and the limit of copies holds', async () => {
    const { db, ctx, stranger, plan } = await begin();
    const { token } = await shareDocument(ctx, { documentId: plan.id });
    const guest = await guestActor(db);
    const own = await insertConversation(db, { guestId: 'guestId' in guest ? (guest.guestId ?? '') : '' });
    for (let n = 0; n < guestDocuments.documents; n++) await insertDocument(db, { conversationId: own.id });
    const { conversations: c } = db.tables;
    const before = await db.orm.select({ id: c.id }).from(c);
    await expect(continueSharedDocument(ctx.as(guest), { token })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await db.orm.select({ id: c.id }).from(c)).toEqual(before);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => continueSharedDocument(stranger, { token })),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'RATE_LIMITED' } },
      { reason: { code: 'RATE_LIMITED' } },
    ]);
  });
});
