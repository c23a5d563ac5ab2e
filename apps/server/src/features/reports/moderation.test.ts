import { conversationSchema } from '@noek/contract/chat/schemas';
import { openedReportSchema, type Report, reportSchema } from '@noek/contract/reports/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { guestActor } from '../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../testing/sign-in.ts';
import { listAudit } from '../admin/audit/list-audit.ts';
import { ownChatViews } from '../auth/account/own-chat-views.ts';
import { deleteConversation, restoreConversation } from '../chat/conversations/conversation-trash.ts';
import { findConversation, toConversation } from '../chat/records/chat.queries.ts';
import { readShared } from '../chat/sharing/read-shared.ts';
import { shareConversation } from '../chat/sharing/share-conversation.ts';
import { unshareConversation } from '../chat/sharing/unshare-conversation.ts';
import { closeReport, reopenReport } from './close-report.ts';
import { listReports } from './list-reports.ts';
import { openReport } from './open-report.ts';
import { ownTakeDown } from './own-take-down.ts';
import { reportAnswer } from './report-answer.ts';
import { reportShare } from './report-share.ts';
import { allowSharing, takeDownShare } from './take-down-share.ts';

const gone = { code: 'NOT_FOUND', message: 'Conversation not found.' };

describeOnEngines('moderation', (open) => {
  async function begin() {
    const ctx = createTestCtx({ db: await open() });
    const as = async (given: object) => signedInAs(ctx, (await insertPerson(ctx, given)).id);
    const owner = await as({ name: 'Mira', email: 'mira@people.example' });
    const reader = await as({ name: 'Reader', email: 'reader@people.example' });
    const ida = await as({ name: 'Ida', accessLevel: 'admin' });
    const otto = await as({ name: 'Otto', accessLevel: 'admin' });
    const userId = owner.actor.kind === 'user' ? owner.actor.user.id : '';
    const { id } = await insertConversation(ctx.db, { userId, title: 'About tides', createdAt: ctx.now() });
    const texts = ['q1', 'a1', 'q2', 'a2', 'q3', 'a3', 'q4', 'a4', 'q5', 'a5', 'q6', 'a6'];
    const messages = await insertMessages(ctx.db, id, texts);
    const ref = { conversationId: id };
    const list = async (status: 'open' | 'closed' = 'open') => (await listReports(ida, { status, limit: 20 })).reports;
    const only = async () => (await list())[0] as Report;
    const reported = async () => {
      await shareConversation(owner, ref);
      await reportShare(reader, { ...ref, reason: 'harassment', text: 'Look at this' });
      return only();
    };
    const audit = async (action: string) => (await listAudit(ida, { action, limit: 20 })).entries;
    return { ctx, owner, reader, ida, otto, ref, messages, list, only, reported, audit, userId };
  }

  test('the list says who reported what and why, the latest first, in pages, and nothing of the conversation', async () => {
    const { ctx, owner, reader, ida, ref, messages, list } = await begin();
    await shareConversation(owner, ref);
    await reportShare(reader, { ...ref, reason: 'privacy', text: 'My street' });
    ctx.clock.advance(1000);
    await reportShare(ctx.as(await guestActor(ctx.db)), { ...ref, reason: 'other' });
    ctx.clock.advance(1000);
    await reportAnswer(owner, { messageId: messages[1]?.id ?? '', reason: 'wrong' });
    const all = await list();
    expect(all).toEqual(all.map((one) => reportSchema.parse(one)));
    expect(all).toMatchObject([
      { kind: 'answer', reason: 'wrong', link: null, reporter: { name: 'Mira' }, owner: { name: 'Mira' } },
      { kind: 'share', reason: 'other', text: null, link: 'works', reporter: null, owner: { name: 'Mira' } },
      {
        kind: 'share',
        reason: 'privacy',
        text: 'My street',
        reporter: { email: 'reader@people.example' },
        closed: null,
      },
    ]);
    expect(JSON.stringify(all)).not.toMatch(/tides|"a1"/);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await listReports(ida, { status: 'open', limit: 2, cursor });
      pages.push(page.reports.map(({ reason }) => reason));
      cursor = page.nextCursor ?? undefined;
    } while (cursor && pages.length < 9);
    expect(pages).toEqual([['wrong', 'other'], ['privacy']]);
    await expect(listReports(ida, { status: 'open', limit: 2, cursor: 'x' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('a reported answer is read with four messages before and after it, and the person sees who read it and why', async () => {
    const { owner, ida, messages, only, audit, userId } = await begin();
    await reportAnswer(owner, { messageId: messages[5]?.id ?? '', reason: 'wrong' });
    const { id } = await only();
    const opened = await openReport(ida, { id });
    expect(opened).toEqual(openedReportSchema.parse(opened));
    expect(opened).toMatchObject({ title: 'About tides', messageId: messages[5]?.id, report: { id } });
    expect(opened.messages.map(({ content }) => content)).toEqual([
      'a1',
      'q2',
      'a2',
      'q3',
      'a3',
      'q4',
      'a4',
      'q5',
      'a5',
    ]);
    expect((await ownChatViews(owner, { limit: 20 })).views).toMatchObject([
      { administrator: 'Ida', reason: 'A report about an answer: Wrong or misleading' },
    ]);
    expect(await audit('messages.read')).toMatchObject([
      {
        person: { id: userId },
        administrator: { name: 'Ida' },
        reason: 'A report about an answer: Wrong or misleading',
      },
    ]);
  });

  test('another version of a reported answer is not mistaken for it', async () => {
    const { ctx, owner, ida, messages, only } = await begin();
    const { messages: m } = ctx.db.tables;
    const [first, second] = [messages[1], messages[2]].map((row) => row as NonNullable<typeof row>);
    await insertMessages(ctx.db, first?.conversationId ?? 0, [
      { role: 'assistant', content: 'a1 again', parentId: messages[0]?.id ?? null },
    ]);
    await ctx.db.write((orm) =>
      orm
        .update(m)
        .set({ active: false })
        .where(eq(m.id, first?.id ?? '')),
    );
    await reportAnswer(owner, { messageId: first?.id ?? '', reason: 'wrong' });
    const { messages: read } = await openReport(ida, { id: (await only()).id });
    expect(read.map(({ content }) => content)).toEqual(['q1', 'a1', 'q2', 'a2', 'q3', 'a3']);
    expect(read.map(({ id }) => id)).toContain(second?.id);
  });

  test('a shared conversation is shown as its readers see it; after the owner has ended the link or deleted it, nothing is shown', async () => {
    const { ctx, owner, ida, ref, reported, audit } = await begin();
    const { id } = await reported();
    await insertMessages(ctx.db, ref.conversationId, ['q7', 'written later']);
    const opened = await openReport(ida, { id });
    expect(opened).toEqual(openedReportSchema.parse(opened));
    expect([opened.title, opened.messages.at(-1)?.content, opened.messageId]).toEqual(['About tides', 'a6', null]);
    await unshareConversation(owner, ref);
    expect(await openReport(ida, { id })).toMatchObject({ report: { link: 'ended' }, title: null, messages: [] });
    await shareConversation(owner, ref);
    await deleteConversation(owner, ref);
    expect(await openReport(ida, { id })).toMatchObject({ report: { link: 'ended' }, title: null, messages: [] });
    expect(await audit('messages.read')).toHaveLength(3);
  });

  test('nothing is read of an expired link, nor of an answer in the trash', async () => {
    const { ctx, owner, ida, ref, messages, list } = await begin();
    const expiresAt = new Date(ctx.now().getTime() + 60_000).toISOString();
    await shareConversation(owner, { ...ref, expiresAt });
    await reportShare(ctx.as(await guestActor(ctx.db)), { ...ref, reason: 'other' });
    await reportAnswer(owner, { messageId: messages[1]?.id ?? '', reason: 'wrong' });
    const opened = async () => {
      const read = [];
      for (const { id } of await list()) read.push((await openReport(ida, { id })).messages.length);
      return read.toSorted((a, b) => a - b);
    };
    expect(await opened()).toEqual([6, 12]);
    ctx.clock.advance(60_000);
    expect(await opened()).toEqual([0, 6]);
    await deleteConversation(owner, ref);
    expect(await opened()).toEqual([0, 0]);
  });

  test('a report that does not exist is not recorded, and only administrators read reports', async () => {
    const { ctx, owner, ida, reported, audit } = await begin();
    const { id } = await reported();
    await expect(openReport(ida, { id: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const call of [
      () => openReport(owner, { id }),
      () => listReports(owner, { status: 'open', limit: 1 }),
      () => closeReport(owner, { id, version: 1, note: 'x' }),
      () => reopenReport(owner, { id, version: 1 }),
      () => takeDownShare(owner, { id, reason: 'x' }),
      () => allowSharing(owner, { id, reason: 'x' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(openReport(ctx, { id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await audit('messages.read')).toEqual([]);
  });

  test('a report is closed with a note and opened again, each recorded with before and after', async () => {
    const { ida, otto, reported, list, audit, userId } = await begin();
    const { id } = await reported();
    const closed = await closeReport(ida, { id, version: 1, note: 'Nothing to do.' });
    expect(closed).toMatchObject({ version: 2, closed: { by: 'Ida', note: 'Nothing to do.' } });
    expect([await list(), await list('closed')]).toEqual([[], [closed]]);
    expect(await audit('report.closed')).toMatchObject([
      {
        person: { id: userId },
        changes: [
          { field: 'reportStatus', before: 'open', after: 'closed' },
          { field: 'closingNote', before: null, after: 'Nothing to do.' },
        ],
      },
    ]);
    expect(await reopenReport(otto, { id, version: 2 })).toMatchObject({ version: 3, closed: null });
    expect(await list('closed')).toEqual([]);
    expect(await audit('report.reopened')).toMatchObject([
      {
        administrator: { name: 'Otto' },
        changes: [
          { before: 'closed', after: 'open' },
          { field: 'closingNote', before: 'Nothing to do.', after: null },
        ],
      },
    ]);
  });

  test('one of two administrators who decide at once is refused, and so is one who has not seen the latest report', async () => {
    const { ida, otto, reader, ref, reported, audit } = await begin();
    const { id, version } = await reported();
    const both = await Promise.allSettled([
      closeReport(ida, { id, version, note: 'By Ida' }),
      closeReport(otto, { id, version, note: 'By Otto' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    expect(await audit('report.closed')).toHaveLength(1);
    await expect(reopenReport(otto, { id, version })).rejects.toMatchObject({ code: 'CONFLICT' });
    await reopenReport(otto, { id, version: 2 });
    await reportShare(reader, { ...ref, reason: 'dangerous', text: 'It became worse' });
    await expect(closeReport(ida, { id, version: 3, note: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await closeReport(ida, { id, version: 4, note: 'x' })).toMatchObject({ reason: 'dangerous' });
  });

  test('a closed report is not opened again while the same person has a newer one open', async () => {
    const { ida, reader, ref, reported, list } = await begin();
    const { id } = await reported();
    await closeReport(ida, { id, version: 1, note: 'Done.' });
    await reportShare(reader, { ...ref, reason: 'other' });
    await expect(reopenReport(ida, { id, version: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('newer report'),
    });
    expect([(await list()).length, (await list('closed')).length]).toEqual([1, 1]);
  });

  test('a link that is taken down answers 404, its owner sees it and cannot share again until that is allowed', async () => {
    const { ctx, owner, reader, ida, otto, ref, reported, audit, userId } = await begin();
    const { id } = await reported();
    const publish = vi.spyOn(ctx.live, 'publish');
    expect(await takeDownShare(ida, { id, reason: 'Harassment' })).toMatchObject({ link: 'taken-down', closed: null });
    await expect(readShared(ctx, ref)).rejects.toMatchObject(gone);
    const mine = async () => toConversation(await findConversation(owner, ref.conversationId), ctx.now());
    const down = { shared: false, sharedAt: null, shareTakenDownAt: ctx.now().toISOString() };
    expect(await mine()).toMatchObject(down);
    const [[to, event] = []] = publish.mock.calls;
    expect([to?.key, event]).toMatchObject([`user:${userId}`, { type: 'conversation', conversation: down }]);
    expect(conversationSchema.parse(await mine())).toMatchObject(down);
    for (const refresh of [undefined, true])
      await expect(shareConversation(owner, { ...ref, refresh })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('An administrator took the link to this conversation down.'),
      });
    await expect(shareConversation(owner, { ...ref, refresh: false })).rejects.toMatchObject(gone);
    expect(await ownTakeDown(owner, ref)).toEqual({ takenDownAt: ctx.now().toISOString(), reason: 'Harassment' });
    for (const other of [reader, ida]) await expect(ownTakeDown(other, ref)).rejects.toMatchObject(gone);
    await expect(ownTakeDown(ctx, ref)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    // Moving it to the trash and back does not help.
    expect((await openReport(otto, { id })).messages).toHaveLength(12);
    await deleteConversation(owner, ref);
    await restoreConversation(owner, ref);
    await expect(shareConversation(owner, ref)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(takeDownShare(otto, { id, reason: 'Me too' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await audit('share.taken-down')).toMatchObject([
      {
        person: { id: userId },
        reason: 'Harassment',
        changes: [{ field: 'sharedLink', before: 'works', after: 'taken-down' }],
      },
    ]);

    expect(await allowSharing(otto, { id, reason: 'A mistake' })).toMatchObject({ link: 'ended' });
    await expect(ownTakeDown(owner, ref)).rejects.toMatchObject(gone);
    await expect(readShared(ctx, ref)).rejects.toMatchObject(gone);
    await expect(allowSharing(ida, { id, reason: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await shareConversation(owner, ref);
    expect((await readShared(ctx, ref)).messages).toHaveLength(12);
    expect(await audit('share.allowed')).toMatchObject([{ reason: 'A mistake' }]);
  });

  test('the owner of several taken-down links reads the latest reason of each', async () => {
    const { ctx, owner, ida, ref, reported, userId } = await begin();
    const { id } = await reported();
    await takeDownShare(ida, { id, reason: 'Spam' });
    await allowSharing(ida, { id, reason: 'A mistake' });
    const second = await insertConversation(ctx.db, { userId, title: 'Another', createdAt: ctx.now() });
    await ctx.db.write((orm) =>
      orm
        .update(ctx.db.tables.conversations)
        .set({ shareTakenDownAt: ctx.now() })
        .where(eq(ctx.db.tables.conversations.id, second.id)),
    );
    ctx.clock.advance(1000);
    await takeDownShare(ida, { id, reason: 'Spam again' });
    expect(await ownTakeDown(owner, ref)).toEqual({ takenDownAt: ctx.now().toISOString(), reason: 'Spam again' });
    expect((await ownTakeDown(owner, { conversationId: second.id })).reason).toBeNull();
    // Other links that were taken down since change nothing, however many.
    const { auditLog } = ctx.db.tables;
    const [entry] = await ctx.db.orm.select().from(auditLog).where(eq(auditLog.action, 'share.taken-down')).limit(1);
    if (!entry) throw new Error('There is no entry.');
    const later = Array.from({ length: 250 }, (_, n) => ({
      ...entry,
      id: `later-${n}`,
      createdAt: new Date(ctx.now().getTime() + n + 1),
      detail: { ...entry.detail, conversation: ref.conversationId + n + 1 },
    }));
    await ctx.db.write((orm) => orm.insert(auditLog).values(later));
    expect((await ownTakeDown(owner, ref)).reason).toBe('Spam again');
  });

  test('a share that is updated while its link is taken down does not work afterwards', async () => {
    const { ctx, owner, ida, ref, reported } = await begin();
    const { id } = await reported();
    await Promise.allSettled([
      shareConversation(owner, ref),
      takeDownShare(ida, { id, reason: 'Harassment' }),
      shareConversation(owner, ref),
    ]);
    await expect(readShared(ctx, ref)).rejects.toMatchObject(gone);
  });

  test('only shared links are taken down; an administrator who has lost the level decides nothing', async () => {
    const { ctx, owner, ida, messages, only, list } = await begin();
    await reportAnswer(owner, { messageId: messages[1]?.id ?? '', reason: 'wrong' });
    const { id } = await only();
    await expect(takeDownShare(ida, { id, reason: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const { users } = ctx.db.tables;
    await ctx.db.write((orm) => orm.update(users).set({ accessLevel: 'basic' }).where(eq(users.name, 'Ida')));
    await expect(closeReport(ida, { id, version: 1, note: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await list()).toHaveLength(1);
  });
});
