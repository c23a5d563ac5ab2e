import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { cheapHash } from '../../../testing/cheap-hash.ts';
import {
  ada,
  authHost,
  begin,
  email,
  locationOf,
  password,
  userOf,
  withGoogle,
} from '../../../testing/google-browser.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { findUserByEmail } from '../auth.queries.ts';

const google = withGoogle();
const { appOn, signIn } = google;

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
    google.issuer.person = { ...ada, email: 'ada.lovelace@people.example' };
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
    expect((await mailsTo(db, email)).map(({ kind }) => kind)).toEqual(['new-device']);
  });

  test('an address with an umlaut and an international domain links the account that was made with another spelling', async () => {
    const db = await open();
    const { caller } = appOn(db);
    const owner = await insertUser(db, { email: 'jörg@xn--mnchen-3ya.example', passwordHash: null });
    google.issuer.person = { ...ada, email: 'Jo\u0308rg@MÜNCHEN.example' };
    const browser = caller(authHost);
    await signIn(browser);
    expect(await userOf(browser)).toMatchObject({ id: owner.id, email: owner.email });
  });

  test('an account that never verified its address loses its password, sessions and API tokens to the owner of the address', async () => {
    const db = await open();
    const { caller, signedIn } = appOn(db);
    const squatted = await insertUser(db, { email, emailVerifiedAt: null, passwordHash: await cheapHash(password) });
    const attacker = await signedIn(squatted.id);
    const made = await attacker.json<{ token: string }>('/api/tokens', { method: 'POST', body: { name: 'x' } });
    const headers = { Authorization: `Bearer ${made.body.token}` };
    expect((await caller().call('/api/auth/user', { headers })).status).toBe(200);
    const browser = caller(authHost);
    await signIn(browser);
    expect(await userOf(browser)).toMatchObject({ email, emailVerified: true });
    expect((await caller().call('/api/auth/user', { headers })).status).toBe(401);
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
    // It proves the sign-up, and gives no access.
    expect([...attacker.cookies.keys()]).toEqual(['noek_sign-up']);
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
    google.issuer.person = person;
    const browser = caller(authHost);
    expect((await signIn(browser)).href).toBe(`http://${authHost}/login?error=no_email`);
    expect(browser.cookies.size).toBe(0);
  });
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
