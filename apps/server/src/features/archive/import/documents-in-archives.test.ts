import { maxDocuments } from '@noek/contract/documents/limits';
import { documentProblems } from '@noek/contract/documents/texts';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument, insertMessages } from '@noek/db/testing/factories';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { archiveOf, exported, imported, unzipped } from '../../../testing/archives.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { signedInAs } from '../../../testing/sign-in.ts';
import { searchConversations } from '../../chat/search/search-conversations.ts';
import { createDocument } from '../../documents/create-document.ts';
import { listDocumentVersions } from '../../documents/list-document-versions.ts';
import { listDocuments } from '../../documents/list-documents.ts';
import { readDocument, readDocumentVersion } from '../../documents/read-document.ts';
import { removeDocument } from '../../documents/remove-document.ts';
import { updateDocument } from '../../documents/update-document.ts';
import { readTextSpace } from '../text-space.ts';
import {
  at,
  conversation,
  conversationsOf,
  damagedText,
  file,
  format,
  twoPeople,
  version,
} from './testing/archive-parts.ts';
import { undoImport } from './undo-import.ts';

describeOnEngines('documents in archives', (open) => {
  /** A conversation of Ada with a document of two versions, which its answer has made and a person has changed. */
  async function begin() {
    const people = await twoPeople(await open());
    const { ctx, ada } = people;
    const asAda = await signedInAs(ctx, ada.id);
    const { id: conversationId } = await insertConversation(ctx.db, { userId: ada.id, title: 'Harbour' });
    await insertMessages(ctx.db, conversationId, [
      { role: 'user', content: 'A plan' },
      { role: 'assistant', content: 'Here it is.' },
    ]);
    const { messages: m } = ctx.db.tables;
    const [, answer] = await ctx.db.orm
      .select()
      .from(m)
      .where(eq(m.conversationId, conversationId))
      .orderBy(asc(m.ordinal));
    const answerId = answer?.id ?? '';
    const made = { conversationId, title: 'Berths [draft]', kind: 'markdown', content: '# Walnuts' } as const;
    const { id } = await createDocument(asAda, { ...made, from: { messageId: answerId, block: 0 } });
    await updateDocument(asAda, { documentId: id, baseVersion: 1, content: '# Cashews\n' });
    const documents = [{ id, title: 'Berths [draft]', kind: 'markdown' as const, version: 1 }];
    await ctx.db.write((orm) => orm.update(m).set({ documents }).where(eq(m.id, answerId)));
    return { ...people, asAda, conversationId, id, answerId };
  }

  const documentsOf = async (ctx: TestCtx, asWho: TestCtx, userId: string) => {
    const chats = await conversationsOf(ctx, userId);
    return (await Promise.all(chats.map((chat) => listDocuments(asWho, { conversationId: chat.id })))).flat();
  };

  test('an export has each version as a file, and the conversation links to it', async () => {
    const { ctx, ada, id, conversationId, answerId } = await begin();
    const files = await unzipped(await exported(ctx, ada.id));
    expect(files[`documents/${id}/v1.md`]).toBe('# Walnuts');
    expect(files[`documents/${id}/v2.md`]).toBe('# Cashews\n');
    expect(JSON.parse(files['documents.json'] ?? '').documents).toMatchObject([
      {
        ...{ id, conversationId, title: 'Berths [draft]', kind: 'markdown', origin: id },
        versions: [
          { number: 1, messageId: answerId },
          { number: 2, madeBy: 'person', messageId: null },
        ],
      },
    ]);
    const markdown = Object.keys(files).find((name) => /^conversations\/.*\.md$/.test(name)) ?? '';
    expect(files[markdown]).toContain(`- [Berths \\[draft\\]](../documents/${id}/v1.md) (markdown, version 1)`);
  });

  test('an import restores them once, with their versions, answers and rows, and they are found', async () => {
    const { ctx, ada, bob, asBob, id } = await begin();
    const archive = await exported(ctx, ada.id);
    const before = await readTextSpace(asBob);
    const first = await imported(ctx, bob.id, archive);
    expect(first).toMatchObject({ result: { documentsAdded: 1, documentsKnown: 0 } });
    const [document, ...others] = await documentsOf(ctx, asBob, bob.id);
    expect(others).toEqual([]);
    expect(document).toMatchObject({ title: 'Berths [draft]', kind: 'markdown', version: 2, versions: 2 });
    expect(document?.id).not.toBe(id);
    const documentId = document?.id ?? '';
    expect((await readDocument(asBob, { documentId })).content).toBe('# Cashews\n');
    expect(await readDocumentVersion(asBob, { documentId, version: 1 })).toMatchObject({ content: '# Walnuts' });
    const { messages: m } = ctx.db.tables;
    const answers = await ctx.db.orm
      .select()
      .from(m)
      .where(eq(m.conversationId, document?.conversationId ?? 0));
    const [versionOne] = (await listDocumentVersions(asBob, { documentId })).toReversed();
    const answer = answers.find(({ id: messageId }) => messageId === versionOne?.messageId);
    expect(answer?.documents).toEqual([{ id: documentId, title: 'Berths [draft]', kind: 'markdown', version: 1 }]);
    expect((await searchConversations(asBob, { q: 'cashews', limit: 5 })).map((hit) => hit.document?.id)).toEqual([
      documentId,
    ]);
    expect((await readTextSpace(asBob)).bytesUsed).toBeGreaterThan(before.bytesUsed + 18);

    const again = await imported(ctx, bob.id, archive);
    expect(again).toMatchObject({ result: { documentsAdded: 0, documentsKnown: 1 } });
    await imported(ctx, bob.id, await exported(ctx, bob.id));
    await imported(ctx, ada.id, archive);
    expect(await documentsOf(ctx, asBob, bob.id)).toHaveLength(1);
    expect((await ctx.db.orm.select().from(ctx.db.tables.documents)).length).toBe(2);
  });

  test('undo removes those in chats that were there before, but not one that was changed since', async () => {
    const { ctx, ada, asAda, id, conversationId } = await begin();
    const kept = await createDocument(asAda, { conversationId, title: 'Kept', kind: 'csv', content: 'a,b' });
    const archive = await exported(ctx, ada.id);
    for (const documentId of [id, kept.id]) await removeDocument(asAda, { documentId });
    const job = await imported(ctx, ada.id, archive);
    const restored = await listDocuments(asAda, { conversationId });
    expect(restored.map(({ title }) => title).toSorted()).toEqual(['Berths [draft]', 'Kept']);
    ctx.clock.advance(60_000);
    const changed = restored.find(({ title }) => title === 'Kept')?.id ?? '';
    await updateDocument(asAda, { documentId: changed, baseVersion: 1, content: 'c,d' });
    await undoImport(asAda, { id: job.id });
    expect((await listDocuments(asAda, { conversationId })).map((one) => one.id)).toEqual([changed]);
    expect(await ctx.db.orm.select().from(ctx.db.tables.documentVersions)).toHaveLength(2);
  });

  test('undo of an import that brought the chat removes its documents with it', async () => {
    const { ctx, ada, bob, asBob } = await begin();
    const job = await imported(ctx, bob.id, await exported(ctx, ada.id));
    await undoImport(asBob, { id: job.id });
    await expect(documentsOf(ctx, asBob, bob.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await searchConversations(asBob, { q: 'cashews', limit: 5 })).toEqual([]);
  });

  test.each([
    ['a version that is missing', {}, {}],
    ['an unknown kind', { kind: 'exe' }, { 'documents/d/v1.md': 'x' }],
    ['a title with marks', { title: 'Plan\u202egpj' }, { 'documents/d/v1.md': 'x' }],
    ['no versions', { versions: [] }, {}],
  ])('an archive with %s is damaged, and nothing of it is added', async (_, given, files) => {
    const { ctx, bob } = await twoPeople(await open());
    const document = {
      ...{ id: 'd', conversationId: conversation.id, title: 'Plan', kind: 'markdown', origin: 'd' },
      ...{ createdAt: at.toISOString(), updatedAt: at.toISOString() },
      versions: [{ number: 1, madeBy: 'person', messageId: null, createdAt: at.toISOString() }],
      ...given,
    };
    const archive = await archiveOf({
      ...file({}),
      'documents.json': { format, version, documents: [document] },
      ...files,
    });
    expect(await imported(ctx, bob.id, archive)).toMatchObject({ status: 'failed', error: damagedText });
    expect(await conversationsOf(ctx, bob.id)).toEqual([]);
  });

  test('beyond the limit, the rest is imported and a sentence says so', async () => {
    const { ctx, ada, bob, asBob } = await begin();
    const archive = await exported(ctx, ada.id);
    const { id: conversationId } = await insertConversation(ctx.db, { userId: bob.id });
    for (let at = 0; at < maxDocuments; at++)
      await insertDocument(ctx.db, { conversationId, title: `${at}`, contents: ['x'] });
    const job = await imported(ctx, bob.id, archive);
    expect(job).toMatchObject({
      status: 'done',
      problems: [{ title: 'Berths [draft]', reason: documentProblems.tooMany }],
    });
    expect(await documentsOf(ctx, asBob, bob.id)).toHaveLength(maxDocuments);
  });
});
