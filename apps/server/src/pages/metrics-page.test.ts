import { openTestDatabase } from '@noek/db/testing/engines';
import { expect, onTestFinished, test } from 'vitest';
import { sendMessage } from '../features/chat/messages/send-message.ts';
import { finalMessage, guestActor } from '../testing/create-chat-ctx.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { createScriptedLlm } from '../testing/stand-ins/scripted-llm.ts';

const token = 'a-token-for-prometheus';

async function openApp(env: Record<string, string> = {}) {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const llm = createScriptedLlm((call) => {
    call.text('Hello');
    call.finish();
  });
  const { app, ctx } = createTestApp(db, llm, { env });
  /** A request over a connection from this address. */
  const get = (
    path: string,
    {
      from = '127.0.0.1',
      host = 'localhost:5000',
      headers = {},
    }: { from?: string; host?: string; headers?: object } = {},
  ) =>
    app.request(
      `http://${host}${path}`,
      { headers: { Host: host, ...headers } },
      { incoming: { socket: { remoteAddress: from, remoteFamily: from.includes(':') ? 'IPv6' : 'IPv4' } } },
    );
  const status = async (given?: Parameters<typeof get>[1]) => (await get('/metrics', given)).status;
  return { db, ctx, get, status };
}

const bearer = (value: string) => ({ Authorization: `Bearer ${value}` });

test('/metrics is for this machine; for all others it does not exist', async () => {
  const { status } = await openApp();
  expect(await status()).toBe(200);
  expect(await status({ from: '::1', host: '[::1]:5000' })).toBe(200);
  expect(await status({ from: '::ffff:127.0.0.1' })).toBe(200);
  expect(await status({ from: '192.0.2.7' })).toBe(404);
  expect(await status({ from: '192.0.2.7', headers: bearer(token) })).toBe(404);
  expect(await status({ from: '192.0.2.7', headers: { 'X-Forwarded-For': '127.0.0.1' } })).toBe(404);
});

test.each([
  ['a proxy that is not in TRUST_PROXY', {}, { headers: { 'X-Forwarded-For': '192.0.2.7' } }],
  ['a proxy that is in TRUST_PROXY', { TRUST_PROXY: '127.0.0.1' }, { headers: { 'X-Forwarded-For': '192.0.2.7' } }],
  ['a caller who claims to be loopback', { TRUST_PROXY: '127.0.0.1' }, { headers: { 'X-Forwarded-For': '127.0.0.1' } }],
  ['a proxy that names its caller otherwise', {}, { headers: { Forwarded: 'for=192.0.2.7' } }],
  ['a proxy that passes on the public host', {}, { host: 'chat.noek.localhost.example:5000' }],
] as const)('on the same machine, %s does not make its callers this machine', async (_, env, given) => {
  const { status } = await openApp(env);
  expect(await status(given)).toBe(404);
});

test('with METRICS_TOKEN, other machines read it with the token', async () => {
  const { get, status } = await openApp({ METRICS_TOKEN: token });
  expect(await status()).toBe(200);
  expect(await status({ from: '192.0.2.7', headers: bearer(token) })).toBe(200);
  expect(await status({ from: '192.0.2.7', headers: bearer(`${token}x`) })).toBe(401);
  expect(await status({ headers: bearer('wrong') })).toBe(401);
  const refused = await get('/metrics', { from: '192.0.2.7' });
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
  expect(await refused.text()).not.toContain('noek_');
});

test('it has requests by route, answers by model and outcome, the queue, providers, mail, the database and the process', async () => {
  const { db, ctx, get } = await openApp();
  const guest = ctx.as(await guestActor(db));
  const { assistantMessage } = await sendMessage(guest, { conversationId: null, content: 'Hello' });
  await finalMessage(guest, assistantMessage.id);
  await get('/api/version');
  await get('/api/chat/conversations/17');
  await get('/api/no-such-call');
  await get('/api/admin/users');
  const page = await get('/metrics');
  expect(page.headers.get('Content-Type')).toContain('version=0.0.4');
  const text = await page.text();
  const lines = text.split('\n');
  const has = (line: string) => expect(lines).toContain(line);
  has('noek_http_request_duration_seconds_count{method="GET",route="/api/version",status="200"} 1');
  has('noek_http_request_duration_seconds_count{method="GET",route="/api/admin/users",status="401"} 1');
  has('noek_answers_total{model="Scripted · one",outcome="complete"} 1');
  has('noek_answer_first_token_seconds_count 1');
  has('noek_answers_running 0');
  has('noek_answers_waiting 0');
  has('noek_provider_resting{provider="Scripted"} 0');
  has('noek_outbox_pending 0');
  has('noek_outbox_oldest_seconds 0');
  has('noek_database_up 1');
  expect(text).toMatch(/^noek_database_ping_seconds [\d.e-]+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
  // Patterns only, because each requested address would be a series of its own.
  expect(text).not.toContain('/17');
  expect(text).not.toContain('no-such-call');
});

test('it says that the database does not answer', async () => {
  const { ctx, get, db } = await openApp();
  const { deps } = ctx.composed;
  deps.db.ping = () => Promise.reject(new Error('gone'));
  const text = await (await get('/metrics')).text();
  expect(text).toContain('\nnoek_database_up 0\n');
  await db.ping();
});
