import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { cheapHash } from '../../../testing/cheap-hash.ts';
import {
  ada,
  authHost,
  begin,
  email,
  errorOf,
  locationOf,
  userOf,
  withCompany,
} from '../../../testing/company-browser.ts';
import { mailsTo } from '../../../testing/read-outbox.ts';

const company = withCompany();
const { appOn, signIn, signInTwice } = company;

describeOnEngines('sign-in with a company', (open) => {
  test('creates a verified account, signs in on the auth host, and leads to the chat host with a token', async () => {
    const db = await open();
    const { caller } = appOn(db);
    const { auth, chat } = await signInTwice(caller);
    const person = { name: 'Ada Lovelace', email, accessLevel: 'basic', emailVerified: true };
    expect(await userOf(auth)).toMatchObject(person);
    expect(await userOf(chat)).toMatchObject(person);
    expect(auth.cookies.has('noek_company')).toBe(false);
    const { body } = await chat.json('/api/account/sign-in-methods');
    expect(body).toMatchObject({ password: 'none', google: false, companies: [{ id: 'acme', name: 'Acme' }] });
    expect((await chat.json<{ signIn: object }>('/api/config')).body.signIn).toMatchObject({
      password: true,
      companies: [{ id: 'acme', name: 'Acme' }],
    });
  });

  test('a person is known by issuer and subject, whatever their address is later', async () => {
    const db = await open();
    const { caller } = appOn(db);
    const browser = caller(authHost);
    await signIn(browser);
    const { id } = await userOf(browser);
    for (const person of [{ ...ada, email: 'lovelace@acme.example' }, { sub: 'ada' }]) {
      company.issuer.person = person;
      const again = caller(authHost);
      await signIn(again);
      expect(await userOf(again)).toMatchObject({ id, email });
    }
    company.issuer.person = { ...ada, sub: 'another', email: 'other@acme.example' };
    const other = caller(authHost);
    await signIn(other);
    expect((await userOf(other)).id).not.toBe(id);
  });

  test('a verified address links the account that has it; its password is suspended, its sessions end, and its owner gets a mail', async () => {
    const db = await open();
    const { caller, signedIn } = appOn(db);
    const owner = await insertUser(db, { email, passwordHash: await cheapHash('lantern-42-quay') });
    const elsewhere = await signedIn(owner.id);
    const browser = caller(authHost);
    await signIn(browser);
    expect((await userOf(browser)).id).toBe(owner.id);
    expect((await elsewhere.call('/api/auth/user')).status).toBe(401);
    const login = { method: 'POST', body: { email, password: 'lantern-42-quay' } };
    expect((await caller().call('/api/auth/login', login)).status).toBe(423);
    const [mail] = await mailsTo(db, email);
    expect(mail).toMatchObject({ kind: 'company-linked', subject: 'You signed in to Noek with Acme' });
  });

  test.each([
    ['left out', { sub: 'ada', email, name: 'Ada' }],
    ['false', { ...ada, email_verified: false }],
    ['true, but there is no address', { sub: 'ada', email_verified: true }],
  ])('with email_verified %s, there is no account and no access to an existing one', async (_, person) => {
    const db = await open();
    const { caller } = appOn(db);
    await insertUser(db, { email });
    company.issuer.person = person;
    const browser = caller(authHost);
    expect((await signIn(browser)).href).toBe(`http://${authHost}/login?error=no_email`);
    expect(browser.cookies.has('noek_session')).toBe(false);
    expect(await db.orm.select().from(db.tables.identities)).toEqual([]);
    expect(await db.orm.select().from(db.tables.users)).toHaveLength(1);
  });

  test('trustEmail: an address counts as verified although the provider does not say so', async () => {
    const db = await open();
    const { caller } = appOn(db, { trustEmail: true });
    const owner = await insertUser(db, { email, passwordHash: null });
    company.issuer.person = { sub: 'ada', email, name: 'Ada' };
    const browser = caller(authHost);
    await signIn(browser);
    expect((await userOf(browser)).id).toBe(owner.id);
    company.issuer.person = { sub: 'bob', email: 'bob@acme.example' };
    const newcomer = caller(authHost);
    await signIn(newcomer);
    expect(await userOf(newcomer)).toMatchObject({ name: 'bob', email: 'bob@acme.example', emailVerified: true });
  });

  test('domains: addresses of other domains and subdomains may not sign in, those who could before included', async () => {
    const db = await open();
    await signIn(appOn(db).caller(authHost));
    const { caller } = appOn(db, { domains: ['ACME.example', 'acme.test'] });
    for (const [address, error] of [
      ['ada@acme.example', null],
      ['ada@acme.test', null],
      ['ada@sub.acme.example', 'domain_not_allowed'],
      ['ada@evil.example', 'domain_not_allowed'],
      ['ada@acme.example@evil.example', 'domain_not_allowed'],
      ['ada@notacme.example', 'domain_not_allowed'],
    ]) {
      company.issuer.person = { ...ada, email: String(address) };
      const browser = caller(authHost);
      expect(errorOf(await signIn(browser)), String(address)).toBe(error);
      expect(browser.cookies.has('noek_session')).toBe(error === null);
    }
    company.issuer.person = { sub: 'ada' };
    expect(errorOf(await signIn(caller(authHost)))).toBe('no_email');
  });

  test('fifty callbacks with the same code at once: one session, one account', async () => {
    const db = await open();
    const { app, caller } = appOn(db);
    const browser = caller(authHost);
    const returned = await company.issuer.visit(locationOf(await begin(browser)).href);
    const headers = { Host: authHost, Cookie: `noek_company=${browser.cookies.get('noek_company')}` };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.request(`http://${authHost}${returned.pathname}${returned.search}`, { headers }),
      ),
    );
    expect(answers.filter((answer) => errorOf(locationOf(answer)) === null)).toHaveLength(1);
    expect(await db.orm.select().from(db.tables.sessions)).toHaveLength(1);
    expect(await db.orm.select().from(db.tables.users)).toHaveLength(1);
    expect(await db.orm.select().from(db.tables.companyLogins)).toHaveLength(1);
  });

  test('parallel first sign-ins of one person create one account', async () => {
    const db = await open();
    const { caller } = appOn(db);
    const browsers = Array.from({ length: 5 }, () => caller(authHost));
    await Promise.all(browsers.map((browser) => signIn(browser)));
    expect(new Set((await Promise.all(browsers.map(userOf))).map(({ id }) => id)).size).toBe(1);
  });

  test('a suspended person is refused', async () => {
    const db = await open();
    const { caller, ctx } = appOn(db);
    await signIn(caller(authHost));
    await db.write((orm) =>
      orm.update(db.tables.users).set({ suspendedAt: ctx.now() }).where(eq(db.tables.users.email, email)),
    );
    const browser = caller(authHost);
    expect(errorOf(await signIn(browser))).toBe('account_suspended');
    expect(browser.cookies.has('noek_session')).toBe(false);
  });
});

