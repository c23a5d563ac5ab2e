import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog } from '../../../log.ts';
import { createTestApp, type TestCaller } from '../../../testing/create-test-app.ts';
import { insertPerson, tokenOf } from '../../../testing/sign-in.ts';
import { createScriptedLlm, type ScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const stream = { Accept: 'text/event-stream' };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const unknown = 'This token is unknown or was revoked. Create a new one on your account page.';

describeOnEngines('calls with a personal API token', (open) => {
  async function start(llm: ScriptedLlm = createScriptedLlm()) {
    const db = await open();
    const logged: string[] = [];
    const log = createLog('trace', { write: (line) => void logged.push(line) });
    const app = createTestApp(db, llm, { log });
    const { ctx, caller } = app;
    const { id } = await insertPerson(ctx, { name: 'Ada' });
    const session = await app.signedIn(id);
    const make = async (scope = 'chat', more: object = {}) => {
      const body = { name: 'A script', scopes: [scope], ...more };
      const made = await session.json<{ id: string; token: string }>('/api/tokens', { method: 'POST', body });
      expect(made.status).toBe(201);
      return made.body;
    };
    /** A caller without cookies, with this token in every call. */
    const script = (token: string, on: TestCaller = caller()): TestCaller => ({
      ...on,
      call: (path, options = {}) => on.call(path, { ...options, headers: { ...bearer(token), ...options.headers } }),
      json: (path, options = {}) => on.json(path, { ...options, headers: { ...bearer(token), ...options.headers } }),
    });
    return { ...app, db, id, llm, logged, make, script, session };
  }

  test('are the person’s, over REST and typed procedures, on every host, and set no cookie', async () => {
    const { id, make, script, session, caller } = await start();
    const { token } = await make('all');
    for (const host of ['localhost:5000', 'auth.noek.localhost:5000', 'chat.noek.localhost:5000']) {
      const by = script(token, caller(host));
      expect(await by.json('/api/auth/user')).toMatchObject({ status: 200, body: { id, name: 'Ada' } });
      expect(await by.json('/api/trpc/auth.user')).toMatchObject({ status: 200, body: { result: { data: { id } } } });
      expect(by.cookies.size).toBe(0);
    }
    const by = script(token);
    const { body: chat } = await by.json<{ id: number }>('/api/conversations', {
      method: 'POST',
      body: { title: 'Tea' },
    });
    const { body: list } = await session.json<object[]>('/api/conversations');
    expect(list).toMatchObject([{ id: chat.id, title: 'Tea', userId: id }]);
    expect((await by.call(`/api/conversations/${chat.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await session.json<object[]>('/api/conversations')).body).toEqual([]);
  });

  test('with a wrong token are refused with a sentence on both transports, never made as a guest or by the cookie', async () => {
    const { make, script, session, caller, db } = await start();
    const { id, token } = await make();
    await session.call(`/api/tokens/${id}`, { method: 'DELETE' });
    const paths = ['/api/auth/user', '/api/version', '/api/guest/status', '/api/openapi.json', '/api/nothing'];
    for (const wrong of [token, 'noek_x', ''])
      for (const on of [caller(), session]) {
        const by = script(wrong, on);
        for (const path of paths) {
          const response = await by.call(path);
          expect([path, response.status]).toEqual([path, 401]);
          expect(await response.json()).toEqual({ code: 'UNAUTHORIZED', message: unknown });
          expect(response.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
          expect(response.headers.getSetCookie()).toEqual([]);
        }
        const error = { message: unknown, data: { code: 'UNAUTHORIZED', httpStatus: 401 } };
        expect(await by.json('/api/trpc/chat.guestStatus')).toMatchObject({ status: 401, body: { error } });
        expect(await by.json('/api/trpc/auth.user,chat.allowance?batch=1&input=%7B%7D')).toMatchObject({
          status: 401,
          body: [{ error }, { error }],
        });
        const send = { method: 'POST', body: { conversationId: null, content: 'Hello' } };
        expect(await by.json('/api/trpc/chat.send', send)).toMatchObject({ status: 401, body: { error } });
        const live = await by.call('/api/trpc/chat.live', { headers: stream });
        expect(await live.text()).toMatch(/event: serialized-error\ndata: .*unknown or was revoked/);
      }
    expect(await db.orm.select().from(db.tables.guests)).toEqual([]);
    expect(await db.orm.select().from(db.tables.messages)).toEqual([]);
  });

  test('with a cookie count as the token’s: its scope decides, and the session is neither used nor extended', async () => {
    const { make, script, session, ctx, signedIn } = await start();
    const { token } = await make('read');
    const other = await insertPerson(ctx, { name: 'Grace' });
    const grace = await signedIn(other.id);
    expect(await script(token, grace).json('/api/auth/user')).toMatchObject({ body: { name: 'Ada' } });
    expect(await script(token, session).json('/api/account/sessions')).toMatchObject({ status: 403 });
    const create = { method: 'POST', body: {} };
    expect((await script(token, session).call('/api/conversations', create)).status).toBe(403);
    ctx.clock.advance(50 * 24 * 60 * 60_000);
    const response = await script(token, session).call('/api/auth/user');
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    // The cookie itself still signs in and is extended.
    expect((await session.call('/api/auth/user')).headers.getSetCookie()).toHaveLength(1);
  });

  test('with a guest’s cookie leave the guest and their chats alone', async () => {
    const llm = createScriptedLlm((call) => {
      call.text('Yes.');
      call.finish();
    });
    const { make, script, caller, db } = await start(llm);
    const { token } = await make();
    const guest = caller();
    await guest.call('/api/guest/chat', { method: 'POST', body: { message: 'Hello', conversationId: null } });
    const { body } = await script(token, guest).json<object[]>('/api/conversations');
    expect(body).toEqual([]);
    expect(await db.orm.select().from(db.tables.guests)).toHaveLength(1);
    expect(guest.cookies.has('noek_guest')).toBe(true);
  });

  test('ignore an Authorization header of another scheme, such as a proxy’s', async () => {
    const { session } = await start();
    const headers = { Authorization: 'Basic dXNlcjpwYXNz' };
    expect((await session.call('/api/auth/user', { headers })).status).toBe(200);
  });

  test('are refused from pages of other sites, like every call', async () => {
    const { make, script } = await start();
    const by = script((await make('all')).token);
    const create = { method: 'POST', body: {} };
    const foreign: Record<string, string>[] = [
      { Origin: 'https://elsewhere.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign)
      expect((await by.call('/api/conversations', { ...create, headers })).status).toBe(403);
    expect((await by.call('/api/conversations', create)).status).toBe(201);
  });

  test('use the person’s allowance and limits, like their other calls', async () => {
    const llm = createScriptedLlm((call) => {
      call.text('Yes.');
      call.finish();
    });
    const { make, script, session } = await start(llm);
    const tokens = [script((await make()).token), script((await make()).token), session];
    const left = async (who: TestCaller) =>
      (await who.json<{ result: { data: { remainingMessages: number } } }>('/api/trpc/chat.allowance')).body.result.data
        .remainingMessages;
    const [before] = await Promise.all(tokens.map(left));
    for (const who of tokens)
      expect(
        await who.json('/api/trpc/chat.send', { method: 'POST', body: { conversationId: null, content: 'Hello' } }),
      ).toMatchObject({ status: 200 });
    expect(await Promise.all(tokens.map(left))).toEqual(tokens.map(() => (before ?? 0) - tokens.length));
  });

  test('that stream end at once when the token is revoked; streams of the person’s other tokens do not', async () => {
    const { make, script, session, llm, db, ctx } = await start();
    const [kept, { id, token }] = [await make(), await make()];
    const by = script(token);
    const { body: chat } = await by.json<{ id: number }>('/api/conversations', { method: 'POST', body: {} });
    const rest = await by.call(`/api/conversations/${chat.id}/messages`, {
      method: 'POST',
      body: { content: 'Tell me' },
      headers: stream,
    });
    const [answer] = await db.orm.select().from(db.tables.messages).where(eq(db.tables.messages.role, 'assistant'));
    const events = `/api/trpc/chat.events?input=${encodeURIComponent(JSON.stringify({ messageId: answer?.id }))}`;
    const typed = await by.call(events, { headers: stream });
    const live = await by.call('/api/trpc/chat.live', { headers: stream });
    const other = await script(kept.token).call(events, { headers: stream });
    const call = await llm.call(0);
    call.text('The sea');
    await session.call(`/api/tokens/${id}`, { method: 'DELETE' });
    expect(await rest.text()).toMatch(/event: error\ndata: .*"code":"UNAUTHORIZED"/);
    for (const ended of [typed, live])
      expect(await ended.text()).toMatch(/event: serialized-error\ndata: .*expired or was revoked/);
    // The answer itself is the person's, and continues.
    call.text(' is wide.');
    call.finish();
    expect(await other.text()).toContain('is wide.');
    await ctx.generations.drain(1_000);
  });

  test('an expired token is refused, and open streams end', async () => {
    const { make, script, ctx, id } = await start();
    const expiresAt = new Date(ctx.now().getTime() + 60_000).toISOString();
    const by = script((await make('read', { expiresAt })).token);
    const live = await by.call('/api/trpc/chat.live', { headers: stream });
    ctx.clock.advance(60_000);
    // Any end of access makes streams check again; otherwise they check every five seconds.
    ctx.db.notify(`sessions:${id}`);
    expect(await live.text()).toMatch(/expired or was revoked/);
    expect(await by.json('/api/auth/user')).toMatchObject({
      status: 401,
      body: { message: 'This token has expired. Create a new one on your account page.' },
    });
  });

  test('leave no token in the log, even when they fail', async () => {
    const { make, script, logged, db, ctx, id } = await start();
    const { token } = await make('all');
    const given = await tokenOf(ctx, id);
    const by = script(token);
    await by.call('/api/auth/user');
    await by.call('/api/conversations', { method: 'POST', text: '{"' });
    await script('noek_wrong').call(`/api/nothing`);
    db.orm.select = () => {
      throw new Error('the database is away');
    };
    expect((await by.call('/api/conversations')).status).toBe(500);
    expect(logged.join('\n')).toContain('the database is away');
    for (const secret of [token, given, 'noek_']) expect(logged.join('\n')).not.toContain(secret);
  });

  test('are made with what only the creation shows; invalid input of a creation is a 400', async () => {
    const { make, session } = await start();
    const made = await make('read');
    const { token, ...listed } = made;
    expect(await session.json('/api/tokens')).toEqual({ status: 200, body: [listed] });
    expect(await session.json('/api/trpc/auth.tokens')).toMatchObject({ body: { result: { data: [listed] } } });
    expect(token).toMatch(/^noek_/);
    const wrong = { method: 'POST', body: { name: ' ', scopes: ['everything'], expiresAt: 'tomorrow' } };
    expect(await session.json('/api/tokens', wrong)).toMatchObject({ status: 400, body: { message: 'Enter a name.' } });
    for (const body of [
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['admin'] },
      { name: 'x', expiresAt: 'soon' },
    ])
      expect((await session.call('/api/tokens', { method: 'POST', body })).status).toBe(400);
  });
});
