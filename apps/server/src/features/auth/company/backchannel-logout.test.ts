import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { SignJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ada, authHost, userOf, withCompany } from '../../../testing/company-browser.ts';
import type { TestCaller } from '../../../testing/create-test-app.ts';
import { watchSession } from '../session/watch-session.ts';

const company = withCompany();

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const path = '/api/auth/oidc/acme/backchannel-logout';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const post = (caller: TestCaller, text: string, headers: Record<string, string> = form) =>
  caller.json(path, { method: 'POST', text, headers });
const isSignedIn = async (browser: TestCaller) => (await browser.call('/api/auth/user')).status === 200;

let tokens = 0;
/** The claims of a good logout token at `now`. */
const goodClaims = (now: Date, more: JWTPayload): JWTPayload => {
  const seconds = Math.floor(now.getTime() / 1000);
  const iss = company.issuer.env.GOOGLE_OIDC_ISSUER;
  return { iss, aud: 'noek', iat: seconds, exp: seconds + 120, jti: `token-${++tokens}`, events: event, ...more };
};

describeOnEngines('back-channel logout', (open) => {
  async function opened() {
    const db = await open();
    const { caller, ctx } = company.appOn(db);
    const logout = async (more: JWTPayload) =>
      post(caller(authHost), `logout_token=${await company.issuer.sign(goodClaims(ctx.now(), more))}`);
    const sids = async () =>
      (await db.orm.select().from(db.tables.companyLogins).orderBy(db.tables.companyLogins.checkedAt)).map(
        ({ sid }) => sid,
      );
    return { db, caller, ctx, logout, sids };
  }

  test('by sid: ends that login on all hosts, and no other one', async () => {
    const { db, caller, ctx, logout, sids } = await opened();
    const first = await company.signInTwice(caller);
    ctx.clock.advance(1_000);
    const second = await company.signInTwice(caller);
    const [sid] = await sids();
    expect(sid).toEqual(expect.any(String));
    expect(await logout({ sid })).toEqual({ status: 200, body: { message: 'Signed out.' } });
    expect(await isSignedIn(first.auth)).toBe(false);
    expect(await isSignedIn(first.chat)).toBe(false);
    expect(await isSignedIn(second.chat)).toBe(true);
    expect(await db.orm.select().from(db.tables.companyLogins)).toHaveLength(1);
  });

  test("by sub: ends all logins of the person that came from this provider, not another person's and not one with a password", async () => {
    const { caller, ctx, logout } = await opened();
    const [one, two] = [await company.signInTwice(caller), await company.signInTwice(caller)];
    const { id } = await userOf(one.chat);
    const withPassword = await company.appOn(ctx.db).signedIn(String(id));
    company.issuer.person = { ...ada, sub: 'bob', email: 'bob@acme.example' };
    const bob = await company.signInTwice(caller);
    expect((await logout({ sub: 'ada' })).status).toBe(200);
    for (const browser of [one.auth, one.chat, two.auth, two.chat]) expect(await isSignedIn(browser)).toBe(false);
    for (const browser of [withPassword, bob.auth, bob.chat]) expect(await isSignedIn(browser)).toBe(true);
  });

  test('by sid and sub: both must fit', async () => {
    const { caller, logout, sids } = await opened();
    const { chat } = await company.signInTwice(caller);
    const [sid] = await sids();
    expect((await logout({ sid, sub: 'bob' })).status).toBe(200);
    expect(await isSignedIn(chat)).toBe(true);
    expect((await logout({ sid, sub: 'ada' })).status).toBe(200);
    expect(await isSignedIn(chat)).toBe(false);
  });

  test('an open page of the person is told within a second, and one-time tokens of the login are void', async () => {
    const { caller, ctx, logout } = await opened();
    const auth = caller(authHost);
    const token = (await company.signIn(auth)).searchParams.get('auth_token');
    const [session] = await ctx.db.orm.select().from(ctx.db.tables.sessions);
    const user = (await userOf(auth)) as never;
    const watched = watchSession(ctx.as({ kind: 'user', user, sessionId: session?.id ?? '' } as never));
    onTestFinished(() => watched.stop());
    const ended = new Promise<number>((resolve) => {
      const from = performance.now();
      watched.signal.addEventListener('abort', () => resolve(performance.now() - from));
    });
    await logout({ sub: 'ada' });
    // Within a second on an idle machine; on a busy one, still before the regular check, which runs every 5 seconds.
    expect(await ended).toBeLessThan(4_000);
    const late = caller('chat.noek.localhost:5000');
    const login = await late.call('/api/auth/cross-domain-login', { method: 'POST', body: { token } });
    expect(login.status).toBe(401);
  });

  test('a login on another host at the same moment ends, too', async () => {
    const { db, caller, logout } = await opened();
    const auth = caller(authHost);
    const token = (await company.signIn(auth)).searchParams.get('auth_token');
    const chat = caller('chat.noek.localhost:5000');
    await Promise.all([
      chat.call('/api/auth/cross-domain-login', { method: 'POST', body: { token } }),
      logout({ sub: 'ada' }),
    ]);
    expect(await db.orm.select().from(db.tables.sessions)).toEqual([]);
  });

  test('a token works once, also if it is sent fifty times at once', async () => {
    const { caller, ctx } = await opened();
    await company.signInTwice(caller);
    const text = `logout_token=${await company.issuer.sign(goodClaims(ctx.now(), { sub: 'ada' }))}`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(caller(authHost), text)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await company.signInTwice(caller);
    ctx.clock.advance(60_000);
    expect(await post(caller(authHost), text)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await isSignedIn(again.chat)).toBe(true);
  });
});