describe('a response that does not belong to the sign-in', () => {
  const refused = async (change: (claims: Record<string, unknown>) => Record<string, unknown>) => {
    const db = await openTestDatabase();
    company.issuer.changeClaims = change;
    const browser = appOn(db).caller(authHost);
    const target = await signIn(browser);
    const rows = await db.orm.select().from(db.tables.users);
    await db.close();
    expect(browser.cookies.has('noek_session')).toBe(false);
    expect(rows).toEqual([]);
    return errorOf(target);
  };

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another-client' }],
    ['several audiences, and another party', { aud: ['noek', 'another-client'], azp: 'another-client' }],
    ['an expiry in the past', { exp: 1_000_000 }],
    ['no subject', { sub: undefined }],
  ])('an ID token with %s is refused', async (_, change) => {
    expect(await refused((claims) => ({ ...claims, ...change }))).toBe('token_exchange_failed');
  });

  test('a changed ID token with the right claims is accepted, so the refusals are about the claims', async () => {
    const db = await openTestDatabase();
    company.issuer.changeClaims = (claims) => ({ ...claims, email: 'bob@acme.example' });
    const browser = appOn(db).caller(authHost);
    await signIn(browser);
    expect(await userOf(browser)).toMatchObject({ email: 'bob@acme.example' });
    await db.close();
  });

  test.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'another'), 'oauth_state_mismatch'],
    ['no state', (query: URLSearchParams) => query.delete('state'), 'oauth_state_mismatch'],
    ['another iss', (query: URLSearchParams) => query.set('iss', 'https://evil.example'), 'token_exchange_failed'],
    ['no iss', (query: URLSearchParams) => query.delete('iss'), 'token_exchange_failed'],
    ['another code', (query: URLSearchParams) => query.set('code', 'another'), 'token_exchange_failed'],
    ['two codes', (query: URLSearchParams) => query.append('code', 'another'), 'token_exchange_failed'],
  ])('a callback with %s is refused', async (_, change, error) => {
    const db = await openTestDatabase();
    const { caller } = appOn(db);
    const browser = caller(authHost);
    const returned = await company.issuer.visit(locationOf(await begin(browser)).href);
    change(returned.searchParams);
    expect(errorOf(locationOf(await browser.call(`${returned.pathname}${returned.search}`)))).toBe(error);
    expect(browser.cookies.has('noek_session')).toBe(false);
    await db.close();
  });

  test("a stranger's code is worth nothing in another browser, begun sign-in or not", async () => {
    const db = await openTestDatabase();
    const { caller } = appOn(db);
    const planted = await company.issuer.visit(locationOf(await begin(caller(authHost))).href);
    const path = `${planted.pathname}${planted.search}`;
    const victim = caller(authHost);
    expect(errorOf(locationOf(await victim.call(path)))).toBe('oauth_state_mismatch');
    await begin(victim);
    expect(errorOf(locationOf(await victim.call(path)))).toBe('oauth_state_mismatch');
    // The same code with the victim's own state: PKCE binds it to the other browser.
    const own = await company.issuer.visit(locationOf(await begin(victim)).href);
    own.searchParams.set('code', planted.searchParams.get('code') ?? '');
    expect(errorOf(locationOf(await victim.call(`${own.pathname}${own.search}`)))).toBe('token_exchange_failed');
    expect(victim.cookies.has('noek_session')).toBe(false);
    await db.close();
  });

  test('the response of one provider is not taken for that of another', async () => {
    const db = await openTestDatabase();
    const [acme] = JSON.parse(company.issuer.companyEnv().OIDC_PROVIDERS) as object[];
    const { caller } = appOn(db, {}, { env: { OIDC_PROVIDERS: JSON.stringify([acme, { ...acme, id: 'other' }]) } });
    const browser = caller(authHost);
    const returned = await company.issuer.visit(locationOf(await begin(browser)).href);
    const target = locationOf(await browser.call(`/api/auth/oidc/other/callback${returned.search}`));
    expect(errorOf(target)).toBe('oauth_state_mismatch');
    await db.close();
  });
});

