import { guestDocuments, maxDocumentBytes, maxDocuments, maxDocumentVersions } from '@noek/contract/documents/limits';
import { documentProblems } from '@noek/contract/documents/texts';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument, insertMessages, insertProject } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { createDocument } from './create-document.ts';
import { listDocumentVersions } from './list-document-versions.ts';
import { listDocuments } from './list-documents.ts';
import { readDocument, readDocumentVersion } from './read-document.ts';
import { removeDocument } from './remove-document.ts';
import { restoreDocument } from './restore-document.ts';
import { updateDocument } from './update-document.ts';

const plan = { title: 'Plan', kind: 'markdown', content: '# Plan' } as const;

describeOnEngines('documents', (open) => {
  async function begin(as: 'user' | 'guest' = 'user') {
    const db = await open();
    const actor = as === 'user' ? await userActor(db) : await guestActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const owner =
      'user' in actor ? { userId: actor.user.id } : { guestId: actor.kind === 'guest' ? actor.guestId : '' };
    const conversation = (given = {}) => insertConversation(db, { ...owner, ...given } as { userId: string });
    const { id: conversationId } = await conversation();
    const make = (given = {}) => createDocument(ctx, { ...plan, conversationId, ...given });
    return { db, actor, ctx, conversation, conversationId, make };
  }

  test.each(['user', 'guest'] as const)('a %s makes, reads, changes, restores and deletes one', async (as) => {
    const { ctx, conversationId, make } = await begin(as);
    const made = await make();
    expect(made).toMatchObject({ title: 'Plan', version: 1, versions: 1, madeBy: 'person', messageId: null });
    const base = { documentId: made.id };
    const second = await updateDocument(ctx, { ...base, baseVersion: 1, content: '# Second' });
    expect(second).toMatchObject({ version: 2, versions: 2, title: 'Plan' });
    expect(await updateDocument(ctx, { ...base, baseVersion: 2, title: 'Garden' })).toMatchObject({
      ...{ version: 2, title: 'Garden', madeBy: 'person' },
    });
    expect(await restoreDocument(ctx, { ...base, version: 1 })).toMatchObject({ version: 3, title: 'Garden' });
    expect(await readDocument(ctx, base)).toMatchObject({ version: 3, content: '# Plan' });
    expect(await readDocumentVersion(ctx, { ...base, version: 2 })).toMatchObject({ number: 2, content: '# Second' });
    expect((await listDocumentVersions(ctx, base)).map(({ number, bytes }) => [number, bytes])).toEqual([
      ...[
        [3, 6],
        [2, 8],
        [1, 6],
      ],
    ]);
    expect(await listDocuments(ctx, { conversationId })).toHaveLength(1);
    await removeDocument(ctx, base);
    await expect(readDocument(ctx, base)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listDocuments(ctx, { conversationId })).toEqual([]);
  });

  test('those of others and of chats in the trash are not found by any verb', async () => {
    const { db, ctx, conversation, conversationId, make } = await begin();
    const theirs = await make();
    const inTrash = await conversation({ deletedAt: new Date() });
    const trashed = await insertDocument(db, { conversationId: inTrash.id });
    const stranger = ctx.as(await userActor(db));
    const guest = ctx.as(await guestActor(db));
    const none = ctx.as({ kind: 'guest', guestId: null });
    for (const [who, documentId, of] of [
      [stranger, theirs.id, conversationId],
      [guest, theirs.id, conversationId],
      [none, theirs.id, conversationId],
      [ctx, trashed.id, inTrash.id],
    ] as const) {
      const acts = [
        () => readDocument(who, { documentId }),
        () => readDocumentVersion(who, { documentId, version: 1 }),
        () => listDocumentVersions(who, { documentId }),
        () => updateDocument(who, { documentId, baseVersion: 1, content: 'Mine' }),
        () => restoreDocument(who, { documentId, version: 1 }),
        () => removeDocument(who, { documentId }),
        () => listDocuments(who, { conversationId: of }),
        () => createDocument(who, { ...plan, conversationId: of }),
      ];
      for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await readDocument(ctx, { documentId: theirs.id })).toMatchObject({ version: 1, content: '# Plan' });
    await expect(readDocumentVersion(ctx, { documentId: theirs.id, version: 2 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(restoreDocument(ctx, { documentId: theirs.id, version: 2 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('of 50 changes of one version, one is made, and the others get the newest', async () => {
    const { ctx, make } = await begin();
    const { id: documentId } = await make();
    const changes = Array.from({ length: 50 }, (_, n) =>
      updateDocument(ctx, { documentId, baseVersion: 1, content: `Change ${n}` }),
    );
    const results = await Promise.allSettled(changes);
    const made = results.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(1);
    const newest = await readDocument(ctx, { documentId });
    expect(newest).toMatchObject({ version: 2, content: expect.stringMatching(/^Change \d+$/) });
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      expect(result.reason).toMatchObject({ code: 'CHANGED', status: 409, flags: { document: newest } });
    }
    expect(await listDocumentVersions(ctx, { documentId })).toHaveLength(2);
  });

  test('restoring at the same time makes a version each', async () => {
    const { ctx, make } = await begin();
    const { id: documentId } = await make();
    await Promise.all(Array.from({ length: 8 }, () => restoreDocument(ctx, { documentId, version: 1 })));
    expect((await listDocumentVersions(ctx, { documentId })).map(({ number }) => number)).toEqual([
      ...[9, 8, 7, 6, 5, 4, 3, 2, 1],
    ]);
  });

  test('a change of nothing is refused, and an older one before that of its title', async () => {
    const { ctx, make } = await begin();
    const { id: documentId } = await make();
    await expect(updateDocument(ctx, { documentId, baseVersion: 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(updateDocument(ctx, { documentId, baseVersion: 2, title: 'Later' })).rejects.toMatchObject({
      ...{ code: 'CHANGED', message: documentProblems.changed },
    });
  });

  test('made from the same block of an answer, also at the same time, it is made once', async () => {
    const { db, ctx, conversationId, make, conversation } = await begin();
    const [, answer] = await insertMessages(db, conversationId, ['A page, please', '```html\n<p>\n```']);
    const from = { messageId: answer?.id ?? '', block: 0 };
    const made = await Promise.all(Array.from({ length: 8 }, () => make({ from })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made[0]).toMatchObject({ madeBy: 'answer', messageId: from.messageId, version: 1 });
    await updateDocument(ctx, { documentId: made[0]?.id ?? '', baseVersion: 1, content: 'Mine' });
    expect(await make({ from })).toMatchObject({ id: made[0]?.id, version: 2 });
    expect(await make({ from: { ...from, block: 1 } })).not.toMatchObject({ id: made[0]?.id });
    const elsewhere = (await conversation()).id;
    await expect(make({ from, conversationId: elsewhere })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(make({ from: { messageId: 'none', block: 0 } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a document has 200 versions, and a person 1,000 documents', async () => {
    const { db, ctx, conversationId, make, conversation } = await begin();
    const contents = Array.from({ length: maxDocumentVersions }, (_, n) => `${n}`);
    const { id: documentId } = await insertDocument(db, { conversationId, contents });
    const full = { code: 'CONFLICT', message: documentProblems.tooManyVersions };
    const change = { documentId, baseVersion: maxDocumentVersions };
    await expect(updateDocument(ctx, { ...change, content: 'More' })).rejects.toMatchObject(full);
    await expect(restoreDocument(ctx, { documentId, version: 1 })).rejects.toMatchObject(full);
    expect(await updateDocument(ctx, { ...change, title: 'Full' })).toMatchObject({ title: 'Full' });

    const inTrash = (await conversation({ deletedAt: new Date() })).id;
    for (let made = 1; made < maxDocuments - 2; made++)
      await insertDocument(db, { conversationId: made % 2 ? conversationId : inTrash });
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => make()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(make()).rejects.toMatchObject({ code: 'CONFLICT', message: documentProblems.tooMany });
    await removeDocument(ctx, { documentId });
    await make();
  });

  test('a guest has 20 documents, and 10 MB of them', async () => {
    const { ctx, make } = await begin('guest');
    const content = 'x'.repeat(maxDocumentBytes);
    const { id: documentId } = await make({ content });
    for (let version = 1; version < 10; version++)
      await updateDocument(ctx, { documentId, baseVersion: version, content });
    const full = { code: 'CONFLICT', message: documentProblems.guestSpace };
    await expect(updateDocument(ctx, { documentId, baseVersion: 10, content: 'x' })).rejects.toMatchObject(full);
    await expect(restoreDocument(ctx, { documentId, version: 1 })).rejects.toMatchObject(full);
    await expect(make()).rejects.toMatchObject(full);
    await removeDocument(ctx, { documentId });
    for (let made = 0; made < guestDocuments.documents; made++) await make();
    await expect(make()).rejects.toMatchObject({ code: 'CONFLICT', message: documentProblems.guestTooMany });
  });

  test('a project lists those of its chats, of the signed-in person alone', async () => {
    const { db, ctx, actor, conversation, conversationId } = await begin();
    if (!('user' in actor)) throw new Error('A person is signed in.');
    const { id: projectId } = await insertProject(db, { userId: actor.user.id });
    const within = await conversation({ projectId });
    const gone = await conversation({ projectId, deletedAt: new Date() });
    await insertDocument(db, { conversationId });
    await insertDocument(db, { conversationId: gone.id });
    const older = await insertDocument(db, { conversationId: within.id, updatedAt: new Date(1) });
    const newer = await insertDocument(db, { conversationId: within.id, updatedAt: new Date(2) });
    expect((await listDocuments(ctx, { projectId })).map(({ id }) => id)).toEqual([newer.id, older.id]);
    const stranger = ctx.as(await userActor(db));
    await expect(listDocuments(stranger, { projectId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const guest = ctx.as(await guestActor(db));
    await expect(listDocuments(guest, { projectId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const input of [{}, { projectId, conversationId }])
      await expect(listDocuments(ctx, input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const { projects: p } = db.tables;
    await db.write((orm) => orm.update(p).set({ deletedAt: new Date() }).where(eq(p.id, projectId)));
    await expect(listDocuments(ctx, { projectId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('one with many versions is deleted in small steps', async () => {
    const { db, ctx, conversationId } = await begin();
    const contents = Array.from({ length: 12 }, () => 'x'.repeat(400_000));
    const { id: documentId } = await insertDocument(db, { conversationId, contents });
    const deleted: number[] = [];
    const { documentVersions: v } = db.tables;
    const left = async () => (await db.orm.select({ number: v.number }).from(v)).length;
    const write: typeof db.write = async (build) => {
      const before = await left();
      const rows = await db.write(build);
      deleted.push(before - (await left()));
      return rows;
    };
    await removeDocument({ ...ctx, db: { ...db, write } }, { documentId });
    expect(await left()).toBe(0);
    expect(deleted).toHaveLength(7);
    expect(Math.max(...deleted)).toBe(2);
  });
});