describe('a logout token that is refused', () => {
  async function opened() {
    const db = await openTestDatabase();
    onTestFinished(() => db.close());
    const { caller, ctx } = company.appOn(db);
    const { chat } = await company.signInTwice(caller);
    const refuse = async (text: string, headers?: Record<string, string>) => {
      const answer = await post(caller(authHost), text, headers);
      expect(await isSignedIn(chat)).toBe(true);
      return answer;
    };
    return { ctx, refuse, chat, caller };
  }
  const refused = { status: 400, body: { code: 'BAD_REQUEST', message: expect.stringMatching(/logout.token/) } };

  test.each<[string, (now: number) => JWTPayload, Partial<JWTHeaderParameters>?]>([
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['another audience', () => ({ aud: 'another-client' })],
    ['no audience', () => ({ aud: undefined })],
    ['a nonce', () => ({ nonce: 'a nonce' })],
    ['no events', () => ({ events: undefined })],
    ['another event', () => ({ events: { 'http://schemas.openid.net/event/other': {} } })],
    ['an event that is no object', () => ({ events: { 'http://schemas.openid.net/event/backchannel-logout': 'yes' } })],
    ['events that are text', () => ({ events: 'http://schemas.openid.net/event/backchannel-logout' as never })],
    ['no id', () => ({ jti: undefined })],
    ['no time', () => ({ iat: undefined })],
    ['a time ten minutes ago', (now) => ({ iat: now - 600, exp: undefined })],
    ['a time in ten minutes', (now) => ({ iat: now + 600 })],
    ['an expiry in the past', (now) => ({ exp: now - 120 })],
    ['neither a session nor a person', () => ({ sub: undefined, sid: undefined })],
    ['an empty session', () => ({ sub: undefined, sid: '' })],
    ['another type', () => ({}), { typ: 'at+jwt' }],
    ['an unknown key', () => ({}), { kid: 'unknown' }],
  ])('%s', async (_, change, header) => {
    const { ctx, refuse } = await opened();
    const now = Math.floor(ctx.now().getTime() / 1000);
    const claims = { ...goodClaims(ctx.now(), { sub: 'ada' }), ...change(now) };
    expect(await refuse(`logout_token=${await company.issuer.sign(claims, header)}`)).toMatchObject(refused);
  });

  test.each<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ['no signature', (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`],
    [
      'a signature with the secret of the client',
      (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('only-for-tests')),
    ],
    [
      'a changed content',
      async (claims) => {
        const [header, , signature] = (await company.issuer.sign({ ...claims, sub: 'bob' })).split('.');
        return `${header}.${base64(claims)}.${signature}`;
      },
    ],
    ['no token at all', () => 'nonsense'],
    ['nothing', () => ''],
  ])('%s', async (_, make) => {
    const { ctx, refuse } = await opened();
    expect(await refuse(`logout_token=${await make(goodClaims(ctx.now(), { sub: 'ada' }))}`)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
  });

  test('a body that is no form, or has two tokens', async () => {
    const { ctx, refuse } = await opened();
    const token = await company.issuer.sign(goodClaims(ctx.now(), { sub: 'ada' }));
    for (const text of ['', JSON.stringify({ logout_token: token }), `logout_token=${token}&logout_token=${token}`])
      expect(await refuse(text)).toMatchObject({ status: 400 });
  });

  test('keys of the issuer that cannot be read: the provider may try again', async () => {
    const { ctx, refuse, caller } = await opened();
    const text = `logout_token=${await company.issuer.sign(goodClaims(ctx.now(), { sub: 'ada' }))}`;
    company.issuer.broken = true;
    expect(await refuse(text)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    company.issuer.broken = false;
    expect((await post(caller(authHost), text)).status).toBe(200);
  });

  test('a provider that does not exist, and a page of another site', async () => {
    const { ctx, caller, chat } = await opened();
    const text = `logout_token=${await company.issuer.sign(goodClaims(ctx.now(), { sub: 'ada' }))}`;
    const unknown = '/api/auth/oidc/unknown/backchannel-logout';
    expect((await caller(authHost).call(unknown, { method: 'POST', text, headers: form })).status).toBe(404);
    expect((await post(caller(authHost), text, { ...form, Origin: 'https://evil.example' })).status).toBe(403);
    expect(await isSignedIn(chat)).toBe(true);
  });
});

const base64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
