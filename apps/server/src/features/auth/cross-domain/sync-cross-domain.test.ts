import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const path = '/api/auth/sync-cross-domain';
const authHost = 'auth.noek.localhost:5000';
const chatOrigin = 'http://chat.noek.localhost:5000';
const corsHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

let app: ReturnType<typeof createTestApp>;
let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  db = await openTestDatabase();
  app = createTestApp(db, createScriptedLlm());
});
afterEach(() => db.close());

const ask = (who: Awaited<ReturnType<typeof app.signedIn>>, origin?: string) =>
  who.call(path, { method: 'POST', ...(origin ? { headers: { Origin: origin, 'Sec-Fetch-Site': 'same-site' } } : {}) });

test('[7.16] a page of another host learns who is signed in and gets a token for its own host only', async () => {
  const user = await insertUser(db);
  const me = await app.signedIn(user.id, authHost);
  const response = await ask(me, chatOrigin);
  expect(response.status).toBe(200);
  expect(corsHeaders(response)).toEqual({
    'access-control-allow-origin': chatOrigin,
    'access-control-allow-credentials': 'true',
  });
  expect(response.headers.get('Vary')).toContain('Origin');
  expect(response.headers.getSetCookie()).toEqual([]);
  const { user: answered, token } = (await response.json()) as { user: { id: string }; token: string };
  expect(answered.id).toBe(user.id);

  const login = { method: 'POST', body: { token } };
  expect((await app.caller('noek.localhost:5000').call('/api/auth/cross-domain-login', login)).status).toBe(401);
  const chat = app.caller('chat.noek.localhost:5000');
  expect((await chat.call('/api/auth/cross-domain-login', login)).status).toBe(200);
  await me.call('/api/auth/cross-domain-logout', { method: 'POST' });
  expect((await chat.call('/api/auth/user')).status).toBe(401);
});

test('a page of the same host and a script get no token: they have the session already', async () => {
  const me = await app.signedIn((await insertUser(db)).id, authHost);
  for (const origin of [undefined, `http://${authHost}`]) {
    const body = await (await ask(me, origin)).json();
    expect(Object.keys(body as object)).toEqual(['user']);
  }
});

test('signed out: 401, readable by the page', async () => {
  const response = await ask(app.caller(authHost), chatOrigin);
  expect(response.status).toBe(401);
  expect(corsHeaders(response)).toMatchObject({ 'access-control-allow-origin': chatOrigin });
});

test('signed out: null for a page that asks for it, so that its console shows no error', async () => {
  const headers = { Origin: chatOrigin, 'Sec-Fetch-Site': 'same-site' };
  const response = await app.caller(authHost).call(`${path}?ifNobody=null`, { method: 'POST', headers });
  expect([response.status, await response.json()]).toEqual([200, { user: null }]);
  expect(corsHeaders(response)).toMatchObject({ 'access-control-allow-origin': chatOrigin });
  const foreign = await app
    .caller(authHost)
    .call(`${path}?ifNobody=null`, { method: 'POST', headers: { Origin: 'https://evil.example' } });
  expect([foreign.status, corsHeaders(foreign)]).toEqual([403, {}]);
});

test.each([
  'https://evil.example',
  'http://chat.noek.localhost:5001',
  'https://chat.noek.localhost:5000',
  'http://chat.noek.localhost.evil.example:5000',
  'null',
])('a page of %s gets 403 and no CORS header, before and after a preflight', async (origin) => {
  const me = await app.signedIn((await insertUser(db)).id, authHost);
  const response = await ask(me, origin);
  expect(response.status).toBe(403);
  expect(corsHeaders(response)).toEqual({});
  const preflight = await me.call(path, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
  });
  expect(corsHeaders(preflight)).toEqual({});
  expect(await db.orm.select().from(db.tables.crossDomainTokens)).toEqual([]);
});

test('the preflight of our pages allows POST with JSON', async () => {
  const preflight = await app.caller(authHost).call(path, {
    method: 'OPTIONS',
    headers: {
      Origin: chatOrigin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(corsHeaders(preflight)).toEqual({
    'access-control-allow-origin': chatOrigin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type',
    'access-control-max-age': '600',
  });
});

test.each(['/api/auth/user', '/api/auth/login', '/api/trpc/auth.user', '/api/trpc/auth.sync', '/api/config', '/'])(
  'no other path has a CORS header: %s',
  async (other) => {
    const me = await app.signedIn((await insertUser(db)).id, authHost);
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(corsHeaders(await me.call(other, { method, headers: { Origin: chatOrigin } }))).toEqual({});
  },
);

test('in production, localhost is a foreign origin', async () => {
  const env = {
    NODE_ENV: 'production',
    CHAT_ORIGIN: 'https://chat.noek.example',
    AUTH_ORIGIN: 'https://auth.noek.example',
    COMPANY_ORIGIN: 'https://noek.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
  const { caller } = createTestApp(db, createScriptedLlm(), { env });
  const who = caller('auth.noek.example');
  expect(corsHeaders(await ask(who, 'http://localhost:5000'))).toEqual({});
  expect(corsHeaders(await ask(who, 'https://chat.noek.example'))).toMatchObject({
    'access-control-allow-origin': 'https://chat.noek.example',
  });
});

describeOnEngines('tokens of sync', (open) => {
  test('one of 50 parallel uses succeeds, and the replay ends its session', async () => {
    const database = await open();
    const harness = createTestApp(database, createScriptedLlm());
    const me = await harness.signedIn((await insertUser(database)).id, authHost);
    const answer = await me.json<{ token: string }>(path, { method: 'POST', headers: { Origin: chatOrigin } });
    const login = { method: 'POST', body: { token: answer.body.token } };
    const browsers = Array.from({ length: 50 }, () => harness.caller('chat.noek.localhost:5000'));
    const uses = await Promise.all(browsers.map((browser) => browser.call('/api/auth/cross-domain-login', login)));
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const browser of browsers) expect((await browser.call('/api/auth/user')).status).toBe(401);
    expect((await me.call('/api/auth/user')).status).toBe(200);
  });
});
