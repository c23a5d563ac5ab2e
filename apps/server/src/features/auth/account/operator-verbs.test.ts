import { describeOnEngines } from '@noek/db/testing/engines';
import { insertGuest, insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { findUserByEmail } from '../auth.queries.ts';
import { generateCrossDomainToken } from '../cross-domain/generate-cross-domain-token.ts';
import { purgeAuthRows } from '../purge-auth-rows.ts';
import { createSession, readSession } from '../session/session.ts';
import { testLogin } from '../sign-in/test-login.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { makeAdmin } from './make-admin.ts';

const email = 'ada@people.example';
const DAY = 24 * 60 * 60_000;

describeOnEngines('testLogin', (open) => {
  test('[7.18] signs in the same verified demo user every time', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { movedConversations, ...user } = await testLogin(ctx);
    expect(user).toMatchObject({ name: 'Demo User', accessLevel: 'basic', emailVerified: true });
    expect(await readSession(ctx, ctx.cookies.session ?? '')).toMatchObject({ user });
    expect(await testLogin(ctx)).toEqual({ ...user, movedConversations });
  });

  test.each([
    ['switched off', { env: { ENABLE_TEST_LOGIN: 'false' } }],
    ['called from another machine', { request: { ip: '203.0.113.9' } }],
  ])('throws NOT_FOUND when %s', async (_, options) => {
    const ctx = createTestCtx({ db: await open(), ...options });
    await expect(testLogin(ctx)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(ctx.cookies.session).toBeUndefined();
    expect(await ctx.db.orm.select().from(ctx.db.tables.users)).toEqual([]);
  });
});

describeOnEngines('makeAdmin', (open) => {
  test('[6.04] makes a verified account an administrator and writes the audit entry', async () => {
    const ctx = createTestCtx({ db: await open(), actor: { kind: 'system' } });
    const { id } = await insertUser(ctx.db, { email });
    expect(await makeAdmin(ctx, { email: ' Ada@People.example ' })).toMatchObject({ id, accessLevel: 'admin' });
    expect(await auditEntries(ctx.db)).toMatchObject([
      { actorId: null, action: 'user.made-admin', targetUserId: id, detail: { by: 'script' } },
    ]);
  });

  test('refuses unknown and unverified addresses and writes no audit entry', async () => {
    const ctx = createTestCtx({ db: await open(), actor: { kind: 'system' } });
    await insertUser(ctx.db, { email, emailVerifiedAt: null });
    await expect(makeAdmin(ctx, { email })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(makeAdmin(ctx, { email: 'nobody@people.example' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await findUserByEmail(ctx.db, email)).toMatchObject({ accessLevel: 'basic' });
    expect(await auditEntries(ctx.db)).toEqual([]);
  });

  test('is for the operator only', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email });
    await expect(makeAdmin(ctx, { email })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await findUserByEmail(ctx.db, email)).toMatchObject({ accessLevel: 'basic' });
  });
});

describeOnEngines('purgeAuthRows', (open) => {
  test('deletes what has expired and nothing else', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { sessions, emailTokens, crossDomainTokens, rateLimits, guests } = ctx.db.tables;
    const count = async () => {
      const tables = [sessions, emailTokens, crossDomainTokens, rateLimits, guests];
      return Promise.all(tables.map(async (table) => (await ctx.db.orm.select().from(table)).length));
    };
    const { id } = await insertUser(ctx.db);
    const { token } = await createSession(ctx, id);
    const session = await readSession(ctx, token);
    if (!session) throw new Error('no session');
    const signedIn = ctx.as({ kind: 'user', ...session });
    await generateCrossDomainToken(signedIn, {});
    await signUp(ctx, { name: 'Bob', email: 'bob@people.example', password: 'correct horse' });
    await insertGuest(ctx.db, { createdAt: ctx.now() });

    await purgeAuthRows(ctx);
    expect(await count()).toEqual([1, 1, 1, 5, 1]);
    ctx.clock.advance(DAY);
    await purgeAuthRows(ctx);
    expect(await count()).toEqual([1, 1, 0, 0, 1]);
    ctx.clock.advance(91 * DAY);
    await purgeAuthRows(ctx);
    expect(await count()).toEqual([0, 0, 0, 0, 0]);
  });

  test('deletes more guests than one batch holds', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { guests } = ctx.db.tables;
    const old = Array.from({ length: 250 }, (_, i) => ({ id: `g${i}`, tokenHash: `h${i}`, createdAt: new Date(0) }));
    await ctx.db.write((orm) => orm.insert(guests).values(old));
    await purgeAuthRows(ctx);
    expect(await ctx.db.orm.select().from(guests)).toEqual([]);
  });
});
