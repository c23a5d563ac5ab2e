import type { Database } from '@noek/db/database';
import { insertUser } from '@noek/db/factories';
import { describeOnEngines, openTestDatabase } from '@noek/db/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cheapHash } from '../../../testing/cheap-hash.ts';
import { createTestApp, type TestCaller } from '../../../testing/create-test-app.ts';
import { type OidcIssuer, startOidcIssuer } from '../../../testing/oidc-issuer.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { createScriptedLlm } from '../../../testing/scripted-llm.ts';
import { findUserByEmail } from '../auth.queries.ts';

const authHost = 'auth.noek.localhost:5000';
const ada = { sub: 'ada', email: 'Ada@People.example', email_verified: true, name: 'Ada Lovelace' };
const email = 'ada@people.example';
const password = 'lantern-42-quay';

let issuer: OidcIssuer;
beforeAll(async () => {
  issuer = await startOidcIssuer();
});
beforeEach(() => {
  issuer.person = ada;
  issuer.broken = false;
  issuer.foreignKeys = false;
});
afterAll(() => issuer.close());

function appOn(db: Database, env: Record<string, string> = {}) {
  const settings = { ...issuer.env, ...env };
  return createTestApp(db, createScriptedLlm(), { env: settings });
}

const begin = (browser: TestCaller, query = '') => browser.call(`/api/auth/google${query}`);
const locationOf = (response: Response) => new URL(response.headers.get('Location') ?? '');

/** Goes through the issuer and back; resolves to the address that the browser is sent to in the end. */
async function signIn(browser: TestCaller, query = ''): Promise<URL> {
  const returned = await issuer.visit(locationOf(await begin(browser, query)).href);
  return locationOf(await browser.call(`${returned.pathname}${returned.search}`));
}

const userOf = async (browser: TestCaller) => (await browser.json('/api/auth/user')).body;

