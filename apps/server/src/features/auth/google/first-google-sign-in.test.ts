import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { TestCaller } from '../../../testing/create-test-app.ts';
import { authHost, email, password, userOf, withGoogle } from '../../../testing/google-browser.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';

const { appOn, signIn } = withGoogle();

describeOnEngines('the first sign-in with Google to an account that has a password', (open) => {
  const login = { method: 'POST', body: { email, password } };
  const post = (caller: TestCaller, path: string, body: object) => caller.call(path, { method: 'POST', body });

  /** A stranger signed up with Ada's address, a mail scanner opened the link, and the stranger signed in. */
  async function hijacked() {
    const db = await open();
    const { caller, ctx } = appOn(db);
    const mallory = caller();
    await post(mallory, '/api/auth/signup', { name: 'Mallory', email, password });
    await caller().call(`/api/verify-email?token=${tokenIn((await mailsTo(db, email))[0])}`);
    expect((await mallory.call('/api/auth/login', login)).status).toBe(200);
    ctx.clock.advance(1000);
    return { db, caller, ctx, mallory };
  }

  test('ends every other session, revokes API tokens, suspends the password until it is reset by mail, and tells the owner', async () => {
    const { db, caller, ctx, mallory } = await hijacked();
    const { id } = await userOf(mallory);
    const phone = caller();
    await phone.call('/api/auth/login', login);
    const { body } = await mallory.json('/api/auth/generate-cross-domain-token', { method: 'POST', body: {} });

    const made = await mallory.json<{ token: string }>('/api/tokens', { method: 'POST', body: { name: 'x' } });
    const headers = { Authorization: `Bearer ${made.body.token}` };
    expect((await caller().call('/api/auth/user', { headers })).status).toBe(200);

    const owner = caller(authHost);
    await signIn(owner);
    expect(await userOf(owner)).toMatchObject({ id, email, emailVerified: true });
    expect((await caller().call('/api/auth/user', { headers })).status).toBe(401);
    for (const other of [mallory, phone]) expect((await other.call('/api/auth/user')).status).toBe(401);
    expect((await post(caller('chat.noek.localhost:5000'), '/api/auth/cross-domain-login', body)).status).toBe(401);
    expect(await mallory.json('/api/auth/login', login)).toMatchObject({
      status: 423,
      body: { code: 'PASSWORD_RESET_REQUIRED', needsPasswordReset: true },
    });
    const wrong = { email, password: 'a guess of somebody' };
    expect((await post(caller(), '/api/auth/login', wrong)).status).toBe(401);
    const told = (await mailsTo(db, email)).find(({ kind }) => kind === 'google-linked');
    expect(told).toMatchObject({ subject: 'You signed in to Noek with Google', status: 'pending' });
    expect(told?.text).toMatch(/signed out.*suspended your password/s);

    const change = { currentPassword: password, newPassword: 'mallory again' };
    expect(await owner.json('/api/auth/change-password', { method: 'POST', body: change })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('suspended') },
    });
    ctx.clock.advance(1000);
    await post(caller(), '/api/auth/forgot-password', { email });
    const reset = { token: tokenIn((await mailsTo(db, email)).at(-1)), newPassword: 'of ada alone' };
    expect((await post(caller(), '/api/auth/reset-password', reset)).status).toBe(200);
    expect((await post(caller(), '/api/auth/login', { email, password: 'of ada alone' })).status).toBe(200);
  });

  test('voids all unused links: a reset, and a change of address with its undo', async () => {
    const { db, caller, mallory } = await hijacked();
    await post(mallory, '/api/auth/forgot-password', { email });
    const evil = 'mallory@people.example';
    await post(mallory, '/api/auth/change-email', { newEmail: evil, password });
    const tokenOf = async (kind: string, address: string) =>
      tokenIn((await mailsTo(db, address)).findLast((mail) => mail.kind === kind));
    const [reset, undo] = [await tokenOf('reset-password', email), await tokenOf('email-changed', email)];
    const confirm = await tokenOf('verify-email', evil);

    const owner = caller(authHost);
    await signIn(owner);
    const { id } = await userOf(owner);
    expect(await userOf(owner)).toMatchObject({ email, emailVerified: true });
    const links = await db.orm
      .select()
      .from(db.tables.emailTokens)
      .where(eq(db.tables.emailTokens.userId, String(id)));
    expect(links.filter(({ purpose }) => purpose !== 'sign-up' && purpose !== 'not-me')).toEqual([]);
    for (const [path, body] of [
      ['/api/auth/reset-password', { token: reset, newPassword: 'mallory again' }],
      ['/api/auth/undo-email-change', { token: undo }],
    ] as const)
      expect((await post(mallory, path, body)).status).toBe(400);
    expect((await mallory.call(`/api/verify-email?token=${confirm}`)).status).toBe(400);
    await post(mallory, '/api/auth/resend-verification', { email: evil });
    expect(await mailsTo(db, evil)).toHaveLength(1);
    expect(await userOf(owner)).toMatchObject({ email });
  });

  test('happens once: what the owner changes afterwards stays', async () => {
    const { db, caller, ctx } = await hijacked();
    await signIn(caller(authHost));
    ctx.clock.advance(1000);
    await post(caller(), '/api/auth/forgot-password', { email });
    const token = tokenIn((await mailsTo(db, email)).at(-1));
    await post(caller(), '/api/auth/reset-password', { token, newPassword: 'of ada alone' });
    const laptop = caller();
    await post(laptop, '/api/auth/login', { email, password: 'of ada alone' });
    await signIn(caller(authHost));
    expect(await userOf(laptop)).toMatchObject({ email });
    expect((await post(caller(), '/api/auth/login', { email, password: 'of ada alone' })).status).toBe(200);
    expect((await mailsTo(db, email)).filter(({ kind }) => kind === 'google-linked')).toHaveLength(1);
  });

  test('a concurrent sign-in with the password leaves no session behind', async () => {
    const { db, caller } = await hijacked();
    const rivals = Array.from({ length: 4 }, () => caller());
    const owner = caller(authHost);
    await Promise.all([signIn(owner), ...rivals.map((rival) => rival.call('/api/auth/login', login))]);
    for (const rival of rivals) expect((await rival.call('/api/auth/user')).status).toBe(401);
    expect(await db.orm.select().from(db.tables.sessions)).toHaveLength(1);
    expect(await userOf(owner)).toMatchObject({ email });
  });

  test('is atomic: if the mail cannot be written, the account does not change', async () => {
    const { db, ctx, caller, mallory } = await hijacked();
    const { atomic } = ctx.db;
    ctx.db.atomic = (build) =>
      atomic((step) => {
        const result = build(step);
        step.check(() => {
          throw new Error('the disk is full');
        });
        return result;
      });
    const target = await signIn(caller(authHost));
    ctx.db.atomic = atomic;
    expect(target.searchParams.get('error')).toBe('unexpected');
    expect(await userOf(mallory)).toMatchObject({ email });
    expect((await mallory.call('/api/auth/login', login)).status).toBe(200);
    expect(await db.orm.select().from(db.tables.identities)).toEqual([]);
  });
});
