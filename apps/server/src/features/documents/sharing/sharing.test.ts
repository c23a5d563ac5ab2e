import { maxSharedDocuments } from '@noek/contract/documents/limits';
import { documentTokenSchema, readableDocumentSchema } from '@noek/contract/documents/sharing';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument, insertProject } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { deleteConversation, restoreConversation } from '../../chat/conversations/conversation-trash.ts';
import { deleteProject } from '../../projects/trash/project-trash.ts';
import { removeDocument } from '../remove-document.ts';
import { updateDocument } from '../update-document.ts';
import { documentLink } from './document-link.ts';
import { readSharedDocument } from './read-shared-document.ts';
import { shareDocument } from './share-document.ts';
import { unshareDocument } from './unshare-document.ts';

const hour = 60 * 60 * 1000;
const gone = { code: 'NOT_FOUND', message: 'Document not found.' };

describeOnEngines('shared documents', (open) => {
  async function begin(given: { temporary?: boolean; projectId?: string } = {}) {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const { id: conversationId } = await insertConversation(db, { userId: actor.user.id, ...given });
    const { id } = await insertDocument(db, { conversationId, title: 'Plan', contents: ['# First', '# Second'] });
    const ref = { documentId: id };
    const anybody = ctx.as({ kind: 'guest', guestId: null });
    const read = (token: string, reader = anybody) => readSharedDocument(reader, { token });
    return { db, ctx, actor, conversationId, ref, anybody, read, stranger: ctx.as(await userActor(db)) };
  }

  test('anyone with the link reads the version that was shared, and nothing about its owner', async () => {
    const { ctx, actor, ref, anybody, stranger, read } = await begin();
    const share = await shareDocument(ctx, ref);
    expect(share).toMatchObject({ ...ref, version: 2, expiresAt: null, sharedAt: ctx.now().toISOString() });
    expect(share.url).toBe(`${ctx.config.origins.chat}/d/${share.token}`);
    // 256 bits.
    expect(documentTokenSchema.parse(share.token)).toHaveLength(43);
    for (const reader of [anybody, stranger, ctx]) {
      const shared = await read(share.token, reader);
      expect(shared).toEqual(readableDocumentSchema.strict().parse(shared));
      expect(shared).toMatchObject({ title: 'Plan', kind: 'markdown', content: '# Second' });
      for (const secret of [actor.user.id, actor.user.email, ref.documentId])
        expect(JSON.stringify(shared)).not.toContain(secret);
    }
    await expect(read('a'.repeat(43))).rejects.toMatchObject(gone);
  });

  test('it does not change until it is shared again, which keeps the link', async () => {
    const { ctx, ref, read } = await begin();
    const { token } = await shareDocument(ctx, ref);
    await updateDocument(ctx, { ...ref, baseVersion: 2, content: '# Third', title: 'Private plan' });
    expect(await read(token)).toMatchObject({ title: 'Plan', content: '# Second' });
    expect((await documentLink(ctx, ref)).share).toMatchObject({ token, version: 2 });
    expect((await documentLink(ctx, ref)).newest).toBe(3);
    expect(await shareDocument(ctx, ref)).toMatchObject({ token, version: 3 });
    expect(await read(token)).toMatchObject({ title: 'Private plan', content: '# Third' });
  });

  test('an expiry ends it, and another one makes the same link work again with the same version', async () => {
    const { ctx, ref, read } = await begin();
    const expiresAt = new Date(ctx.now().getTime() + hour).toISOString();
    const { token } = await shareDocument(ctx, { ...ref, expiresAt });
    await updateDocument(ctx, { ...ref, baseVersion: 2, content: '# Third' });
    ctx.clock.advance(hour - 1);
    expect(await read(token)).toMatchObject({ content: '# Second' });
    ctx.clock.advance(1);
    await expect(read(token)).rejects.toMatchObject(gone);
    expect((await documentLink(ctx, ref)).share).toMatchObject({ token, expiresAt });
    await expect(shareDocument(ctx, { ...ref, expiresAt })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await shareDocument(ctx, { ...ref, expiresAt: null, refresh: false })).toMatchObject({ token, version: 2 });
    expect(await read(token)).toMatchObject({ content: '# Second' });
    // An expiry that has passed is not kept when it is shared again.
    await shareDocument(ctx, { ...ref, expiresAt: new Date(ctx.now().getTime() + hour).toISOString() });
    ctx.clock.advance(2 * hour);
    expect(await shareDocument(ctx, ref)).toMatchObject({ token, expiresAt: null, version: 3 });
  });

  test('a link that was ended never works again; the next one is another', async () => {
    const { ctx, ref, read } = await begin();
    const { token } = await shareDocument(ctx, ref);
    await unshareDocument(ctx, ref);
    await expect(read(token)).rejects.toMatchObject(gone);
    await expect(unshareDocument(ctx, ref)).rejects.toMatchObject(gone);
    await expect(shareDocument(ctx, { ...ref, refresh: false })).rejects.toMatchObject(gone);
    expect((await documentLink(ctx, ref)).share).toBeNull();
    expect((await shareDocument(ctx, ref)).token).not.toBe(token);
  });

  test('a deleted document or account, and a chat in the trash, end it for good', async () => {
    const { ctx, conversationId, ref, read } = await begin();
    const { token } = await shareDocument(ctx, ref);
    await deleteConversation(ctx, { conversationId });
    await expect(read(token)).rejects.toMatchObject(gone);
    await expect(shareDocument(ctx, ref)).rejects.toMatchObject(gone);
    await restoreConversation(ctx, { conversationId });
    await expect(read(token)).rejects.toMatchObject(gone);
    expect((await documentLink(ctx, ref)).share).toBeNull();
    const again = await shareDocument(ctx, ref);
    await removeDocument(ctx, ref);
    await expect(read(again.token)).rejects.toMatchObject(gone);
    const other = await insertDocument(ctx.db, { conversationId });
    const last = await shareDocument(ctx, { documentId: other.id });
    await deleteAccount(ctx);
    await expect(read(last.token)).rejects.toMatchObject(gone);
  });

  test('a project that takes its chats into the trash ends it', async () => {
    const { db, ctx, actor, read } = await begin();
    const project = await insertProject(db, { userId: actor.user.id });
    const inProject = await insertConversation(db, { userId: actor.user.id, projectId: project.id });
    const { id: documentId } = await insertDocument(db, { conversationId: inProject.id });
    const { token } = await shareDocument(ctx, { documentId });
    await deleteProject(ctx, { projectId: project.id, conversations: 'trash' });
    await expect(read(token)).rejects.toMatchObject(gone);
    const { documents: d } = db.tables;
    const [row] = await db.orm.select().from(d).where(eq(d.id, documentId));
    expect(row?.shareToken).toBeNull();
  });

  test('only its owner shares it, with an account, and not from a temporary chat', async () => {
    const { db, ctx, ref, anybody, stranger } = await begin();
    const guest = ctx.as(await guestActor(db));
    for (const verb of [shareDocument, unshareDocument, documentLink]) {
      await expect(verb(stranger, ref)).rejects.toMatchObject(gone);
      for (const reader of [guest, anybody])
        await expect(verb(reader, ref)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    const { ctx: other, ref: temporary } = await begin({ temporary: true });
    await expect(shareDocument(other, temporary)).rejects.toMatchObject({
      ...{ code: 'BAD_REQUEST', message: expect.stringContaining('Keep this chat first') },
    });
  });

  test('of many that are shared at once, exactly the limit is, and one link comes from parallel calls', async () => {
    const { ctx, conversationId } = await begin();
    const documents = [];
    for (let n = 0; n < maxSharedDocuments + 3; n++) documents.push(await insertDocument(ctx.db, { conversationId }));
    const results = await Promise.allSettled(documents.map(({ id }) => shareDocument(ctx, { documentId: id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxSharedDocuments);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
    const at = results.findIndex(({ status }) => status === 'fulfilled');
    const shared = { documentId: documents[at]?.id ?? '' };
    const tokens = await Promise.all(Array.from({ length: 5 }, () => shareDocument(ctx, shared)));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
    await unshareDocument(ctx, shared);
    const fresh = await Promise.all(Array.from({ length: 5 }, () => shareDocument(ctx, shared)));
    expect(new Set(fresh.map(({ token }) => token)).size).toBe(1);
  });
});