describeOnEngines('sign-in with Google', (open) => {
  test('[7.11] [2.33] creates a verified account, signs in, and leads to the chat host with a token', async () => {
    const { caller } = appOn(await open());
    const browser = caller(authHost);
    const target = await signIn(browser);
    expect(`${target.origin}${target.pathname}`).toBe('http://chat.noek.localhost:5000/');
    expect(target.searchParams.get('auth_action')).toBe('login');
    expect(await userOf(browser)).toMatchObject({
      name: 'Ada Lovelace',
      email,
      accessLevel: 'basic',
      emailVerified: true,
    });
    expect(browser.cookies.has('noek_google')).toBe(false);

    const chat = caller('chat.noek.localhost:5000');
    const token = target.searchParams.get('auth_token');
    expect(await chat.json('/api/auth/cross-domain-login', { method: 'POST', body: { token } })).toMatchObject({
      status: 200,
    });
    expect(await userOf(chat)).toMatchObject({ email });
  });

  test('the same person gets the same account, even with another address', async () => {
    const db = await open();
    const { caller } = appOn(db);
    const browser = caller(authHost);
    await signIn(browser);
    const { id } = await userOf(browser);
    issuer.person = { ...ada, email: 'ada.lovelace@people.example' };
    const again = caller(authHost);
    await signIn(again);
    expect(await userOf(again)).toMatchObject({ id, email });
    expect(await db.orm.select().from(db.tables.users)).toHaveLength(1);
  });

  test('a verified address links the existing account; an account without a password keeps its sessions', async () => {
    const db = await open();
    const { caller, signedIn } = appOn(db);
    const owner = await insertUser(db, { email, passwordHash: null, name: 'Ada' });
    const elsewhere = await signedIn(owner.id);
    const browser = caller(authHost);
    await signIn(browser);
    expect(await userOf(browser)).toMatchObject({ id: owner.id, name: 'Ada' });
    expect(await userOf(elsewhere)).toMatchObject({ id: owner.id });
    expect(await mailsTo(db, email)).toEqual([]);
  });

  test('an account that never verified its address loses its password and sessions to the owner of the address', async () => {
    const db = await open();
    const { caller, signedIn } = appOn(db);
    const squatted = await insertUser(db, { email, emailVerifiedAt: null, passwordHash: await cheapHash(password) });
    const attacker = await signedIn(squatted.id);
    const browser = caller(authHost);
    await signIn(browser);
    expect(await userOf(browser)).toMatchObject({ email, emailVerified: true });
    expect((await attacker.call('/api/auth/user')).status).toBe(401);
    const login = { method: 'POST', body: { email, password } };
    expect((await caller().call('/api/auth/login', login)).status).toBe(401);
  });

  test('an attacker who signed up with the address first keeps no access', async () => {
    const db = await open();
    const { caller } = appOn(db);
    const attacker = caller();
    await attacker.call('/api/auth/signup', { method: 'POST', body: { name: 'Mallory', email, password } });
    const link = tokenIn((await mailsTo(db, email))[0]);
    const victim = caller(authHost);
    await signIn(victim);
    expect(await userOf(victim)).toMatchObject({ name: 'Ada Lovelace', email });
    expect((await attacker.call(`/api/verify-email?token=${link}`)).status).toBe(400);
    const login = await attacker.json('/api/auth/login', { method: 'POST', body: { email, password } });
    expect(login.status).toBe(403);
    expect(attacker.cookies.size).toBe(0);
    expect((await findUserByEmail(db, email))?.passwordHash).toBeNull();
  });

  test('an account that uses the address unverified returns to its previous one with all its data; the owner gets a new account', async () => {
    const db = await open();
    const { caller, signedIn } = appOn(db);
    const squatter = await insertUser(db, { passwordHash: await cheapHash(password) });
    const mallory = await signedIn(squatter.id);
    await mallory.call('/api/auth/change-email', { method: 'POST', body: { newEmail: email, password } });
    expect(await userOf(mallory)).toMatchObject({ email });
    await mallory.call('/api/conversations', { method: 'POST', body: {} });

    const owner = caller(authHost);
    await signIn(owner);
    const { id } = await userOf(owner);
    expect(id).not.toBe(squatter.id);
    expect((await owner.json<unknown[]>('/api/conversations')).body).toEqual([]);
    expect(await userOf(mallory)).toMatchObject({ id: squatter.id, email: squatter.email, emailVerified: true });
    expect((await mallory.json<unknown[]>('/api/conversations')).body).toHaveLength(1);
  });

  test('parallel first sign-ins of one person create one account', async () => {
    const db = await open();
    const { caller } = appOn(db);
    const browsers = Array.from({ length: 5 }, () => caller(authHost));
    await Promise.all(browsers.map((browser) => signIn(browser)));
    const people = await Promise.all(browsers.map(userOf));
    expect(new Set(people.map(({ id }) => id)).size).toBe(1);
  });

  test('the owner of ADMIN_EMAIL becomes an administrator', async () => {
    const { caller } = appOn(await open(), { ADMIN_EMAIL: email });
    const browser = caller(authHost);
    await signIn(browser);
    expect(await userOf(browser)).toMatchObject({ accessLevel: 'admin' });
  });

  test.each([
    ['an address that is not verified', { ...ada, email_verified: false }],
    ['no address', { sub: 'ada', name: 'Ada' }],
  ])('[8.04] %s creates no account and gives no access to an existing one', async (_, person) => {
    const db = await open();
    const { caller } = appOn(db);
    await insertUser(db, { email });
    issuer.person = person;
    const browser = caller(authHost);
    expect((await signIn(browser)).href).toBe(`http://${authHost}/login?error=no_email`);
    expect(browser.cookies.size).toBe(0);
  });
});

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

  test('ends every other session, suspends the password until it is reset by mail, and tells the owner', async () => {
    const { db, caller, ctx, mallory } = await hijacked();
    const { id } = await userOf(mallory);
    const phone = caller();
    await phone.call('/api/auth/login', login);
    const { body } = await mallory.json('/api/auth/generate-cross-domain-token', { method: 'POST', body: {} });

    const owner = caller(authHost);
    await signIn(owner);
    expect(await userOf(owner)).toMatchObject({ id, email, emailVerified: true });
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
    expect(links.filter(({ purpose }) => purpose !== 'sign-up')).toEqual([]);
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
    ctx.db.atomic = (build, verify) =>
      atomic(build, (rows) => {
        verify?.(rows);
        throw new Error('the disk is full');
      });
    const target = await signIn(caller(authHost));
    ctx.db.atomic = atomic;
    expect(target.searchParams.get('error')).toBe('unexpected');
    expect(await userOf(mallory)).toMatchObject({ email });
    expect((await mallory.call('/api/auth/login', login)).status).toBe(200);
    expect(await db.orm.select().from(db.tables.identities)).toEqual([]);
  });
});

