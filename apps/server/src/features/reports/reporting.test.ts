import { maxReportLength } from '@noek/contract/reports/limits';
import { reportBodySchema, reportedSchema } from '@noek/contract/reports/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertGuest, insertMessages } from '@noek/db/testing/factories';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../testing/create-chat-ctx.ts';
import { insertPerson, password, signedInAs } from '../../testing/sign-in.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { deleteAccount } from '../auth/account/delete-account.ts';
import { login } from '../auth/sign-in/login.ts';
import { deleteConversation, deleteForever } from '../chat/conversations/conversation-trash.ts';
import { shareConversation } from '../chat/sharing/share-conversation.ts';
import { unshareConversation } from '../chat/sharing/unshare-conversation.ts';
import { reportAnswer } from './report-answer.ts';
import { reportShare } from './report-share.ts';

test('a report has one of the reasons and a text that is not too long, and nothing else', () => {
  const refused = (body: object) => reportBodySchema.safeParse(body).error?.issues[0]?.message;
  expect(reportBodySchema.parse({ reason: 'privacy', text: ' My name ' })).toEqual({
    reason: 'privacy',
    text: 'My name',
  });
  for (const reason of [undefined, null, '', 'spam', 'toString']) expect(refused({ reason })).toBe('Choose a reason.');
  expect(refused({ reason: 'other', text: 'x'.repeat(maxReportLength + 1) })).toBe(
    'A report can have up to 2,000 characters.',
  );
  expect(refused({ reason: 'other', reporterUserId: 'x' })).toBe('has fields that do not belong to it');
});

