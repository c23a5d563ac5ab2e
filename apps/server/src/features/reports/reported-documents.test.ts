import { openedReportSchema, type Report, reportSchema } from '@noek/contract/reports/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { guestActor } from '../../testing/create-chat-ctx.ts';
import { createTestCtx, type TestCtx } from '../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../testing/sign-in.ts';
import { listAudit } from '../admin/audit/list-audit.ts';
import { ownChatViews } from '../auth/account/own-chat-views.ts';
import { deleteConversation } from '../chat/conversations/conversation-trash.ts';
import { readSharedDocument as readIncluded, readShared } from '../chat/sharing/read-shared.ts';
import { shareConversation } from '../chat/sharing/share-conversation.ts';
import { removeDocument } from '../documents/remove-document.ts';
import { documentLink } from '../documents/sharing/document-link.ts';
import { readSharedDocument } from '../documents/sharing/read-shared-document.ts';
import { shareDocument } from '../documents/sharing/share-document.ts';
import { unshareDocument } from '../documents/sharing/unshare-document.ts';
import { updateDocument } from '../documents/update-document.ts';
import { listReports } from './list-reports.ts';
import { openReport } from './open-report.ts';
import { readReportedDocument } from './read-reported-document.ts';
import { reportAnswer } from './report-answer.ts';
import { reportDocument } from './report-document.ts';
import { reportShare } from './report-share.ts';
import { allowSharing, takeDownShare } from './take-down-share.ts';

const gone = { code: 'NOT_FOUND', message: 'Document not found.' };

