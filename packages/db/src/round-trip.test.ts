import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEngines } from './testing/engines.ts';
import { insertConversation, insertGuest, insertMessages, insertUser } from './testing/factories.ts';

describeOnEngines('a column', (open) => {
  test.each([
    ['empty', ''],
    ['quotes and backslashes', `it's "so" \\ fine; drop table users; --`],
    ['all of Unicode', 'Grüße, 你好, مرحبا, 👩🏽‍🚀, \u{10ffff}'],
    ['white space and control characters', ' \t\r\n\u0001\u001b\u007f\u2028 '],
    ['long', 'x'.repeat(200_000)],
  ])('of kind text keeps what it is given: %s', async (_title, text) => {
    const db = await open();
    await insertUser(db, { name: text });
    const [row] = await db.orm.select().from(db.tables.users);
    expect(row?.name).toBe(text);
  });

  test('of kind text accepts a text with U+0000, and so does a comparison', async () => {
    const db = await open();
    const { users } = db.tables;
    await insertUser(db, { id: 'one', name: 'a\0b' });
    const [row] = await db.orm.select().from(users).where(eq(users.id, 'one'));
    expect(row?.name).toMatch(/^a.b$/su);
    expect(await db.orm.select().from(users).where(eq(users.id, 'one\0'))).toEqual([]);
  });

  test.each([0, 1, -1, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
    'of kind integer keeps %d as a number',
    async (arrivalMs) => {
      const db = await open();
      const { rateLimits } = db.tables;
      const [inserted] = await db.write((orm) => orm.insert(rateLimits).values({ key: 'k', arrivalMs }).returning());
      expect(inserted).toEqual({ key: 'k', arrivalMs });
      expect(await db.orm.select().from(rateLimits).where(eq(rateLimits.arrivalMs, arrivalMs))).toEqual([inserted]);
    },
  );

  test('of kind boolean stores true and false, and has its default', async () => {
    const db = await open();
    const { users } = db.tables;
    const defaults = await insertUser(db);
    expect(defaults).toMatchObject({ needsPasswordReset: false, allowModelTraining: true, memoryEnabled: true });
    const turned = await insertUser(db, { needsPasswordReset: true, allowModelTraining: false });
    expect(turned).toMatchObject({ needsPasswordReset: true, allowModelTraining: false });
    const found = await db.orm.select({ id: users.id }).from(users).where(eq(users.allowModelTraining, false));
    expect(found).toEqual([{ id: turned.id }]);
  });

  test.each([
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2026-11-21T12:34:56.789Z',
    '2026-03-29T01:30:00.001Z',
    '9999-12-31T23:59:59.999Z',
  ])('of kind timestamp keeps %s to the millisecond', async (iso) => {
    const db = await open();
    const { users } = db.tables;
    const inserted = await insertUser(db, { createdAt: new Date(iso), emailVerifiedAt: null });
    expect(inserted.createdAt).toBeInstanceOf(Date);
    expect(inserted.createdAt.toISOString()).toBe(iso);
    expect(inserted.emailVerifiedAt).toBeNull();
    expect(
      await db.orm
        .select()
        .from(users)
        .where(eq(users.createdAt, new Date(iso))),
    ).toEqual([inserted]);
  });

  test('of kind json stores nested values, their order, and half of a surrogate pair', async () => {
    const db = await open();
    const detail = {
      z: [1, 2.5, null, true, 'ü'],
      a: { nested: { deep: [] }, 'odd "key"': '\u0000' },
      halves: ['a\ud83d', '\ude00'],
    };
    const [row] = await db.write((orm) =>
      orm.insert(db.tables.auditLog).values({ id: 'x', action: 'test', detail, createdAt: new Date() }).returning(),
    );
    expect(row?.detail).toEqual(detail);
    expect(JSON.stringify(row?.detail)).toBe(JSON.stringify(detail));
  });

  test('that is empty is null', async () => {
    const db = await open();
    const conversation = await insertConversation(db, { guestId: (await insertGuest(db)).id });
    expect(conversation).toMatchObject({ userId: null, headMessageId: null, deletedAt: null });
  });

  test('returns a mapped aggregate as a number', async () => {
    const db = await open();
    const { messages } = db.tables;
    const conversation = await insertConversation(db, { userId: (await insertUser(db)).id });
    await insertMessages(db, conversation.id, ['one', 'two', 'three']);
    const [row] = await db.orm.select({ total: sql`sum(${messages.ordinal})`.mapWith(Number) }).from(messages);
    expect(row).toEqual({ total: 3 });
  });
});

describeOnEngines('a reference', (open) => {
  test('to a missing row is rejected', async () => {
    const db = await open();
    await expect(insertConversation(db, { userId: 'nobody' })).rejects.toThrow();
  });

  test('is deleted with its target: a deleted user leaves no conversation, message or session', async () => {
    const db = await open();
    const { users, conversations, messages, sessions } = db.tables;
    const user = await insertUser(db);
    const conversation = await insertConversation(db, { userId: user.id });
    await insertMessages(db, conversation.id, ['hello', 'hi']);
    const now = new Date();
    await db.write((orm) =>
      orm
        .insert(sessions)
        .values({ id: 's', userId: user.id, familyId: 'f', createdAt: now, lastSeenAt: now, expiresAt: now }),
    );
    await db.write((orm) => orm.delete(users).where(eq(users.id, user.id)));
    for (const table of [conversations, messages, sessions]) expect(await db.orm.select().from(table)).toEqual([]);
  });
});

describeOnEngines('the factories', (open) => {
  test('append messages in order and update the conversation', async () => {
    const db = await open();
    const { conversations } = db.tables;
    const { id } = await insertConversation(db, { userId: (await insertUser(db)).id });
    const [question, answer] = await insertMessages(db, id, [
      'What is this?',
      { content: 'A test.', answeredBy: 'Demo' },
    ]);
    const [next] = await insertMessages(db, id, ['I see.']);
    expect([question, answer, next]).toMatchObject([
      { role: 'user', ordinal: 0, parentId: null, content: 'What is this?' },
      { role: 'assistant', ordinal: 1, parentId: question?.id, answeredBy: 'Demo' },
      { role: 'user', ordinal: 2, parentId: answer?.id },
    ]);
    expect(next?.createdAt.getTime()).toBeGreaterThan(answer?.createdAt.getTime() ?? Number.NaN);
    const [conversation] = await db.orm.select().from(conversations).where(eq(conversations.id, id));
    expect(conversation).toMatchObject({ headMessageId: next?.id, nextOrdinal: 3, updatedAt: next?.createdAt });
  });
});
