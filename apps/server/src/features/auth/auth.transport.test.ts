import type { Database } from '@noek/db/database';
import { openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { cheapHash } from '../../testing/cheap-hash.ts';
import { createTestCtx, type TestCtx } from '../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../testing/read-outbox.ts';

const ada = { name: 'Ada', email: 'ada@people.example', password: 'correct horse' };
const userOf = (email: string) => ({
  id: expect.any(String),
  name: 'Ada',
  email,
  accessLevel: 'basic',
  specialFeatures: [],
  allowModelTraining: true,
  memoryEnabled: true,
  emailVerified: true,
  instructions: '',
});

let db: Database;
let ctx: TestCtx;
let app: ReturnType<typeof createApp>;
beforeEach(async () => {
  db = await openTestDatabase();
  ctx = createTestCtx({ db });
  app = createApp(ctx);
});
afterEach(() => db.close());

type Call = { host?: string; cookie?: string; raw?: string; method?: string };

/** One REST call: a POST if it has a body. */
async function call(path: string, body?: unknown, { host = 'localhost:5000', cookie, raw, method }: Call = {}) {
  const response = await app.request(path, {
    method: method ?? (body === undefined && raw === undefined ? 'GET' : 'POST'),
    headers: { Host: host, 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) },
    body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const setCookie = response.headers.getSetCookie();
  return {
    status: response.status,
    headers: response.headers,
    setCookie,
    cookie: setCookie[0]?.split(';')[0] ?? '',
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** One tRPC call. Queries take no input here. */
async function trpc(procedure: string, input?: unknown, more: Call = {}) {
  const query = procedure === 'user';
  const answer = await call(`/api/trpc/auth.${procedure}`, query ? undefined : (input ?? {}), more);
  const { result, error } = answer.body as {
    result?: { data: unknown };
    error?: { message: string; data: Record<string, unknown> };
  };
  return { ...answer, data: result?.data, error };
}

async function addAda(): Promise<void> {
  const { name, email, password } = ada;
  await insertUser(db, { name, email, passwordHash: await cheapHash(password) });
}

test('[7.08] [7.10] [7.23] [7.07] [7.17] [7.15] [3.08] [3.09] [3.10] sign up, verify, sign in, sign out over REST', async () => {
  const signedUp = await call('/api/auth/signup', { ...ada, email: ' Ada@People.example ' });
  expect(signedUp).toMatchObject({ status: 201, body: { message: expect.stringContaining('Check your email') } });
  expect(signedUp.setCookie).toEqual([
    expect.stringMatching(/^noek_sign-up=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);

  expect(await call('/api/auth/login', ada)).toMatchObject({
    status: 403,
    body: { code: 'EMAIL_NOT_VERIFIED', emailVerificationRequired: true },
  });
  expect(await call('/api/auth/resend-verification', { email: ada.email })).toMatchObject({
    status: 200,
    body: { message: expect.any(String) },
  });
  const [, resent] = await mailsTo(db, ada.email);
  const token = tokenIn(resent);
  // Over REST, the browser that signed up is not signed in either.
  const verified = await call(`/api/verify-email?token=${token}&signIn=true`, undefined, { cookie: signedUp.cookie });
  expect(verified).toMatchObject({ status: 200, body: { verified: true, user: { name: 'Ada' }, signedIn: false } });
  expect(verified.setCookie).toEqual([]);

  const signedIn = await call('/api/auth/login', { ...ada, email: 'ADA@people.example' });
  expect(signedIn.status).toBe(200);
  expect(signedIn.body).toEqual({ ...userOf(ada.email), movedConversations: 0 });
  expect(signedIn.headers.get('Cache-Control')).toBe('no-store');
  const { cookie } = signedIn;
  expect(await call('/api/auth/user', undefined, { cookie })).toMatchObject({ status: 200, body: userOf(ada.email) });

  const signedOut = await call('/api/auth/logout', undefined, { cookie, method: 'POST' });
  expect(signedOut).toMatchObject({ status: 200, body: { message: 'You are signed out.' } });
  expect(signedOut.setCookie).toEqual(['noek_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  expect(await call('/api/auth/user', undefined, { cookie })).toMatchObject({ status: 401 });
  expect(await call('/api/auth/logout', undefined, { method: 'POST' })).toMatchObject({ status: 200 });
});

test('the same over tRPC; signed out, auth.user is null', async () => {
  expect((await trpc('signUp', ada)).data).toMatchObject({ message: expect.any(String) });
  expect((await trpc('resendVerification', { email: ada.email })).data).toMatchObject({ message: expect.any(String) });
  const token = tokenIn((await mailsTo(db, ada.email))[0]);
  expect((await trpc('verifyEmail', { token })).data).toMatchObject({ verified: true, user: { name: 'Ada' } });
  const { data, cookie } = await trpc('login', ada);
  expect(data).toEqual({ ...userOf(ada.email), movedConversations: 0 });
  expect((await trpc('user', undefined, { cookie })).data).toEqual(userOf(ada.email));
  await trpc('logout', undefined, { cookie });
  expect((await trpc('user', undefined, { cookie })).data).toBeNull();
});

test('[9.28] the session cookie on an http origin', async () => {
  await addAda();
  const { setCookie } = await call('/api/auth/login', ada);
  expect(setCookie).toEqual([
    expect.stringMatching(/^noek_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^noek_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
});

test('[9.28] the session cookie on an https origin', async () => {
  await addAda();
  app = createApp(createTestCtx({ db, env: { AUTH_ORIGIN: 'https://auth.noek.example' } }));
  const { setCookie } = await call('/api/auth/login', ada, { host: 'auth.noek.example' });
  expect(setCookie).toEqual([
    expect.stringMatching(/^__Host-noek_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^__Host-noek_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
});

test('a browser that has signed in before has its own limit', async () => {
  await addAda();
  const { setCookie } = await call('/api/auth/login', ada);
  const cookie = setCookie.find((line) => line.startsWith('noek_device='))?.split(';')[0] ?? '';
  const wrong = { email: ada.email, password: 'wrong' };
  for (let i = 0; i < 10; i++) expect((await call('/api/auth/login', wrong)).status).toBe(401);
  expect((await call('/api/auth/login', ada)).status).toBe(429);
  for (let i = 0; i < 10; i++) expect((await call('/api/auth/login', wrong, { cookie })).status).toBe(401);
  expect((await call('/api/auth/login', ada, { cookie })).status).toBe(429);
});

test('a token that the browser sent is never reused', async () => {
  await addAda();
  const planted = 'a'.repeat(43);
  const { cookie } = await call('/api/auth/login', ada, { cookie: `noek_session=${planted}` });
  expect(cookie).not.toContain(planted);
  expect(await call('/api/auth/user', undefined, { cookie: `noek_session=${planted}` })).toMatchObject({ status: 401 });
});

test('the cookie is sent again when the 90 days start again', async () => {
  await addAda();
  const { cookie } = await call('/api/auth/login', ada);
  expect((await call('/api/auth/user', undefined, { cookie })).setCookie).toEqual([]);
  ctx.clock.advance(50 * 24 * 60 * 60_000);
  const extended = await call('/api/auth/user', undefined, { cookie });
  expect(extended.setCookie).toEqual([`${cookie}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax`]);
});

test('[3.09] errors have the same status, message and flags on both transports', async () => {
  await addAda();
  await insertUser(db, { email: 'old@people.example', needsPasswordReset: true });
  const cases = [
    [{ ...ada, password: 'wrong' }, 401, { code: 'UNAUTHORIZED', message: 'Invalid email or password' }],
    [
      { email: 'old@people.example', password: 'x' },
      423,
      { code: 'PASSWORD_RESET_REQUIRED', needsPasswordReset: true },
    ],
  ] as const;
  for (const [input, status, body] of cases) {
    expect(await call('/api/auth/login', input)).toMatchObject({ status, body });
    expect((await trpc('login', input)).error?.data).toMatchObject(body);
  }
});

test('429 says in seconds when to retry', async () => {
  for (let i = 0; i < 10; i++) await call('/api/auth/login', ada);
  const refused = await call('/api/auth/login', ada);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', message: expect.stringContaining('minute') },
  });
  expect(refused.headers.get('Retry-After')).toBe('60');
});

test('[7.12] [7.13] [7.14] one login on two hosts, ended on both', async () => {
  await addAda();
  const auth = { host: 'auth.noek.localhost:5000' };
  const { cookie } = await call('/api/auth/login', ada, auth);
  const arrivedAs = { user: userOf(ada.email), movedConversations: 0, offersPasskey: false };
  const made = await call(
    '/api/auth/generate-cross-domain-token',
    { returnTo: 'http://localhost:5000/' },
    { ...auth, cookie },
  );
  expect(made).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^[\w-]{43}$/) } });
  const arrived = await call('/api/auth/cross-domain-login', made.body);
  expect(arrived).toMatchObject({ status: 200, body: arrivedAs });
  expect(arrived.cookie).not.toBe(cookie);

  const { data } = await trpc('generateCrossDomainToken', {}, { ...auth, cookie });
  const chat = await trpc('crossDomainLogin', data, { host: 'chat.noek.localhost:5000' });
  expect(chat.data).toEqual({ ...arrivedAs, offersPasskey: true });

  const ended = await call('/api/auth/cross-domain-logout', undefined, { ...auth, cookie, method: 'POST' });
  expect(ended).toMatchObject({ status: 200, body: { message: 'You are signed out.' } });
  for (const session of [cookie, arrived.cookie, chat.cookie])
    expect(await call('/api/auth/user', undefined, { cookie: session })).toMatchObject({ status: 401 });
});

test('[7.12] rejects a foreign return address and signed-out callers', async () => {
  await addAda();
  const { cookie } = await call('/api/auth/login', ada);
  const foreign = await call('/api/auth/generate-cross-domain-token', { returnTo: 'https://evil.example' }, { cookie });
  expect(foreign).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  expect(await call('/api/auth/generate-cross-domain-token', {})).toMatchObject({ status: 401 });
  expect(await call('/api/auth/cross-domain-login', { token: 'x' })).toMatchObject({ status: 401 });
});

test('[7.18] test login, and 404 where it is disabled', async () => {
  const signedIn = await call('/api/auth/test-login', {});
  expect(signedIn).toMatchObject({ status: 200, body: { name: 'Demo User' } });
  expect((await trpc('testLogin')).data).toEqual(signedIn.body);
  app = createApp(createTestCtx({ db, env: { ENABLE_TEST_LOGIN: 'false' } }));
  expect(await call('/api/auth/test-login', {})).toMatchObject({ status: 404 });
  expect((await trpc('testLogin')).error?.data).toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  ['/api/verify-email', 'No verification token found in the URL'],
  ['/api/verify-email?token=', 'No verification token found in the URL'],
  ['/api/verify-email?token=unknown', 'This verification link is invalid or has expired. Please request a new one.'],
])('[3.17] GET %s: 400 with a message', async (path, message) => {
  expect(await call(path)).toMatchObject({ status: 400, body: { verified: false, message, code: 'BAD_REQUEST' } });
});

test.each([
  ['/api/auth/signup', { ...ada, password: '1234567' }, 'Password must be at least 8 characters long.'],
  ['/api/auth/signup', { ...ada, password: 'x'.repeat(257) }, 'Password must be at most 256 characters long.'],
  ['/api/auth/signup', { ...ada, name: ' ' }, 'Enter your name.'],
  ['/api/auth/signup', { ...ada, email: 'ada' }, 'Enter a valid email address.'],
  ['/api/auth/signup', {}, 'Enter your name.'],
  ['/api/auth/signup', null, expect.any(String)],
  ['/api/auth/signup', [], expect.any(String)],
  ['/api/auth/login', { email: ada.email }, 'Enter your password.'],
  ['/api/auth/login', { email: { $ne: null }, password: ['x'] }, 'Enter an email address.'],
  ['/api/auth/resend-verification', { email: 7 }, 'Enter an email address.'],
  ['/api/auth/cross-domain-login', { token: 7 }, expect.any(String)],
])('POST %s with %j: 400 with a message', async (path, body, message) => {
  expect(await call(path, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message } });
});

test('malformed JSON is a 400', async () => {
  expect(await call('/api/auth/login', undefined, { raw: '{"email":' })).toMatchObject({ status: 400 });
});