describeOnEngines('reports from people', (open) => {
  async function begin() {
    const db = await open();
    const actor = await userActor(db, { name: 'Owner' });
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const { id } = await insertConversation(db, { userId: actor.user.id, title: 'About tides' });
    const [question, answer] = await insertMessages(db, id, ['A question', 'An answer']);
    const { reports } = db.tables;
    return {
      ...{ db, ctx, actor },
      ref: { conversationId: id },
      question: question?.id ?? '',
      answer: { messageId: answer?.id ?? '' },
      stored: () => db.orm.select().from(reports).orderBy(asc(reports.createdAt), asc(reports.id)),
      reader: ctx.as(await userActor(db)),
      stranger: ctx.as(await guestActor(db)),
    };
  }

  test('a person reports one of their answers; reporting it again changes that report', async () => {
    const { ctx, actor, answer, ref, stored } = await begin();
    const first = await reportAnswer(ctx, { ...answer, reason: 'wrong', text: 'The year' });
    expect(first).toEqual(reportedSchema.parse(first));
    expect(first).toEqual({ isNew: true, message: 'Thank you. An administrator will look at it.' });
    ctx.clock.advance(1000);
    expect(await reportAnswer(ctx, { ...answer, reason: 'dangerous' })).toMatchObject({
      isNew: false,
      message: expect.stringContaining('already reported'),
    });
    const [report, ...more] = await stored();
    expect(more).toEqual([]);
    expect(report).toMatchObject({
      ...{ kind: 'answer', targetId: answer.messageId, conversationId: ref.conversationId },
      ...{ reason: 'dangerous', text: null, reporterUserId: actor.user.id, reporterGuestId: null, version: 2 },
    });
    expect(report?.updatedAt).toEqual(ctx.now());
  });

  test('two reports at the same time are one', async () => {
    const { ctx, answer, stored } = await begin();
    const both = await Promise.all([1, 2].map(() => reportAnswer(ctx, { ...answer, reason: 'wrong' })));
    expect(both.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
    expect(await stored()).toHaveLength(1);
  });

  test('a closed report does not count: the same thing can be reported again', async () => {
    const { ctx, db, answer, stored } = await begin();
    await reportAnswer(ctx, { ...answer, reason: 'wrong' });
    await db.write((orm) => orm.update(db.tables.reports).set({ closedAt: ctx.now(), closingNote: 'Done.' }));
    ctx.clock.advance(1000);
    expect(await reportAnswer(ctx, { ...answer, reason: 'other' })).toMatchObject({ isNew: true });
    expect((await stored()).map(({ reason }) => reason)).toEqual(['wrong', 'other']);
  });

  test('answers of others, questions and what does not exist cannot be reported', async () => {
    const { reader, stranger, ctx, answer, question, stored } = await begin();
    for (const who of [reader, stranger, ctx.as({ kind: 'guest', guestId: null })])
      await expect(reportAnswer(who, { ...answer, reason: 'wrong' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Message not found.',
      });
    await expect(reportAnswer(ctx, { messageId: 'x', reason: 'wrong' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(reportAnswer(ctx, { messageId: question, reason: 'wrong' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await stored()).toEqual([]);
  });

  test('a guest reports their own answer, and the report moves into the account with the chat', async () => {
    const { ctx, db, stored } = await begin();
    const guest = await insertGuest(db);
    const visitor = ctx.as({ kind: 'guest', guestId: guest.id });
    const { id } = await insertConversation(db, { guestId: guest.id });
    const [, answer] = await insertMessages(db, id, ['A question', 'An answer']);
    await reportAnswer(visitor, { messageId: answer?.id ?? '', reason: 'wrong' });
    expect(await stored()).toMatchObject([{ reporterGuestId: guest.id, reporterUserId: null }]);
    const person = await insertPerson(ctx, { email: 'mira@people.example' });
    await login(visitor, { email: 'mira@people.example', password });
    expect(await stored()).toMatchObject([{ reporterGuestId: null, reporterUserId: person.id }]);
  });

  test('after the sign-in, one report is left of two about the same thing, by the guest and by the account', async () => {
    const { ctx, ref, stranger, stored } = await begin();
    await shareConversation(ctx, ref);
    const person = await insertPerson(ctx, { email: 'mira@people.example' });
    await reportShare(await signedInAs(ctx, person.id), { ...ref, reason: 'privacy' });
    await reportShare(stranger, { ...ref, reason: 'other' });
    expect(await stored()).toHaveLength(2);
    await login(stranger, { email: 'mira@people.example', password });
    expect(await stored()).toMatchObject([{ reporterUserId: person.id, reason: 'privacy' }]);
  });

  test('everyone who can read a shared conversation can report it, each person once', async () => {
    const { ctx, ref, reader, stranger, stored } = await begin();
    await expect(reportShare(reader, { ...ref, reason: 'privacy' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await shareConversation(ctx, ref);
    for (const who of [reader, stranger, stranger, reader]) await reportShare(who, { ...ref, reason: 'privacy' });
    expect(await stored()).toMatchObject([
      { kind: 'share', targetId: String(ref.conversationId), version: 2 },
      { kind: 'share', targetId: String(ref.conversationId), version: 2 },
    ]);
    await unshareConversation(ctx, ref);
    await expect(reportShare(reader, { ...ref, reason: 'privacy' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Conversation not found.',
    });
  });

  test('a person, and all guests of a network together, can only report so often', async () => {
    const { ctx, db, ref, reader } = await begin();
    await shareConversation(ctx, ref);
    const until = async (make: () => Promise<unknown>) => {
      for (let n = 0; n < 100; n++)
        try {
          await make();
        } catch (error) {
          return [n, (error as { code: string }).code];
        }
      return 'no limit';
    };
    expect(await until(() => reportShare(reader, { ...ref, reason: 'other' }))).toEqual([10, 'RATE_LIMITED']);
    const asNewGuest = async () => reportShare(ctx.as(await guestActor(db)), { ...ref, reason: 'other' });
    expect(await until(asNewGuest)).toEqual([29, 'RATE_LIMITED']);
  });

  test('a report is deleted with its conversation; without its writer, it stays and says nothing of them', async () => {
    const { ctx, ref, answer, stored } = await begin();
    await shareConversation(ctx, ref);
    const writer = await signedInAs(ctx, (await insertPerson(ctx)).id);
    await reportShare(writer, { ...ref, reason: 'privacy', text: 'My street' });
    ctx.clock.advance(1000);
    await reportAnswer(ctx, { ...answer, reason: 'wrong' });
    await deleteAccount(writer);
    expect(await stored()).toMatchObject([
      { kind: 'share', reason: 'privacy', text: null, reporterUserId: null },
      { kind: 'answer' },
    ]);
    await deleteConversation(ctx, ref);
    expect(await stored()).toHaveLength(2);
    await deleteForever(ctx, ref);
    expect(await stored()).toEqual([]);
  });
});
