import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { logout } from '../session/logout.ts';
import { createSession, readSession } from '../session/session.ts';
import { crossDomainLogin } from './cross-domain-login.ts';
import { generateCrossDomainToken } from './generate-cross-domain-token.ts';

const DAY = 24 * 60 * 60_000;
const refused = { code: 'UNAUTHORIZED', message: 'This sign-in link is no longer valid. Please sign in again.' };

/** A person who is signed in on the auth host. */
async function signedIn(ctx: TestCtx) {
  const { id } = await insertUser(ctx.db);
  const { token } = await createSession(ctx, id);
  const session = await readSession(ctx, token);
  if (!session) throw new Error('no session');
  return {
    id,
    session,
    cookie: token,
    auth: ctx.as({ kind: 'user', ...session }, { origin: ctx.config.origins.auth }),
  };
}

const visitor = (ctx: TestCtx, origin: string) => ctx.as({ kind: 'guest', guestId: null }, { origin });

describeOnEngines('cross-domain login', (open) => {
  test('[7.12] [7.13] a token made on one host signs in on another, in the same family', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, session, auth } = await signedIn(ctx);
    const { token } = await generateCrossDomainToken(auth, {});
    const chat = visitor(ctx, ctx.config.origins.chat);
    expect(await crossDomainLogin(chat, { token })).toMatchObject({ user: { id } });
    const made = await readSession(ctx, chat.cookies.session ?? '');
    expect(made).toMatchObject({ user: { id }, familyId: session.familyId });
    expect(made?.sessionId).not.toBe(session.sessionId);
    const rows = await ctx.db.orm.select().from(ctx.db.tables.crossDomainTokens);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  test('the session on another host ends with its login, one year after that began', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { session, auth, cookie } = await signedIn(ctx);
    const began = ctx.now();
    for (let i = 0; i < 10; i++) {
      ctx.clock.advance(36 * DAY);
      expect(await readSession(ctx, cookie)).toMatchObject({ sessionId: session.sessionId });
    }
    const { token } = await generateCrossDomainToken(auth, {});
    const chat = visitor(ctx, ctx.config.origins.chat);
    await crossDomainLogin(chat, { token });
    const year = new Date(began.getTime() + 365 * DAY);
    expect(await ctx.db.orm.select().from(ctx.db.tables.sessions)).toMatchObject([
      { createdAt: began, expiresAt: year },
      { createdAt: began, expiresAt: year },
    ]);
  });

  test('[4.34] works only on the origin of returnTo', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { auth } = await signedIn(ctx);
    const { token } = await generateCrossDomainToken(auth, { returnTo: 'http://localhost:5000/chat/7' });
    for (const origin of [ctx.config.origins.chat, ctx.config.origins.company, 'http://localhost:5001']) {
      const elsewhere = visitor(ctx, origin);
      await expect(crossDomainLogin(elsewhere, { token })).rejects.toMatchObject(refused);
      expect(elsewhere.cookies.session).toBeUndefined();
    }
    await crossDomainLogin(visitor(ctx, 'http://localhost:5000'), { token });
  });

  test('[4.34] a foreign returnTo gets no token', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { auth } = await signedIn(ctx);
    await expect(generateCrossDomainToken(auth, { returnTo: 'https://evil.example/' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await ctx.db.orm.select().from(ctx.db.tables.crossDomainTokens)).toEqual([]);
  });

  test('signed-out people get no token', async () => {
    const ctx = createTestCtx({ db: await open() });
    await expect(generateCrossDomainToken(ctx, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('a replay is refused and ends the session of the first use, nothing else', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { auth, session } = await signedIn(ctx);
    const { token } = await generateCrossDomainToken(auth, {});
    const first = visitor(ctx, ctx.config.origins.chat);
    await crossDomainLogin(first, { token });
    const second = visitor(ctx, ctx.config.origins.chat);
    await expect(crossDomainLogin(second, { token })).rejects.toMatchObject(refused);
    expect(second.cookies.session).toBeUndefined();
    expect(await readSession(ctx, first.cookies.session ?? '')).toBeNull();
    const left = await ctx.db.orm.select().from(ctx.db.tables.sessions);
    expect(left.map(({ id }) => id)).toEqual([session.sessionId]);
  });

  test('a replay is detected after the minute is over, and on another host', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { auth } = await signedIn(ctx);
    const { token } = await generateCrossDomainToken(auth, {});
    const first = visitor(ctx, ctx.config.origins.chat);
    await crossDomainLogin(first, { token });
    ctx.clock.advance(10 * 60_000);
    await expect(crossDomainLogin(visitor(ctx, ctx.config.origins.company), { token })).rejects.toMatchObject(refused);
    expect(await readSession(ctx, first.cookies.session ?? '')).toBeNull();
  });

  test('at most one of several parallel uses succeeds, and the replay ends its session', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { auth, session } = await signedIn(ctx);
    const { token } = await generateCrossDomainToken(auth, {});
    const uses = Array.from({ length: 6 }, () => crossDomainLogin(visitor(ctx, ctx.config.origins.chat), { token }));
    const results = await Promise.allSettled(uses);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const left = await ctx.db.orm.select().from(ctx.db.tables.sessions);
    expect(left.map(({ id }) => id)).toEqual([session.sessionId]);
  });

  test('expires after 60 seconds', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { auth } = await signedIn(ctx);
    const { token } = await generateCrossDomainToken(auth, {});
    ctx.clock.advance(60_000);
    const chat = visitor(ctx, ctx.config.origins.chat);
    await expect(crossDomainLogin(chat, { token })).rejects.toMatchObject(refused);
    expect(chat.cookies.session).toBeUndefined();
  });

  test('[4.37] invalid once its login has ended; its sessions end with the login', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { auth } = await signedIn(ctx);
    const chat = visitor(ctx, ctx.config.origins.chat);
    await crossDomainLogin(chat, await generateCrossDomainToken(auth, {}));
    const { token } = await generateCrossDomainToken(auth, {});
    await logout(auth);
    expect(await readSession(ctx, chat.cookies.session ?? '')).toBeNull();
    await expect(crossDomainLogin(visitor(ctx, ctx.config.origins.chat), { token })).rejects.toMatchObject(refused);
  });

  test('a concurrent logout leaves no session behind', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let round = 0; round < 10; round++) {
      const { auth } = await signedIn(ctx);
      const { token } = await generateCrossDomainToken(auth, {});
      await Promise.allSettled([crossDomainLogin(visitor(ctx, ctx.config.origins.chat), { token }), logout(auth)]);
      expect(await ctx.db.orm.select().from(ctx.db.tables.sessions)).toEqual([]);
    }
  });

  test.each(['', 'x', 'a'.repeat(43)])('%j is refused', async (token) => {
    const ctx = createTestCtx({ db: await open() });
    await expect(crossDomainLogin(ctx, { token })).rejects.toMatchObject(refused);
  });
});
