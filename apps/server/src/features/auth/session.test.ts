import type { Database } from '@noek/db/database';
import { insertUser } from '@noek/db/factories';
import { describeOnEngines } from '@noek/db/testing';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestCtx } from '../../testing/create-test-ctx.ts';
import { createSession, endFamily, endSession, readSession } from './session.ts';

const DAY = 24 * 60 * 60_000;
const sessionRows = (db: Database) => db.orm.select().from(db.tables.sessions);

describeOnEngines('sessions', (open) => {
  test('a new session sets the cookie, reads back with its user, and is stored by hash only', async () => {
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

  test.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}'`, 'a'.repeat(10_000)])('%j opens nothing', async (token) => {
    const ctx = createTestCtx({ db: await open() });
    await createSession(ctx, (await insertUser(ctx.db)).id);
    expect(await readSession(ctx, token)).toBeNull();
  });

  test('the id in the table is no token', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { sessionId } = await createSession(ctx, (await insertUser(ctx.db)).id);
    expect(await readSession(ctx, sessionId)).toBeNull();
  });

  test('[9.28] 90 days, extended once half of them are over', async () => {
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

  test('last seen moves at most every five minutes', async () => {
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

  test('signing in again on the same host makes a new token and ends the session it replaces', async () => {
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

  test('when somebody else signs in, the login before ends on every host, and no other login', async () => {
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

  test('a family ends together, other logins of the same person stay', async () => {
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
    await ctx.db.orm.delete(ctx.db.tables.users).where(eq(ctx.db.tables.users.id, id));
    expect(await readSession(ctx, token)).toBeNull();
  });
});