describeOnEngines('failures of sign-in with Google', (open) => {
  test.each([
    ['http://localhost:5000/chat/7?a=b', 'http://localhost:5000'],
    ['http://noek.localhost:5000/', 'http://noek.localhost:5000'],
  ])('[4.34] return_to %s is honoured, with a token for that host only', async (returnTo, origin) => {
    const { caller } = appOn(await open());
    const target = await signIn(caller(authHost), `?return_to=${encodeURIComponent(returnTo)}`);
    const token = target.searchParams.get('auth_token');
    for (const name of ['auth_token', 'auth_action']) target.searchParams.delete(name);
    expect(target.href).toBe(returnTo);
    const login = { method: 'POST', body: { token } };
    expect((await caller('chat.noek.localhost:5000').call('/api/auth/cross-domain-login', login)).status).toBe(401);
    expect((await caller(new URL(origin).host).call('/api/auth/cross-domain-login', login)).status).toBe(200);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    'http://chat.noek.localhost:5000@evil.example/',
    'javascript:alert(1)',
  ])('return_to %s leads to the chat host', async (returnTo) => {
    const { caller } = appOn(await open());
    const target = await signIn(caller(authHost), `?return_to=${encodeURIComponent(returnTo)}`);
    expect(`${target.origin}${target.pathname}`).toBe('http://chat.noek.localhost:5000/');
  });

  test('[8.03] a person who cancels returns to the sign-in page, which keeps the return address', async () => {
    issuer.person = null;
    const { caller } = appOn(await open());
    const target = await signIn(caller(authHost), '?return_to=http://localhost:5000/');
    expect(target.pathname).toBe('/login');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      error: 'oauth_failed',
      return_to: 'http://localhost:5000/',
    });
  });

  test('[8.02] a callback without a sign-in that this browser began is refused', async () => {
    const db = await open();
    const { caller } = appOn(db);
    const attacker = caller(authHost);
    const planted = await issuer.visit(locationOf(await begin(attacker)).href);
    const path = `${planted.pathname}${planted.search}`;
    const refused = `http://${authHost}/login?error=oauth_state_mismatch`;

    const victim = caller(authHost);
    expect(locationOf(await victim.call(path)).href).toBe(refused);
    await begin(victim);
    expect(locationOf(await victim.call(path)).href).toBe(refused);
    victim.cookies.set('noek_google', 'e30.forged');
    expect(locationOf(await victim.call(path)).href).toBe(refused);
    expect(victim.cookies.has('noek_session')).toBe(false);
    expect(await db.orm.select().from(db.tables.users)).toEqual([]);
  });

  test('[8.02] a sign-in in progress expires after ten minutes', async () => {
    const { caller, ctx } = appOn(await open());
    const browser = caller(authHost);
    const returned = await issuer.visit(locationOf(await begin(browser)).href);
    ctx.clock.advance(10 * 60_000);
    const target = locationOf(await browser.call(`${returned.pathname}${returned.search}`));
    expect(target.searchParams.get('error')).toBe('oauth_state_mismatch');
  });

  test('[8.01] an issuer that is unavailable, before and after the redirect', async () => {
    const { caller } = appOn(await open());
    const browser = caller(authHost);
    issuer.broken = true;
    expect(locationOf(await begin(browser)).searchParams.get('error')).toBe('token_exchange_failed');
    issuer.broken = false;
    const returned = await issuer.visit(locationOf(await begin(browser)).href);
    issuer.broken = true;
    const target = locationOf(await browser.call(`${returned.pathname}${returned.search}`));
    expect(target.searchParams.get('error')).toBe('token_exchange_failed');
  });
});

test('[8.01] an ID token signed with a wrong key leads back to the sign-in page and gives no access', async () => {
  const db = await openTestDatabase();
  issuer.foreignKeys = true;
  const browser = appOn(db).caller(authHost);
  expect((await signIn(browser)).href).toBe(`http://${authHost}/login?error=token_exchange_failed`);
  expect(browser.cookies.size).toBe(0);
  expect(await db.orm.select().from(db.tables.users)).toEqual([]);
  await db.close();
});

test('[8.05] without keys the page says so, and sign-in leads back with its own error', async () => {
  const db = await openTestDatabase();
  const { caller } = createTestApp(db, createScriptedLlm());
  const browser = caller(authHost);
  expect((await browser.json<{ signIn: object }>('/api/config')).body.signIn).toMatchObject({ google: false });
  for (const path of ['/api/auth/google', '/api/auth/google/callback?code=x&state=y'])
    expect(locationOf(await browser.call(path)).href).toBe(`http://${authHost}/login?error=not_configured`);
  await db.close();
});

test('other hosts redirect to the auth host first; the cookie of the flow is HttpOnly and short-lived', async () => {
  const db = await openTestDatabase();
  const { caller } = appOn(db);
  const chat = await caller('localhost:5000').call('/api/auth/google?return_to=http://localhost:5000/chat/7');
  expect(locationOf(chat).href).toBe(
    `http://${authHost}/api/auth/google?return_to=${encodeURIComponent('http://localhost:5000/chat/7')}`,
  );
  expect(chat.headers.getSetCookie()).toEqual([]);
  const begun = await begin(caller(authHost));
  expect(begun.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^noek_google=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  await db.close();
});
