import type { Conversation, Message } from '@noek/contract/chat/schemas';
import type { Database } from '@noek/db/database';
import { openTestDatabase } from '@noek/db/testing/engines';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LlmError } from '../../integrations/llm/llm.ts';
import { createTestApp } from '../../testing/create-test-app.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { createScriptedTool } from '../../testing/stand-ins/scripted-tool.ts';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

const answering = () =>
  createScriptedLlm((call) => {
    call.text('The answer');
    call.text(' is 42.');
    call.finish();
  });
const failing = () =>
  createScriptedLlm((call) =>
    call.fail(new LlmError('unreachable', 'No answer came. Try again.', { hint: 'OpenAI cannot be reached.' })),
  );

async function signedIn(llm = answering()) {
  const harness = createTestApp(db, llm);
  const user = await insertUser(db);
  return { ...harness, user, me: await harness.signedIn(user.id) };
}

test('[7.33] GET /api/guest/status returns the allowance and sets the guest cookie once', async () => {
  const { caller } = createTestApp(db, answering());
  const guest = caller();
  const first = await guest.call('/api/guest/status');
  expect(first.headers.getSetCookie()[0]).toMatch(
    /^noek_guest=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(first.headers.get('Cache-Control')).toBe('no-store');
  expect(await first.json()).toEqual({
    messageCount: 0,
    messageLimit: 10,
    remainingMessages: 10,
    hasReachedLimit: false,
    resetAt: null,
  });
  expect((await guest.call('/api/guest/status')).headers.getSetCookie()).toEqual([]);
});

test('[7.34] [3.12] POST /api/guest/chat creates a conversation, returns both messages and what is left; 429 carries a message', async () => {
  const { caller } = createTestApp(db, answering(), { env: { GUEST_MESSAGE_LIMIT: '2' } });
  const guest = caller();
  const send = (conversationId: number | null) =>
    guest.call('/api/guest/chat', { method: 'POST', body: { message: 'Hello', conversationId } });
  const first = await send(null);
  expect(first.status).toBe(200);
  const body = (await first.json()) as { conversation: Conversation };
  expect(body).toMatchObject({
    userMessage: { role: 'user', content: 'Hello' },
    aiMessage: { role: 'assistant', content: 'The answer is 42.', status: 'complete' },
    remainingMessages: 1,
    conversation: { title: 'Hello' },
  });
  expect((await send(body.conversation.id)).status).toBe(200);
  const refused = await send(body.conversation.id);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    message: "You've used all 2 guest messages! Create a free account to continue chatting.",
    code: 'MESSAGE_LIMIT_REACHED',
    remainingMessages: 0,
  });
  const { body: messages } = await guest.json<Message[]>(`/api/guest/conversations/${body.conversation.id}/messages`);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  const stranger = await caller().json(`/api/guest/conversations/${body.conversation.id}/messages`);
  expect(stranger).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('[7.26] [7.24] [7.25] [7.27] [7.28] [7.29] [7.30] [4.01] conversations are created, listed, archived, restored and deleted', async () => {
  const { me, user } = await signedIn();
  const created = await me.json<Conversation>('/api/conversations', { method: 'POST', body: { userId: user.id } });
  expect(created).toMatchObject({ status: 201, body: { title: 'New Chat', userId: user.id, archived: false } });
  const path = `/api/conversations/${created.body.id}`;
  expect((await me.json('/api/conversations')).body).toHaveLength(1);
  expect(await me.json(`${path}/archive`, { method: 'POST' })).toMatchObject({ status: 200, body: { archived: true } });
  expect((await me.json('/api/conversations')).body).toEqual([]);
  expect((await me.json('/api/conversations/archived')).body).toMatchObject([{ id: created.body.id }]);
  expect(await me.json(`${path}/unarchive`, { method: 'POST' })).toMatchObject({
    status: 200,
    body: { archived: false },
  });
  expect(await me.json(path, { method: 'DELETE' })).toMatchObject({ status: 200 });
  expect(await me.json(path, { method: 'DELETE' })).toMatchObject({ status: 404 });
  expect((await me.json('/api/conversations')).body).toEqual([]);
});

test("POST /api/conversations refuses another person's userId", async () => {
  const { me } = await signedIn();
  const other = await insertUser(db);
  expect(await me.json('/api/conversations', { method: 'POST', body: { userId: other.id } })).toMatchObject({
    status: 403,
  });
});

test('lists come page by page, newest first, with the next page in the Link header', async () => {
  const { me, user } = await signedIn();
  for (let i = 0; i < 5; i++)
    await insertConversation(db, { userId: user.id, title: `Chat ${i}`, updatedAt: new Date(1_700_000_000_000 + i) });
  const titles: string[] = [];
  let path: string | undefined = '/api/conversations?limit=2';
  for (let page = 0; path && page < 5; page++) {
    const response = await me.call(path);
    titles.push(...((await response.json()) as Conversation[]).map(({ title }) => title));
    path = /<(.+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  expect(titles).toEqual(['Chat 4', 'Chat 3', 'Chat 2', 'Chat 1', 'Chat 0']);
  expect((await me.json('/api/conversations?limit=0')).status).toBe(400);
  expect((await me.json('/api/conversations?cursor=nonsense')).status).toBe(400);
});

test('[7.32] [7.31] [3.05] a send answers 201 with both messages when the answer is complete, and they are listed', async () => {
  const { me, user } = await signedIn();
  const { id } = await insertConversation(db, { userId: user.id });
  const path = `/api/conversations/${id}/messages`;
  const sent = await me.json<Message[]>(path, { method: 'POST', body: { content: 'What is the answer?' } });
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject([
    { role: 'user', content: 'What is the answer?' },
    { role: 'assistant', content: 'The answer is 42.', status: 'complete' },
  ]);
  for (const { id: messageId, createdAt } of sent.body)
    expect([messageId, createdAt]).toEqual([
      expect.stringMatching(/^[\w-]{20,}$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    ]);
  expect((await me.json(path)).body).toMatchObject(sent.body);
});

test('the Idempotency-Key header works like clientMessageId', async () => {
  const llm = answering();
  const { me, user } = await signedIn(llm);
  const { id } = await insertConversation(db, { userId: user.id });
  const send = () =>
    me.json(`/api/conversations/${id}/messages`, {
      method: 'POST',
      body: { content: 'Once' },
      headers: { 'Idempotency-Key': 'key-1' },
    });
  const [first, second] = [await send(), await send()];
  expect(second).toEqual(first);
  expect(llm.calls).toHaveLength(1);
});

test('a send that asks for text/event-stream gets message, delta and done events with ids', async () => {
  const { me, user } = await signedIn();
  const { id } = await insertConversation(db, { userId: user.id });
  const response = await me.call(`/api/conversations/${id}/messages`, {
    method: 'POST',
    body: { content: 'Stream it' },
    headers: { Accept: 'text/event-stream' },
  });
  expect(response.headers.get('Content-Type')).toMatch(/^text\/event-stream/);
  const events = (await response.text())
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => ({
      event: /^event: (.+)$/m.exec(frame)?.[1],
      data: JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? 'null') as { text?: string },
    }));
  expect(events.slice(0, 2)).toMatchObject([
    { event: 'message', data: { role: 'user', content: 'Stream it' } },
    { event: 'message', data: { role: 'assistant', status: 'streaming' } },
  ]);
  const deltas = events.filter(({ event }) => event === 'delta');
  expect(deltas.map(({ data }) => data.text).join('')).toBe('The answer is 42.');
  expect(events.at(-1)).toMatchObject({
    event: 'done',
    data: { role: 'assistant', content: 'The answer is 42.', status: 'complete', remainingMessages: 2_999 },
  });
});

test('an event stream reports each step when it begins, and again when it changes', async () => {
  const tool = createScriptedTool('look_up', ({ run, done }) => {
    const step = { id: 'a', kind: 'read', status: 'running', text: 'Reading example.org', memoryId: null } as const;
    run.step({ ...step, url: 'https://example.org/' });
    run.step({ ...step, url: 'https://example.org/', status: 'done' });
    run.step({ ...step, id: 'b', kind: 'memory', text: 'Saving', url: null });
    run.step({ ...step, id: 'b', kind: 'memory', text: 'Saved to memory', url: null, status: 'done' });
    done('secret result');
  });
  const model = createScriptedLlm((call) => {
    if (call.request.messages.some(({ role }) => role === 'tool')) call.text('Here it is.');
    else {
      call.reasoning('I should look.');
      call.toolCall('look_up');
    }
    call.finish();
  });
  const user = await insertUser(db);
  const me = await createTestApp(db, model, { toolsOf: () => [tool] }).signedIn(user.id);
  const { id } = await insertConversation(db, { userId: user.id });
  const response = await me.call(`/api/conversations/${id}/messages`, {
    method: 'POST',
    body: { content: 'Look it up' },
    headers: { Accept: 'text/event-stream' },
  });
  const stream = await response.text();
  const frames = stream.split('\n\n').filter((frame) => frame.includes('event: step'));
  const steps = frames.map((frame) => JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? 'null'));
  const step = { messageId: expect.any(String), sequence: expect.any(Number) };
  expect(steps).toEqual([
    { ...step, kind: 'read', text: 'Reading example.org', url: 'https://example.org/' },
    { ...step, kind: 'memory', text: 'Saving' },
    { ...step, kind: 'memory', text: 'Saved to memory' },
  ]);
  expect(stream).not.toContain('secret result');
  expect(stream).not.toContain('event: reasoning');
  expect(stream.split('"content":"Here it is."')).toHaveLength(2);
});

test('when no provider answered: 502 with the message that was kept, or an error event', async () => {
  const { me, user } = await signedIn(failing());
  const { id } = await insertConversation(db, { userId: user.id });
  const path = `/api/conversations/${id}/messages`;
  expect(await me.json(path, { method: 'POST', body: { content: 'Anybody?' } })).toMatchObject({
    status: 502,
    body: {
      message: 'No answer came. Try again.',
      hint: 'OpenAI cannot be reached.',
      code: 'PROVIDER_FAILED',
      userMessage: { content: 'Anybody?' },
    },
  });
  const stream = await me.call(path, {
    method: 'POST',
    body: { content: 'Again?' },
    headers: { Accept: 'text/event-stream' },
  });
  const error = /event: error\ndata: (.*)/.exec(await stream.text())?.[1] ?? '{}';
  expect(JSON.parse(error)).toMatchObject({
    message: 'No answer came. Try again.',
    hint: 'OpenAI cannot be reached.',
    userMessage: { content: 'Again?' },
  });
});

test.each([
  ['a message of which nothing can be seen', { content: ' \n\t\u200b\u2060\ufeff' }, 400, 'Write a message first.'],
  ['no message', {}, 400, 'Write a message first.'],
  ['a message of 33,000 characters', { content: 'x'.repeat(33_000) }, 400, 'Messages are at most 32,000 characters.'],
  ['a number', { content: 5 }, 400, 'Write a message first.'],
  ['a list', [], 400, /./],
  ['null', null, 400, /./],
])('%s is refused with a sentence', async (_, body, status, message) => {
  const { me, user } = await signedIn();
  const { id } = await insertConversation(db, { userId: user.id });
  const answer = await me.json<{ message: string }>(`/api/conversations/${id}/messages`, { method: 'POST', body });
  expect(answer.status).toBe(status);
  expect(answer.body.message).toMatch(message);
});

test('a message of exactly 32,000 characters is accepted', async () => {
  const { me, user } = await signedIn();
  const { id } = await insertConversation(db, { userId: user.id });
  const body = { content: 'x'.repeat(32_000) };
  expect((await me.json(`/api/conversations/${id}/messages`, { method: 'POST', body })).status).toBe(201);
});

test('malformed JSON is 400, a body over 256 kB is 413, and neither is a 500', async () => {
  const { me } = await signedIn();
  expect(await me.json('/api/conversations', { method: 'POST', text: '{"title":' })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'The request is not valid JSON.' },
  });
  const huge = JSON.stringify({ title: 'x'.repeat(300 * 1024) });
  expect((await me.json('/api/conversations', { method: 'POST', text: huge })).status).toBe(413);
});

