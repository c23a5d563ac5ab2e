import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { listDocumentVersions } from '../list-document-versions.ts';
import { listDocuments } from '../list-documents.ts';
import { readDocument } from '../read-document.ts';
import { removeDocument } from '../remove-document.ts';
import { updateDocument } from '../update-document.ts';
import { editFromAnswer } from './edit-from-answer.ts';
import { writeFromAnswer } from './write-from-answer.ts';

const page = { title: 'Garden', kind: 'html', content: '<h1>Garden</h1>' } as const;

describeOnEngines('calls of answers', (open) => {
  async function begin() {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const { id: conversationId } = await insertConversation(db, { userId: actor.user.id });
    const call = (callKey: string) => ({ conversationId, messageId: 'm1', callKey });
    return { db, ctx, conversationId, call };
  }

  test('a call that is repeated makes a document once, also at the same time', async () => {
    const { ctx, conversationId, call } = await begin();
    const made = await Promise.all(Array.from({ length: 6 }, () => writeFromAnswer(ctx, call('m1:0'), page)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await writeFromAnswer(ctx, call('m1:1'), page);
    expect(await listDocuments(ctx, { conversationId })).toHaveLength(2);
  });

  test('a call that is repeated changes a document once, also after it was changed again', async () => {
    const { db, ctx, conversationId, call } = await begin();
    const { id: documentId } = await insertDocument(db, { conversationId, contents: ['a'] });
    const edit = { documentId, edits: [{ find: 'a', replace: 'aa' }] };
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => editFromAnswer(ctx, call('m1:0'), edit)));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'changed', document: { version: 2 } });
    await updateDocument(ctx, { documentId, baseVersion: 2, content: 'b' });
    expect(await editFromAnswer(ctx, call('m1:0'), edit)).toMatchObject({ kind: 'changed', document: { version: 2 } });
    expect(await listDocumentVersions(ctx, { documentId })).toHaveLength(3);
    expect(await readDocument(ctx, { documentId })).toMatchObject({ content: 'b', madeBy: 'person' });
  });

  test('50 edits at the same time are all made, each in the newest text', async () => {
    const { db, ctx, conversationId, call } = await begin();
    const words = Array.from({ length: 50 }, (_, n) => `word${n}.`);
    const { id: documentId } = await insertDocument(db, { conversationId, contents: [words.join(' ')] });
    await Promise.all(
      words.map((find, n) =>
        editFromAnswer(ctx, call(`m1:${n}`), { documentId, edits: [{ find, replace: `done${n}.` }] }),
      ),
    );
    const { content, version } = await readDocument(ctx, { documentId });
    expect([content, version]).toEqual([words.map((_, n) => `done${n}.`).join(' '), 51]);
  });

  test('a document that is deleted meanwhile is not changed, and a conversation that is gets none', async () => {
    const { db, ctx, conversationId, call } = await begin();
    const { id: documentId } = await insertDocument(db, { conversationId, contents: ['a'] });
    await removeDocument(ctx, { documentId });
    const edit = { documentId, edits: [{ find: 'a', replace: 'b' }] };
    await expect(editFromAnswer(ctx, call('m1:0'), edit)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { conversations: c } = db.tables;
    await db.write((orm) => orm.update(c).set({ deletedAt: new Date() }));
    await expect(writeFromAnswer(ctx, call('m1:1'), page)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await db.write((orm) => orm.delete(c));
    await expect(writeFromAnswer(ctx, call('m1:2'), page)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the answer to a guest who signs in meanwhile writes into the account', async () => {
    const { db, ctx, conversationId, call } = await begin();
    const guest = await guestActor(db);
    const guestId = 'guestId' in guest ? guest.guestId : null;
    if (!('user' in ctx.actor)) throw new Error('A person is signed in.');
    const { conversations: c, guests: g } = db.tables;
    const { user } = ctx.actor;
    await db.write((orm) => orm.update(c).set({ userId: null, guestId }));
    let isFirst = true;
    const textSpaces = { require: async () => {} };
    /** The sign-in comes between reading the owner and writing. */
    const atomic: typeof db.atomic = async (build, options) => {
      if (isFirst) {
        isFirst = false;
        await db.write((orm) => orm.update(c).set({ userId: user.id, guestId: null }));
        await db.write((orm) => orm.delete(g));
      }
      return db.atomic(build, options);
    };
    await writeFromAnswer({ ...ctx, textSpaces, db: { ...db, atomic } }, call('m1:0'), page);
    expect(await listDocuments(ctx, { conversationId })).toMatchObject([{ title: 'Garden', version: 1 }]);
  });
});