test.each(['acme', 'unknown', 'Acme', '..', 'acme%2Fcallback'])(
  'a provider that is not set up (%s) leads to the sign-in page, or does not exist',
  async (id) => {
    const db = await openTestDatabase();
    const { caller } = appOn(db, { id: 'other' });
    for (const path of [`/api/auth/oidc/${id}`, `/api/auth/oidc/${id}/callback?code=x&state=y`]) {
      const answer = await caller(authHost).call(path);
      if (answer.status !== 404) expect(locationOf(answer).href).toBe(`http://${authHost}/login?error=not_configured`);
    }
    await db.close();
  },
);

test('other hosts redirect to the auth host first; the cookie of the flow is HttpOnly and short-lived', async () => {
  const db = await openTestDatabase();
  const { caller } = appOn(db);
  const chat = await caller('localhost:5000').call('/api/auth/oidc/acme?return_to=http://localhost:5000/chat/7');
  expect(locationOf(chat).href).toBe(
    `http://${authHost}/api/auth/oidc/acme?return_to=${encodeURIComponent('http://localhost:5000/chat/7')}`,
  );
  expect(chat.headers.getSetCookie()).toEqual([]);
  expect((await begin(caller(authHost))).headers.getSetCookie()).toEqual([
    expect.stringMatching(/^noek_company=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  await db.close();
});

test('[8.01] [8.02] [8.03] a provider that is down, a sign-in that took too long, and one that was cancelled', async () => {
  const db = await openTestDatabase();
  const { caller, ctx } = appOn(db);
  const browser = caller(authHost);
  company.issuer.broken = true;
  expect(errorOf(locationOf(await begin(browser)))).toBe('token_exchange_failed');
  company.issuer.broken = false;
  const late = await company.issuer.visit(locationOf(await begin(browser)).href);
  ctx.clock.advance(10 * 60_000);
  expect(errorOf(locationOf(await browser.call(`${late.pathname}${late.search}`)))).toBe('oauth_state_mismatch');
  company.issuer.person = null;
  const target = await signIn(browser, '?return_to=http://localhost:5000/');
  expect(Object.fromEntries(target.searchParams)).toEqual({
    error: 'oauth_failed',
    return_to: 'http://localhost:5000/',
  });
  await db.close();
});
