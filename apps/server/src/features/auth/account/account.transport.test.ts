import type { Database } from '@noek/db/database';
import { openTestDatabase } from '@noek/db/testing/engines';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestCaller } from '../../../testing/create-test-app.ts';
import { allMails, mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const email = 'ada@people.example';
const host = 'chat.noek.localhost:5000';
const newPassword = 'harbour-77-fox';

let db: Database;
let app: ReturnType<typeof createTestApp>;
let me: TestCaller;
beforeEach(async () => {
  db = await openTestDatabase();
  app = createTestApp(db, createScriptedLlm());
  me = await app.signedIn((await insertPerson(app.ctx, { email })).id, host);
});
afterEach(() => db.close());

const post = (who: TestCaller, path: string, body?: object) =>
  who.json(path, { method: 'POST', ...(body ? { body } : {}) });
const trpc = async (who: TestCaller, name: string, input?: object, method = 'POST') => {
  const { body } = await who.json<{ result?: { data: unknown }; error?: { message: string; data: object } }>(
    `/api/trpc/auth.${name}`,
    {
      method,
      ...(method === 'POST' ? { body: input ?? {} } : {}),
    },
  );
  return body.error ? { error: { message: body.error.message, ...body.error.data } } : { data: body.result?.data };
};
const newest = async (address: string) => tokenIn((await mailsTo(db, address)).at(-1));

test('[7.09] [7.22] forgot and reset over REST; the cookie of the caller is deleted', async () => {
  expect(await post(app.caller(), '/api/auth/forgot-password', { email: ' Ada@People.example ' })).toMatchObject({
    status: 200,
    body: { message: 'Password reset instructions have been sent to your email' },
  });
  const response = await me.call('/api/auth/reset-password', {
    method: 'POST',
    body: { token: await newest(email), newPassword },
  });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^noek_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    'noek_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
  expect((await post(app.caller(), '/api/auth/login', { email, password: newPassword })).status).toBe(200);
});

test('the same over tRPC', async () => {
  expect(await trpc(app.caller(), 'forgotPassword', { email })).toMatchObject({
    data: { message: expect.any(String) },
  });
  const token = await newest(email);
  expect(await trpc(app.caller(), 'resetPassword', { token, newPassword })).toMatchObject({
    data: { message: expect.any(String) },
  });
  expect(await trpc(app.caller(), 'resetPassword', { token, newPassword })).toMatchObject({
    error: { code: 'BAD_REQUEST', message: expect.stringContaining('invalid or has expired') },
  });
});

test.each([
  ['/api/auth/reset-password', { newPassword }, 'Reset token is missing'],
  ['/api/auth/reset-password', { token: '', newPassword }, 'Reset token is missing'],
  ['/api/auth/reset-password', { token: 'x', newPassword: '12345' }, 'Password must be at least 6 characters long'],
  [
    '/api/auth/change-password',
    { currentPassword: password, newPassword: '12345' },
    'Password must be at least 6 characters long',
  ],
  [
    '/api/auth/change-password',
    { currentPassword: password, newPassword: 'x'.repeat(257) },
    'Password must be at most 256 characters long.',
  ],
  ['/api/auth/change-password', { newPassword }, 'Enter your current password.'],
  ['/api/auth/change-email', { newEmail: 'ada', password }, 'Enter a valid email address.'],
  ['/api/auth/change-email', { newEmail: 'new@people.example' }, 'Enter your current password.'],
  ['/api/auth/forgot-password', {}, 'Enter an email address.'],
])('[5.12] [5.17] POST %s with %j: 400 with a message', async (path, body, message) => {
  expect(await post(me, path, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message } });
});