describeOnEngines('reported documents', (open) => {
  async function begin() {
    const ctx = createTestCtx({ db: await open() });
    const as = async (given: object) => signedInAs(ctx, (await insertPerson(ctx, given)).id);
    const owner = await as({ name: 'Mira' });
    const reader = await as({ name: 'Reader' });
    const [ida, otto] = [
      await as({ name: 'Ida', accessLevel: 'admin' }),
      await as({ name: 'Otto', accessLevel: 'admin' }),
    ];
    const userId = owner.actor.kind === 'user' ? owner.actor.user.id : '';
    const { id: conversationId } = await insertConversation(ctx.db, { userId, createdAt: ctx.now() });
    const document = await insertDocument(ctx.db, { conversationId, title: 'Plan', contents: ['# First', '# Second'] });
    const ref = { documentId: document.id };
    const list = async () => (await listReports(ida, { status: 'open', limit: 20 })).reports;
    const reported = async (by: TestCtx = reader) => {
      const { token } = await shareDocument(owner, ref);
      await reportDocument(by, { token, reason: 'harassment', text: 'Look at this' });
      return { token, report: (await list())[0] as Report };
    };
    return { ctx, owner, reader, ida, otto, conversationId, ref, list, reported };
  }

  test('everyone who can read it may report it, once each, and its owner learns why it was read, but not who reported it', async () => {
    const { ctx, owner, reader, ida, list, reported, conversationId } = await begin();
    const { token, report } = await reported();
    expect(report).toEqual(reportSchema.parse(report));
    expect(report).toMatchObject({ kind: 'document', link: 'works', conversationId, owner: { name: 'Mira' } });
    expect(await reportDocument(reader, { token, reason: 'other' })).toMatchObject({ isNew: false });
    await reportDocument(ctx.as(await guestActor(ctx.db)), { token, reason: 'wrong' });
    expect(await list()).toHaveLength(2);
    const opened = await openReport(ida, { id: report.id });
    expect(opened).toEqual(openedReportSchema.parse(opened));
    expect(opened).toMatchObject({
      ...{ title: 'Plan', messages: [], messageId: null },
      document: { title: 'Plan', kind: 'markdown', content: '# Second' },
    });
    const { views } = await ownChatViews(owner, { limit: 20 });
    expect(views).toMatchObject([{ administrator: 'Ida', reason: 'A report about a shared document: Something else' }]);
    expect(JSON.stringify(views)).not.toContain('Reader');
    const nobody = ctx.as({ kind: 'guest', guestId: null });
    await expect(reportDocument(nobody, { token, reason: 'other' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(reportDocument(reader, { token: 'a'.repeat(43), reason: 'other' })).rejects.toMatchObject(gone);
  });

  test('administrators read what was shared, not what was written since, and nothing once it was ended', async () => {
    const { owner, ida, ref, conversationId, reported } = await begin();
    const { report } = await reported();
    await updateDocument(owner, { ...ref, baseVersion: 2, content: '# Private', title: 'Private' });
    const open = async () => (await openReport(ida, report)).document;
    expect(await open()).toMatchObject({ title: 'Plan', content: '# Second' });
    await unshareDocument(owner, ref);
    expect(await openReport(ida, report)).toMatchObject({ title: null, document: null, report: { link: 'ended' } });
    await shareDocument(owner, ref);
    expect(await open()).toMatchObject({ title: 'Private' });
    await removeDocument(owner, ref);
    expect(await openReport(ida, report)).toMatchObject({ title: null, document: null, report: { link: 'ended' } });
    await expect(takeDownShare(ida, { id: report.id, reason: 'Spam' })).rejects.toMatchObject({
      ...{ code: 'CONFLICT', message: 'This document was deleted.' },
    });
    await deleteConversation(owner, { conversationId });
    expect(await openReport(ida, report)).toMatchObject({ document: null });
  });

  test('a link that is taken down is gone at once; its owner reads why, and cannot share it until that is allowed', async () => {
    const { ctx, owner, ida, otto, ref, reported } = await begin();
    const { token, report } = await reported();
    const read = () => readSharedDocument(ctx.as({ kind: 'guest', guestId: null }), { token });
    const taken = await takeDownShare(ida, { id: report.id, reason: 'It names an address.' });
    expect(taken).toMatchObject({ kind: 'document', link: 'taken-down' });
    await expect(read()).rejects.toMatchObject(gone);
    await expect(takeDownShare(otto, { id: report.id, reason: 'Spam' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await documentLink(owner, ref)).toEqual({
      share: null,
      newest: 2,
      takenDown: { at: ctx.now().toISOString(), reason: 'It names an address.' },
    });
    expect((await openReport(otto, report)).document).toMatchObject({ content: '# Second' });
    for (const refresh of [undefined, false])
      await expect(shareDocument(owner, { ...ref, refresh })).rejects.toMatchObject({
        code: refresh === false ? 'NOT_FOUND' : 'CONFLICT',
      });
    await allowSharing(otto, { id: report.id, reason: 'It was a mistake.' });
    await expect(allowSharing(ida, { id: report.id, reason: 'Again' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(read()).rejects.toMatchObject(gone);
    expect((await shareDocument(owner, ref)).token).not.toBe(token);
    const { entries } = await listAudit(ida, { action: 'share.taken-down', limit: 9 });
    expect(entries).toMatchObject([
      { administrator: { name: 'Ida' }, person: { name: 'Mira' }, reason: 'It names an address.' },
    ]);
  });

  test('a taken-down document does not end the link of its chat, whose readers lose the document', async () => {
    const { ctx, owner, ida, conversationId, reported, ref } = await begin();
    const made = [{ id: ref.documentId, title: 'Plan', kind: 'markdown' as const, version: 2 }];
    await insertMessages(ctx.db, conversationId, ['Write', { content: 'Here.', documents: made }]);
    const share = () => shareConversation(owner, { conversationId, includeDocuments: true });
    const shown = async () => (await readShared(ctx, { conversationId })).messages[1]?.documents;
    await share();
    const { report } = await reported();
    expect(await shown()).toMatchObject([{ id: ref.documentId }]);
    await takeDownShare(ida, { id: report.id, reason: 'Spam' });
    for (const again of [async () => {}, share]) {
      await again();
      expect(await shown()).toEqual([{ title: 'Plan', kind: 'markdown' }]);
      await expect(readIncluded(ctx, { ...ref, conversationId })).rejects.toMatchObject(gone);
    }
    await allowSharing(ida, { id: report.id, reason: 'It was a mistake.' });
    await share();
    expect(await shown()).toMatchObject([{ id: ref.documentId }]);
    await deleteConversation(owner, { conversationId });
    await expect(documentLink(owner, ref)).rejects.toMatchObject(gone);
  });

  test('documents of a reported answer or chat are read under the entry of the report, for an hour', async () => {
    const { ctx, owner, reader, ida, otto, conversationId, ref, list } = await begin();
    const made = [{ id: ref.documentId, title: 'Plan then', kind: 'markdown' as const, version: 1 }];
    const [, answer] = await insertMessages(ctx.db, conversationId, ['Write', { content: 'Here.', documents: made }]);
    await reportAnswer(owner, { messageId: answer?.id ?? '', reason: 'wrong' });
    const [ofAnswer] = await list();
    const read = (who: TestCtx, id: string, version: number) => readReportedDocument(who, { ...ref, id, version });
    const id = ofAnswer?.id ?? '';
    await expect(read(ida, id, 1)).rejects.toMatchObject(gone);
    expect((await openReport(ida, { id })).messages[1]?.documents).toEqual(made);
    expect(await read(ida, id, 1)).toMatchObject({ title: 'Plan then', content: '# First' });
    await expect(read(ida, id, 2)).rejects.toMatchObject(gone);
    await expect(read(otto, id, 1)).rejects.toMatchObject(gone);
    await expect(read(owner, id, 1)).rejects.toMatchObject({ code: 'FORBIDDEN' });

    await shareConversation(owner, { conversationId });
    await reportShare(reader, { conversationId, reason: 'other' });
    const share = (await list()).find(({ kind }) => kind === 'share')?.id ?? '';
    await openReport(ida, { id: share });
    // Its owner did not include documents.
    await expect(read(ida, share, 2)).rejects.toMatchObject(gone);
    await shareConversation(owner, { conversationId, includeDocuments: true });
    expect(await read(ida, share, 2)).toMatchObject({ title: 'Plan', content: '# Second' });
    await expect(read(ida, share, 1)).rejects.toMatchObject(gone);
    await takeDownShare(ida, { id: share, reason: 'Spam' });
    expect(await read(ida, share, 2)).toMatchObject({ content: '# Second' });
    ctx.clock.advance(60 * 60_000 + 1);
    await expect(read(ida, share, 2)).rejects.toMatchObject(gone);
  });
});
