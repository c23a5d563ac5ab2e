import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { createSession, endFamily, endSession, readSession } from './session.ts';

const DAY = 24 * 60 * 60_000;
const sessionRows = (db: Database) => db.orm.select().from(db.tables.sessions);

describeOnEngines('sessions', (open) => {
  test('a new session sets the cookie and can be read with its user; only its hash is stored', async () => {
    const ctx = createTestCtx({ db: await open(), request: { userAgent: 'Browser/1.0' } });
    const { id } = await insertUser(ctx.db, { name: 'Ada', specialFeatures: ['labs'], accessLevel: 'supernoek' });
    const { token, sessionId } = await createSession(ctx, id);

    expect(ctx.cookies.session).toBe(token);
    expect(await readSession(ctx, token)).toMatchObject({
      sessionId,
      extended: false,
      user: { id, name: 'Ada', specialFeatures: ['labs'], accessLevel: 'supernoek', emailVerified: true },
    });
    const rows = await sessionRows(ctx.db);
    expect(rows).toMatchObject([{ id: sessionId, userId: id, userAgent: 'Browser/1.0', lastSeenAt: ctx.now() }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}'`, 'a'.repeat(10_000)])(
    '%j is not a session',
    async (token) => {
      const ctx = createTestCtx({ db: await open() });
      await createSession(ctx, (await insertUser(ctx.db)).id);
      expect(await readSession(ctx, token)).toBeNull();
    },
  );

  test('the id in the table is not a token', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { sessionId } = await createSession(ctx, (await insertUser(ctx.db)).id);
    expect(await readSession(ctx, sessionId)).toBeNull();
  });

  test('[9.28] lasts 90 days, and is extended after half of them', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { token } = await createSession(ctx, (await insertUser(ctx.db)).id);
    ctx.clock.advance(44 * DAY);
    expect(await readSession(ctx, token)).toMatchObject({ extended: false });
    ctx.clock.advance(2 * DAY);
    expect(await readSession(ctx, token)).toMatchObject({ extended: true });
    expect(await readSession(ctx, token)).toMatchObject({ extended: false });
    ctx.clock.advance(89 * DAY);
    expect(await readSession(ctx, token)).toMatchObject({ extended: true });
    ctx.clock.advance(91 * DAY);
    expect(await readSession(ctx, token)).toBeNull();
    expect(await sessionRows(ctx.db)).toEqual([]);
  });

  test('a session ends one year after its login began, however often it is used', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { token } = await createSession(ctx, (await insertUser(ctx.db)).id);
    const extensions: number[] = [];
    for (let day = 40; day <= 360; day += 40) {
      ctx.clock.advance(40 * DAY);
      if ((await readSession(ctx, token))?.extended) extensions.push(day);
    }
    // The last extension, on day 320, reaches the end of the year; after that there is nothing to extend.
    expect(extensions).toEqual([80, 160, 240, 320]);
    ctx.clock.advance(5 * DAY - 60_000);
    expect(await readSession(ctx, token)).toMatchObject({ extended: false });
    ctx.clock.advance(60_000);
    expect(await readSession(ctx, token)).toBeNull();
    expect(await sessionRows(ctx.db)).toEqual([]);
  });

  test('a session that an earlier version extended beyond a year ends after one year too', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { token, sessionId } = await createSession(ctx, (await insertUser(ctx.db)).id);
    const { sessions } = ctx.db.tables;
    const expiresAt = new Date(ctx.now().getTime() + 400 * DAY);
    await ctx.db.write((orm) => orm.update(sessions).set({ expiresAt }).where(eq(sessions.id, sessionId)));
    ctx.clock.advance(366 * DAY);
    expect(await readSession(ctx, token)).toBeNull();
  });

  test('a person has at most 50 sessions: the least recently used one ends', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertUser(ctx.db);
    const other = await createSession(ctx, (await insertUser(ctx.db)).id);
    const tokens: string[] = [];
    for (let i = 0; i < 50; i++) {
      ctx.clock.advance(10 * 60_000);
      tokens.push((await createSession(ctx.as({ kind: 'guest', guestId: null }), id)).token);
    }
    ctx.clock.advance(10 * 60_000);
    for (const token of [...tokens, other.token]) expect(await readSession(ctx, token)).not.toBeNull();
    ctx.clock.advance(10 * 60_000);
    await readSession(ctx, tokens[0] ?? '');
    const ended: string[] = [];
    ctx.db.listen(
      (topic) => ended.push(topic),
      () => {},
    );
    await createSession(ctx.as({ kind: 'guest', guestId: null }), id);
    const left = await Promise.all(tokens.map((token) => readSession(ctx, token)));
    expect(left.filter((session) => session === null)).toHaveLength(1);
    expect(left[0]).not.toBeNull();
    expect(await readSession(ctx, other.token)).not.toBeNull();
    await vi.waitFor(() => expect(ended).toContain(`sessions:${id}`));
  });

  test('last seen is updated at most every five minutes', async () => {
    const ctx = createTestCtx({ db: await open() });
    const start = ctx.now();
    const { token } = await createSession(ctx, (await insertUser(ctx.db)).id);
    ctx.clock.advance(4 * 60_000);
    await readSession(ctx, token);
    expect(await sessionRows(ctx.db)).toMatchObject([{ lastSeenAt: start }]);
    ctx.clock.advance(60_000);
    await readSession(ctx, token);
    expect(await sessionRows(ctx.db)).toMatchObject([{ lastSeenAt: ctx.now() }]);
  });

  test('signing in again on the same host creates a new token and ends the previous session', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertUser(ctx.db);
    const first = await createSession(ctx, id);
    const session = await readSession(ctx, first.token);
    if (!session) throw new Error('no session');
    const second = await createSession(ctx.as({ kind: 'user', ...session }), id);
    expect(second.token).not.toBe(first.token);
    expect(await readSession(ctx, first.token)).toBeNull();
    expect(await readSession(ctx, second.token)).not.toBeNull();
  });

  test('when another person signs in, the previous login ends on every host, and no other login does', async () => {
    const ctx = createTestCtx({ db: await open() });
    const [ada, bea] = [await insertUser(ctx.db), await insertUser(ctx.db)];
    const auth = await createSession(ctx, ada.id);
    const session = await readSession(ctx, auth.token);
    if (!session) throw new Error('no session');
    await createSession(ctx, ada.id, { familyId: session.familyId });
    const phone = await createSession(ctx, ada.id);
    const next = await createSession(ctx.as({ kind: 'user', ...session }), bea.id);
    const left = (await sessionRows(ctx.db)).map((row) => row.id);
    expect(left.toSorted()).toEqual([phone.sessionId, next.sessionId].toSorted());
  });

  test('a family ends together; other logins of the same person stay', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertUser(ctx.db);
    const chat = await createSession(ctx, id);
    const familyId = (await readSession(ctx, chat.token))?.familyId;
    const company = await createSession(ctx, id, { familyId });
    const phone = await createSession(ctx, id);
    await endFamily(ctx, company.sessionId);
    expect((await sessionRows(ctx.db)).map((row) => row.id)).toEqual([phone.sessionId]);
    await endFamily(ctx, company.sessionId);
    await endSession(ctx, phone.sessionId);
    expect(await sessionRows(ctx.db)).toEqual([]);
  });

  test('a deleted account has no sessions', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertUser(ctx.db);
    const { token } = await createSession(ctx, id);
    await ctx.db.write((orm) => orm.delete(ctx.db.tables.users).where(eq(ctx.db.tables.users.id, id)));
    expect(await readSession(ctx, token)).toBeNull();
  });
});