test.each(['0', '-1', '1.5', 'abc', '9007199254740993', '99999999999999999999', '%00', "1'--", 'NaN'])(
  'a conversation id of %s is not found',
  async (id) => {
    const { me } = await signedIn();
    for (const path of [`/api/conversations/${id}/messages`, `/api/guest/conversations/${id}/messages`])
      expect((await me.json(path)).status).toBe(404);
    for (const [method, path] of [
      ['POST', `/api/conversations/${id}/messages`],
      ['POST', `/api/conversations/${id}/archive`],
      ['DELETE', `/api/conversations/${id}`],
    ] as const)
      expect((await me.json(path, { method, body: { content: 'Hi' } })).status).toBe(404);
  },
);

test('a stranger gets the same 404 for existing and nonexistent things', async () => {
  const { me, caller, signedIn: signIn } = await signedIn();
  const owner = await insertUser(db);
  const { id } = await insertConversation(db, { userId: owner.id });
  await insertMessages(db, id, ['A secret', 'Kept']);
  const others = [me, await signIn((await insertUser(db)).id)];
  for (const who of others)
    for (const [method, suffix] of [
      ['GET', '/messages'],
      ['POST', '/messages'],
      ['POST', '/archive'],
      ['POST', '/unarchive'],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'GET' ? {} : { body: { content: 'Hi' } };
      const there = await who.json(`/api/conversations/${id}${suffix}`, { method, ...body });
      const missing = await who.json(`/api/conversations/12345${suffix}`, { method, ...body });
      expect(there).toEqual(missing);
      expect(there.status).toBe(404);
    }
  expect((await caller().json(`/api/conversations/${id}/messages`)).status).toBe(401);
});

test('[6.01] guests get 401 where an account is needed, with a guest identity too', async () => {
  const guest = createTestApp(db, answering()).caller();
  await guest.call('/api/guest/status');
  for (const [method, path] of [
    ['GET', '/api/conversations'],
    ['GET', '/api/conversations/archived'],
    ['POST', '/api/conversations'],
    ['GET', '/api/conversations/5/messages'],
    ['POST', '/api/conversations/5/messages'],
    ['POST', '/api/conversations/5/archive'],
    ['DELETE', '/api/conversations/5'],
  ] as const) {
    const answer = await guest.json(path, { method, ...(method === 'GET' ? {} : { body: { content: 'Hi' } }) });
    expect([path, answer.status]).toEqual([path, 401]);
  }
});

test('typed procedures give the same results and the same errors', async () => {
  const { me, user, caller } = await signedIn();
  const { id } = await insertConversation(db, { userId: user.id, title: 'Typed' });
  const query = (path: string, input: unknown) =>
    `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
  expect(await me.json(query('chat.conversations', {}))).toMatchObject({
    status: 200,
    body: { result: { data: { conversations: [{ id, title: 'Typed' }], nextCursor: null } } },
  });
  expect(
    await me.json('/api/trpc/chat.send', { method: 'POST', body: { conversationId: id, content: '  ' } }),
  ).toMatchObject({
    status: 400,
    body: { error: { message: 'Write a message first.' } },
  });
  expect(await caller().json(query('chat.conversation', { conversationId: id }))).toMatchObject({
    status: 404,
    body: { error: { data: { code: 'NOT_FOUND' } } },
  });
  expect(await caller().json(query('chat.conversations', {}))).toMatchObject({ status: 401 });
});

test('two procedures of one batch create one guest', async () => {
  const { caller } = createTestApp(db, answering());
  const guest = caller();
  const response = await guest.call(
    `/api/trpc/chat.guestStatus,chat.guestStatus?batch=1&input=${encodeURIComponent('{}')}`,
  );
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie().map((line) => line.split('=')[0]);
  expect(cookies).toEqual(['noek_guest', 'noek_browser']);
  expect(await db.orm.select().from(db.tables.guests)).toHaveLength(1);
});

test('the typed event stream carries sequence numbers as ids and ends after done', async () => {
  const { me, user } = await signedIn();
  const { id } = await insertConversation(db, { userId: user.id });
  const sent = await me.json<{ result: { data: { assistantMessage: Message } } }>('/api/trpc/chat.send', {
    method: 'POST',
    body: { conversationId: id, content: 'Go' },
  });
  const messageId = sent.body.result.data.assistantMessage.id;
  const stream = await me.call(`/api/trpc/chat.events?input=${encodeURIComponent(JSON.stringify({ messageId }))}`);
  const text = await stream.text();
  expect(text).toMatch(/"type":"done"/);
  expect(text).toMatch(/^id: \d+$/m);
  expect(text).toMatch(/event: return/);
});

test('the live stream sends batches of events and ends with the session; without an identity it is refused', async () => {
  const { me } = await signedIn();
  const refused = await createTestApp(db, answering()).caller().call('/api/trpc/chat.live');
  expect(await refused.text()).toMatch(/event: serialized-error\ndata: .*"code":-32001,.*"code":"UNAUTHORIZED"/);
  const stream = await me.call('/api/trpc/chat.live');
  expect(stream.headers.get('Content-Type')).toMatch(/^text\/event-stream/);
  const text = stream.text();
  const { id } = (await me.json<{ id: number }>('/api/conversations', { method: 'POST', body: {} })).body;
  await me.call(`/api/conversations/${id}/messages`, { method: 'POST', body: { content: 'Go' } });
  await me.call('/api/auth/logout', { method: 'POST' });
  const batches = Array.from((await text).matchAll(/^data: (\[.*\])$/gm), ([, data]) => JSON.parse(data ?? ''));
  expect(batches.flat().map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['hello', 'conversation', 'messages', 'delta', 'done']),
  );
  expect(await text).toMatch(/event: serialized-error\ndata: .*You were signed out/);
});