test('[7.19] [7.20] [7.21] change password, change e-mail, delete account over REST', async () => {
  const phone = await app.signedIn((await me.json<{ id: string }>('/api/auth/user')).body.id);
  expect((await post(me, '/api/auth/change-password', { currentPassword: password, newPassword })).status).toBe(200);
  expect((await phone.call('/api/auth/user')).status).toBe(401);
  expect(
    await post(me, '/api/auth/change-email', { newEmail: 'New@People.example', password: newPassword }),
  ).toMatchObject({
    status: 200,
    body: { message: 'Email Updated', user: { email: 'new@people.example', emailVerified: false } },
  });
  expect(await post(app.caller(), '/api/auth/undo-email-change', { token: await newest(email) })).toMatchObject({
    status: 200,
  });
  expect((await me.call('/api/auth/user')).status).toBe(401);

  await post(app.caller(), '/api/auth/reset-password', { token: await newest(email), newPassword });
  await post(me, '/api/auth/login', { email, password: newPassword });
  const deleted = await me.call('/api/auth/delete-account', { method: 'DELETE' });
  expect(deleted.status).toBe(200);
  expect(deleted.headers.getSetCookie()).toEqual([
    'noek_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'noek_device=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
  expect(await post(app.caller(), '/api/auth/login', { email, password: newPassword })).toMatchObject({ status: 401 });
});

test('the same over tRPC, with the flags of errors', async () => {
  expect(await trpc(me, 'changePassword', { currentPassword: 'wrong', newPassword })).toMatchObject({
    error: { code: 'BAD_REQUEST', wrongPassword: true },
  });
  expect(await trpc(me, 'changePassword', { currentPassword: password, newPassword })).toMatchObject({
    data: { message: 'Password Changed' },
  });
  expect(await trpc(me, 'changeEmail', { newEmail: 'new@people.example', password: newPassword })).toMatchObject({
    data: { user: { emailVerified: false } },
  });
  expect(await trpc(me, 'sessions', undefined, 'GET')).toMatchObject({ data: [{ current: true }] });
  expect(await trpc(me, 'endOtherSessions')).toMatchObject({ data: { message: expect.any(String) } });
  expect(await trpc(me, 'endSession', { id: 'unknown' })).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(await trpc(me, 'sync')).toMatchObject({ data: { user: { email: 'new@people.example' } } });
  expect(await trpc(me, 'deleteAccount')).toMatchObject({ data: { message: 'Account Deleted' } });
  expect(await trpc(me, 'user', undefined, 'GET')).toEqual({ data: null });
  expect(await trpc(me, 'crossDomainLogout')).toMatchObject({ data: { message: 'You are signed out.' } });
});

test('a page names its time zone, and the list of sessions shows it', async () => {
  const listed = async (headers: Record<string, string> = {}) =>
    (await me.json<{ place: string | null }[]>('/api/account/sessions', { headers })).body.map(({ place }) => place);
  expect(await listed()).toEqual([null]);
  expect(await listed({ 'X-Time-Zone': 'Mars/Olympus' })).toEqual([null]);
  expect(await listed({ 'X-Time-Zone': 'Europe/Lisbon' })).toEqual(["Lisbon (by the browser's clock)"]);
  expect(await listed()).toEqual(["Lisbon (by the browser's clock)"]);
});

test('the list of sessions over REST; ending the current one deletes the cookie', async () => {
  const { body } = await me.json<{ id: string }[]>('/api/account/sessions');
  expect(body).toMatchObject([{ current: true }]);
  const ended = await me.call(`/api/account/sessions/${body[0]?.id}`, { method: 'DELETE' });
  expect(ended.headers.getSetCookie()).toEqual(['noek_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  expect((await me.call('/api/account/sessions')).status).toBe(401);
});

test('guest chats of a host are moved when its browser signs in there, and the responses say how many', async () => {
  const answering = createTestApp(
    db,
    createScriptedLlm((call) => {
      call.text('Yes.');
      call.finish();
    }),
  );
  const login = { method: 'POST', body: { email, password } };
  const browser = answering.caller(host);
  await post(browser, '/api/guest/chat', { message: 'One' });
  await post(browser, '/api/guest/chat', { message: 'Two' });
  const guestCookie = browser.cookies.get('noek_guest') ?? '';

  const authHost = answering.caller('auth.noek.localhost:5000');
  expect((await authHost.json('/api/auth/login', login)).body).toMatchObject({ email, movedConversations: 0 });
  const { body } = await authHost.json<{ token: string }>('/api/auth/generate-cross-domain-token', {
    method: 'POST',
    body: {},
  });
  const arrived = await browser.call('/api/auth/cross-domain-login', { method: 'POST', body });
  expect(await arrived.json()).toMatchObject({ user: { email }, movedConversations: 2 });
  expect(arrived.headers.getSetCookie()).toContain('noek_guest=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  const { body: chats } = await browser.json<{ title: string }[]>('/api/conversations');
  expect(chats.map(({ title }) => title).toSorted()).toEqual(['One', 'Two']);

  const thief = answering.caller(host);
  thief.cookies.set('noek_guest', guestCookie);
  expect((await thief.json('/api/guest/status')).body).toMatchObject({ messageCount: 0 });
  expect((await thief.call('/api/conversations')).status).toBe(401);
  expect((await post(thief, '/api/guest/chat', { message: 'Three' })).status).toBe(409);
});

test('limits survive a restart', async () => {
  const forgot = (who: TestCaller) => post(who, '/api/auth/forgot-password', { email });
  const wrong = (who: TestCaller) => post(who, '/api/auth/login', { email, password: 'wrong' });
  for (let i = 0; i < 5; i++) expect((await forgot(app.caller())).status).toBe(200);
  for (let i = 0; i < 10; i++) expect((await wrong(app.caller())).status).toBe(401);
  const again = createTestApp(db, createScriptedLlm());
  expect((await forgot(again.caller())).status).toBe(429);
  expect((await wrong(again.caller())).status).toBe(429);
});

test('forged Host and forwarding headers do not reach a mail', async () => {
  const forged = {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'host=evil.example',
    Origin: 'http://localhost:1234',
  };
  const guest = app.caller('127.0.0.1:5000');
  const ask = (path: string, body: object) => guest.call(path, { method: 'POST', body, headers: forged });
  await ask('/api/auth/forgot-password', { email });
  await ask('/api/auth/signup', { name: 'Grace', email: 'grace@people.example', password });
  await ask('/api/auth/resend-verification', { email: 'grace@people.example' });
  await ask('/api/auth/signup', { name: 'Ada', email, password });
  await me.call('/api/auth/change-email', {
    method: 'POST',
    body: { newEmail: 'new@people.example', password },
    headers: forged,
  });
  const mails = await allMails(db);
  expect(mails).toHaveLength(6);
  for (const { text, html } of mails) {
    const links = [...`${text}${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => new URL(link).origin);
    expect(new Set(links)).toEqual(new Set(['http://auth.noek.localhost:5000']));
  }
  expect(
    (await app.app.request('/api/auth/forgot-password', { method: 'POST', headers: { Host: 'evil.example' } })).status,
  ).toBe(421);
});

test.each([
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/reset-password'],
  ['POST', '/api/auth/change-password'],
  ['DELETE', '/api/auth/delete-account'],
  ['DELETE', '/api/account/sessions'],
  ['POST', '/api/trpc/auth.deleteAccount'],
])('%s %s from a page of another site: 403 and no change', async (method, path) => {
  const response = await me.call(path, { method, text: '{}', headers: { Origin: 'https://evil.example' } });
  expect(response.status).toBe(403);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect((await me.call('/api/auth/user')).status).toBe(200);
});

test('the pages that mails link to exist, on the auth host only', async () => {
  for (const path of ['/reset-password', '/verify-email', '/undo-email-change']) {
    expect((await app.caller('auth.noek.localhost:5000').call(`${path}?token=x`)).status).not.toBe(404);
    expect((await app.caller('noek.localhost:5000').call(path)).status).not.toBe(200);
  }
});
