import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories } from '@noek/db/testing/factories';
import OpenAI from 'openai';
import { expect, test, vi } from 'vitest';
import { LlmError } from '../../integrations/llm/llm.ts';
import { createTestApp } from '../../testing/create-test-app.ts';
import { insertPerson } from '../../testing/sign-in.ts';
import { createScriptedLlm, offeredModel, type ScriptedCall } from '../../testing/stand-ins/scripted-llm.ts';
import { EventQueue } from '../chat/live/event-queue.ts';
import { maxWaiting } from './running-requests.ts';

async function inOrder<Item>(stream: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

const question = [{ role: 'user' as const, content: 'What do I drink?' }];

describeOnEngines('OpenAI’s protocol', (open) => {
  async function start(
    script: ((call: ScriptedCall) => void) | null = (call) => {
      call.text('You drink ');
      call.text('tea.');
      call.finish();
    },
    { env = {}, person = {} }: { env?: Record<string, string>; person?: object } = {},
  ) {
    const db = await open();
    const llm = createScriptedLlm(script ?? undefined, [
      offeredModel('one'),
      offeredModel('meta/two', { contextWindow: 128_000 }),
      offeredModel('large', { premium: true }),
    ]);
    const app = createTestApp(db, llm, { env });
    const tokenOf = async (more: object = {}, scope = 'chat') => {
      const { id } = await insertPerson(app.ctx, { name: 'Ada', ...more });
      const session = await app.signedIn(id);
      const body = { name: 'A script', scopes: [scope] };
      const made = await session.json<{ id: string; token: string }>('/api/tokens', { method: 'POST', body });
      return { id, session, tokenId: made.body.id, token: made.body.token };
    };
    const me = await tokenOf(person);
    const client = (token = me.token) =>
      new OpenAI({
        apiKey: token,
        adminAPIKey: null,
        baseURL: 'http://localhost:5000/v1',
        maxRetries: 0,
        fetch: async (input, init) => app.app.request(new Request(input, init)),
      });
    const post = (body: unknown, headers: Record<string, string> = {}, path = '/v1/chat/completions') =>
      app.caller().call(path, {
        method: 'POST',
        text: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { Authorization: `Bearer ${me.token}`, ...headers },
      });
    const left = async () =>
      (await me.session.json<{ remainingMessages: number }>('/api/trpc/chat.allowance')).body as unknown as {
        result: { data: { remainingMessages: number } };
      };
    const remaining = async () => (await left()).result.data.remainingMessages;
    const conversations = async () => (await me.session.json<object[]>('/api/conversations')).body;
    return { ...app, db, llm, me, tokenOf, client, post, remaining, conversations };
  }

  test('a kept answer has the usage that the provider counted', async () => {
    const { client } = await start((call) => {
      call.text('Tea.');
      call.finish('stop', { promptTokens: 321, completionTokens: 12 });
    });
    const { usage } = await client().chat.completions.create({ model: 'noek', store: true, messages: question });
    expect(usage).toMatchObject({ prompt_tokens: 321, completion_tokens: 12 });
  });

  test('when all models are gone, the error names them and no setting of the server', async () => {
    const { client } = await start((call) =>
      call.fail(new LlmError('gone', 'No answer came.', { hint: 'Set OPENAI_MODEL.', gone: ['gpt-5-mini'] })),
    );
    for (const store of [false, true])
      await expect(
        client().chat.completions.create({ model: 'noek', store, messages: question }),
      ).rejects.toMatchObject({
        ...{ status: 502, code: 'model_ended' },
        message: '502 The model gpt-5-mini is no longer available.',
      });
  });

  test('lists the assistant and the models that the person may use', async () => {
    const { client, tokenOf } = await start();
    const names = async (by = client()) => (await by.models.list()).data.map(({ id }) => id);
    expect(await names()).toEqual(['noek', 'one', 'meta/two']);
    const premium = await tokenOf({ email: 'bea@people.example', accessLevel: 'supernoek' });
    expect(await names(client(premium.token))).toEqual(['noek', 'one', 'meta/two', 'large']);
    expect(await client().models.retrieve('noek')).toMatchObject({ id: 'noek', object: 'model', owned_by: 'noek' });
    expect(await client().models.retrieve('meta/two')).toMatchObject({ id: 'meta/two', owned_by: 'Scripted' });
    expect((await client().models.list()).data).toMatchObject([
      ...[{ context_window: 32_000 }, { context_window: 32_000 }, { context_window: 128_000 }],
    ]);
    for (const id of ['large', 'nothing'])
      await expect(client().models.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  });

  test('"noek" answers with what the person told it, for one message, and stores nothing', async () => {
    const { client, db, me, llm, remaining, conversations } = await start();
    await insertMemories(db, me.id, [{ title: 'Tea', content: 'The person drinks tea, never coffee.' }]);
    const before = await remaining();
    const { data, response } = await client()
      .chat.completions.create({
        model: 'noek',
        messages: [{ role: 'system', content: 'Answer in one sentence.' }, ...question],
        temperature: 0.2,
        max_tokens: 50,
      })
      .withResponse();
    expect(data).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-\w{32}$/),
      object: 'chat.completion',
      model: 'noek',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'You drink tea.', refusal: null }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
    });
    expect(data).not.toHaveProperty('metadata');
    expect(response.headers.get('x-request-id')).toMatch(/^req_\w+$/);
    expect(Number(response.headers.get('x-ratelimit-remaining-requests'))).toBe(before - 1);
    expect(response.headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/);
    const [{ request }] = llm.calls as [ScriptedCall];
    const [system, ...others] = request.messages;
    expect(system?.content).toContain('You are Noek');
    expect(system?.content).toContain('Answer in one sentence.');
    expect(JSON.stringify(others)).toContain('never coffee');
    expect(request).toMatchObject({ temperature: 0.2, store: false, fields: { always: { max_tokens: 50 } } });
    expect(await remaining()).toBe(before - 1);
    expect(await conversations()).toEqual([]);
    const { messages, memories } = db.tables;
    expect(await db.orm.select().from(messages)).toEqual([]);
    expect(await db.orm.select().from(memories)).toHaveLength(1);
  });

  test('without "store", nothing that is said is remembered', async () => {
    const { client, db, llm } = await start();
    await client().chat.completions.create({
      model: 'noek',
      messages: [{ role: 'user', content: 'Remember that I live in Lisbon.' }],
    });
    expect(await db.orm.select().from(db.tables.memories)).toEqual([]);
    expect((llm.calls[0]?.request.tools ?? []).map(({ name }) => name)).toEqual(['calculate', 'web_search']);
  });

  test('streams chunks, with the use of tokens if it is asked for', async () => {
    const { client, post } = await start();
    const stream = await client().chat.completions.create({
      model: 'noek',
      messages: question,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await inOrder(stream);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('')).toBe('You drink tea.');
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    const plain = await post({ model: 'noek', messages: question, stream: true });
    expect(plain.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const text = await plain.text();
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    expect(text).not.toContain('usage');
  });

  test.each([
    ['noek', false],
    ['noek', true],
    ['one', false],
    ['one', true],
  ])('text that turns out to be a thought is no part of a whole answer (%s, store: %s)', async (model, store) => {
    const { client } = await start((call) => {
      call.text('Tea, I think.');
      call.retract();
      call.text('You drink tea.');
      call.finish();
    });
    const asked = { model, store, messages: question };
    const whole = await client().chat.completions.create(asked);
    expect(whole.choices[0]?.message.content).toBe('You drink tea.');
    const chunks = await inOrder(await client().chat.completions.create({ ...asked, stream: true }));
    expect(chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('')).toMatch(/You drink tea\.$/);
  });

  test('another name is a bare model, with the program’s messages alone', async () => {
    const { client, llm, db, me, remaining } = await start();
    await insertMemories(db, me.id, [{ content: 'The person drinks tea, never coffee.' }]);
    const before = await remaining();
    const picture = 'iVBORw0KGgo=';
    const done = await client().chat.completions.create({
      model: 'meta/two',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
          ],
        },
      ],
      response_format: { type: 'json_object' },
      seed: 7,
      stop: ['END'],
    });
    expect(done).toMatchObject({ model: 'meta/two', choices: [{ message: { content: 'You drink tea.' } }] });
    expect(llm.calls[0]?.request).toMatchObject({
      model: 'meta/two',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is this?', pictures: [{ type: 'image/png', base64: picture }] },
      ],
      fields: { always: { response_format: { type: 'json_object' }, seed: 7, stop: ['END'] } },
    });
    expect(llm.calls[0]?.request.tools).toBeUndefined();
    expect(await remaining()).toBe(before - 1);
  });

  test.each(['noek', 'one'])('%s calls the program’s tools, and answers with their results', async (model) => {
    const { client, llm } = await start((call) => {
      const isAnswered = call.request.messages.some(({ role }) => role === 'tool');
      if (isAnswered) call.text('It is 12 °C.');
      else call.toolCall('weather', { city: 'Lisbon' }, 'call_7');
      call.finish(isAnswered ? 'stop' : 'tool-calls');
    });
    const tools = [
      {
        type: 'function' as const,
        function: { name: 'weather', description: 'The weather.', parameters: { type: 'object' }, strict: true },
      },
    ];
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'How warm is it in Lisbon?' }];
    const asked = { model, tools, tool_choice: 'auto' as const, parallel_tool_calls: false };
    const first = await client().chat.completions.create({ ...asked, messages });
    expect(first.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ id: 'call_7', type: 'function', function: { name: 'weather', arguments: '{"city":"Lisbon"}' } }],
      },
    });
    expect(llm.calls[0]?.request).toMatchObject({
      tools: [{ name: 'weather', strict: true }],
      fields: { withTools: { tool_choice: 'auto', parallel_tool_calls: false } },
    });
    const chunks = await inOrder(await client().chat.completions.create({ ...asked, messages, stream: true }));
    const calls = chunks.flatMap(({ choices: [choice] }) => choice?.delta.tool_calls ?? []);
    expect(calls).toMatchObject([{ index: 0, id: 'call_7', function: { name: 'weather' } }]);
    const message = first.choices[0]?.message as OpenAI.ChatCompletionMessage;
    const second = await client().chat.completions.create({
      ...asked,
      messages: [...messages, message, { role: 'tool', tool_call_id: 'call_7', content: '12' }],
    });
    expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'It is 12 °C.' } });
    const last = llm.calls.at(-1)?.request.messages ?? [];
    const at = last.findIndex(({ role }) => role === 'tool');
    expect([last[at - 1]?.role, last[at]?.content]).toEqual(['assistant', '12']);
  });

  test('"store" keeps the conversation with its earlier messages, and its id continues it', async () => {
    const { client, me, conversations, llm, remaining } = await start();
    const before = await remaining();
    const kept = await client().chat.completions.create({
      model: 'noek',
      store: true,
      messages: [
        { role: 'user', content: 'I drink tea.' },
        { role: 'assistant', content: 'Noted.' },
        { role: 'system', content: 'Be brief.' },
        ...question,
      ],
    });
    const { conversation = '' } = (kept as unknown as { metadata: { conversation?: string } }).metadata;
    expect(await conversations()).toMatchObject([{ id: Number(conversation), title: 'I drink tea.' }]);
    expect(llm.calls[0]?.request.messages[0]?.content).toContain('Be brief.');
    const path = `/api/conversations/${conversation}/messages`;
    const contents = async () =>
      (await me.session.json<{ content: string }[]>(path)).body.map(({ content }) => content);
    expect(await contents()).toEqual(['I drink tea.', 'Noted.', 'What do I drink?', 'You drink tea.']);
    const stream = await client().chat.completions.create({
      model: 'noek',
      stream: true,
      metadata: { conversation },
      messages: [{ role: 'user', content: 'And you?' }],
    });
    const chunks = (await inOrder(stream)) as unknown as { metadata?: object }[];
    expect(chunks[0]?.metadata).toEqual({ conversation });
    expect((await contents()).slice(-2)).toEqual(['And you?', 'You drink tea.']);
    expect(await remaining()).toBe(before - 2);
  });

  test('a message with queue waits for the running answer of its conversation, in both forms, and a repeated key queues it once', async () => {
    const { llm, me, post, remaining } = await start(null);
    const { body: conversation } = await me.session.json<{ id: number }>('/api/conversations', {
      method: 'POST',
      body: {},
    });
    const metadata = { conversation: String(conversation.id) };
    const path = `/api/conversations/${conversation.id}`;
    const say = (content: string, more = {}) => ({
      ...{ model: 'noek', queue: true, metadata, messages: [{ role: 'user', content }] },
      ...more,
    });
    const before = await remaining();
    const sent = await post(say('First'));
    expect(sent.status).toBe(202);
    expect(await sent.json()).toEqual({ id: expect.any(String), position: 0 });
    const running = await llm.call(0);
    const key = { 'Idempotency-Key': 'k'.repeat(200) };
    const second = await (await post(say('Second'), key)).json();
    expect(second).toEqual({ id: expect.any(String), position: 1 });
    expect(await (await post(say('Second'), key)).json()).toEqual(second);
    const { messages: _, ...response } = say('');
    const third = await post({ ...response, input: 'Third' }, {}, '/v1/responses');
    expect([third.status, await third.json()]).toEqual([202, { id: expect.any(String), position: 2 }]);
    const rest = await me.session.call(`${path}/messages`, {
      method: 'POST',
      body: { content: 'Fourth', queue: true },
    });
    expect([rest.status, await rest.json()]).toEqual([202, { id: expect.any(String), position: 3 }]);
    for (const [more, param] of [
      [{ stream: true }, 'stream'],
      [{ temperature: 1 }, 'queue'],
      [{ max_tokens: 5 }, 'queue'],
      [{ metadata: {} }, 'queue'],
      [{ model: 'one' }, 'queue'],
      [{ messages: [{ role: 'system', content: 'Be brief' }, ...question] }, 'queue'],
    ] as const) {
      const refused = await post(say('Wrong', more));
      expect([refused.status, ((await refused.json()) as { error: { param: string } }).error.param]).toEqual([
        400,
        param,
      ]);
    }
    expect((await post(say('Wrong', { metadata: { conversation: '999999' } }))).status).toBe(404);
    expect(await remaining()).toBe(before - 1);
    const contents = async () =>
      (await me.session.json<{ content: string }[]>(`${path}/messages`)).body.map(({ content }) => content);
    for (const at of [0, 1, 2, 3]) {
      const call = at === 0 ? running : await llm.call(at);
      call.text(`Answer ${at}`);
      call.finish();
    }
    await vi.waitFor(async () =>
      expect(await contents()).toEqual([
        ...['First', 'Answer 0', 'Second', 'Answer 1', 'Third', 'Answer 2', 'Fourth', 'Answer 3'],
      ]),
    );
    expect(await remaining()).toBe(before - 4);
  });

  test('a bare model’s answer is kept, too', async () => {
    const { client, conversations } = await start();
    const kept = await client().chat.completions.create({ model: 'one', store: true, messages: question });
    const { metadata } = kept as unknown as { metadata: { conversation: string } };
    expect(await conversations()).toMatchObject([{ id: Number(metadata.conversation), title: 'What do I drink?' }]);
  });

  test('another’s conversation, and a wrong id, is not found, and costs nothing', async () => {
    const { client, tokenOf, remaining, conversations } = await start();
    const other = await tokenOf({ email: 'bea@people.example' });
    const { body } = await other.session.json<{ id: number }>('/api/conversations', {
      method: 'POST',
      body: { title: 'Secret' },
    });
    const before = await remaining();
    for (const conversation of [String(body.id), '1', '0', '-1', '1.5', 'x', '9'.repeat(40), ''])
      await expect(
        client().chat.completions.create({ model: 'noek', metadata: { conversation }, messages: question }),
      ).rejects.toMatchObject({ status: 404 });
    await expect(
      client().chat.completions.create({ model: 'one', metadata: { conversation: '1' }, messages: question }),
    ).rejects.toMatchObject({ status: 400, param: 'metadata.conversation' });
    expect(await remaining()).toBe(before);
    expect(await conversations()).toEqual([]);
  });

  test('50 requests at once cost 50 messages', async () => {
    const { client, remaining } = await start();
    const before = await remaining();
    const all = (count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, () => client().chat.completions.create({ model: 'one', messages: question })),
      );
    expect((await all(50)).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await remaining()).toBe(before - 50);
  });

  test('at the limit: 429 with the time to wait', async () => {
    const { client, llm, remaining, db, me, ctx } = await start();
    const ask = () => client().chat.completions.create({ model: 'one', messages: question });
    const { allowanceAccounts, allowanceLedger } = db.tables;
    const subject = `user:${me.id}`;
    const first = { id: 'first', subject, amount: 1, totalBefore: 0, refundOf: null, createdAt: ctx.now() };
    const total = (await remaining()) - 1;
    await db.write((orm) => orm.insert(allowanceAccounts).values({ subject, total }));
    await db.write((orm) => orm.insert(allowanceLedger).values(first));
    await ask();
    const asked = llm.calls.length;
    const refused = await ask().catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'rate_limit_error' });
    const { headers } = refused as { headers: Headers };
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('x-ratelimit-remaining-requests')).toBe('0');
    expect(headers.get('x-ratelimit-reset-requests')).toBe(`${headers.get('retry-after')}s`);
    expect(llm.calls).toHaveLength(asked);
  });

  test('an Idempotency-Key: requests at once are one, which is then repeated for 24 hours', async () => {
    const { post, llm, remaining } = await start();
    const before = await remaining();
    const body = { model: 'noek', messages: question };
    const key = { 'Idempotency-Key': 'one' };
    const answers = await Promise.all(Array.from({ length: 1 + maxWaiting }, () => post(body, key)));
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id));
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(maxWaiting);
    expect([llm.calls.length, await remaining()]).toEqual([1, before - 1]);
    const streamed = await (await post({ ...body, stream: true }, { 'Idempotency-Key': 'two' })).text();
    const again = await (await post({ ...body, stream: true }, { 'Idempotency-Key': 'two' })).text();
    const contentOf = (text: string) =>
      [...text.matchAll(/^data: (\{.*)$/gm)]
        .map(([, json = '']) => JSON.parse(json).choices[0]?.delta.content ?? '')
        .join('');
    expect(contentOf(again)).toBe(contentOf(streamed));
    expect(llm.calls).toHaveLength(2);
    const other = await post({ ...body, n: 1 }, key);
    expect([other.status, ((await other.json()) as { error: object }).error]).toMatchObject([
      409,
      { code: 'idempotency_key_reused' },
    ]);
    expect(await remaining()).toBe(before - 2);
  });

  test('repeated requests wait without asking the database, a few per person', async () => {
    const { post, llm, db, tokenOf, remaining } = await start(null);
    const before = await remaining();
    const body = { model: 'one', messages: question };
    const key = { 'Idempotency-Key': 'one' };
    const first = post(body, key);
    const call = await llm.call(0);
    const write = vi.spyOn(db, 'write');
    const repeated = Array.from({ length: 300 }, () => post(body, key));
    // Those that are too many are the only ones that end while the first one is being answered.
    const refused: Response[] = [];
    for (const one of repeated) void one.then((response) => refused.push(response));
    await vi.waitFor(() => expect(refused).toHaveLength(300 - maxWaiting), { timeout: 20_000 });
    expect(write).not.toHaveBeenCalled();
    for (const response of refused) {
      expect([response.status, Number(response.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      expect(await response.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    }
    const other = await tokenOf({ email: 'bea@people.example' });
    const others = post(body, { ...key, Authorization: `Bearer ${other.token}` });
    const theirs = await llm.call(1);
    theirs.text('For Bea.');
    theirs.finish();
    expect(await (await others).text()).toContain('For Bea.');

    call.text('Tea.');
    call.finish();
    expect(await (await first).text()).toContain('Tea.');
    const answers = (await Promise.all(repeated)).filter(({ status }) => status === 200);
    expect(answers).toHaveLength(maxWaiting);
    for (const answer of answers) expect(await answer.text()).toContain('Tea.');
    expect([llm.calls.length, await remaining()]).toEqual([2, before - 1]);
    // The places are free again.
    expect((await post(body, key)).status).toBe(200);
  });

  test('who waits and leaves frees the place, and a failed first request lets the next one begin', async () => {
    const { app, me, llm, post } = await start(null);
    const body = { model: 'one', messages: question };
    const key = { 'Idempotency-Key': 'one' };
    const first = post(body, key);
    const call = await llm.call(0);
    const leaving = new AbortController();
    const statuses: number[] = [];
    const leave = async () => {
      const response = await app.request(
        new Request('http://localhost:5000/v1/chat/completions', {
          method: 'POST',
          headers: { Authorization: `Bearer ${me.token}`, 'Content-Type': 'application/json', ...key },
          body: JSON.stringify(body),
          signal: leaving.signal,
        }),
      );
      statuses.push(response.status);
    };
    const leavers = Array.from({ length: maxWaiting + 1 }, leave);
    await vi.waitFor(() => expect(statuses).toEqual([429]), { timeout: 10_000 });
    leaving.abort();
    await Promise.all(leavers);
    expect(statuses.slice(1)).toEqual(Array.from({ length: maxWaiting }, () => 503));
    const waiting = post(body, key);
    call.fail(new LlmError('refused', 'No answer came. Try again.'));
    expect((await first).status).toBe(502);
    const second = await llm.call(1);
    second.text('Tea.');
    second.finish();
    expect(await (await waiting).text()).toContain('Tea.');
  });

  test('an answer that could not be noted leaves no key that waits for nothing', async () => {
    const { post, llm, db } = await start();
    const body = { model: 'one', messages: question };
    const key = { 'Idempotency-Key': 'one' };
    const { repeatableRequests: r } = db.tables;
    await post(body, key);
    // As if neither the answer nor its removal had reached the database.
    await db.write((orm) => orm.update(r).set({ answer: null }));
    expect((await post(body, key)).headers.get('idempotent-replayed')).toBe(null);
    expect((await post(body, key)).headers.get('idempotent-replayed')).toBe('true');
    expect(llm.calls).toHaveLength(2);
  });

  test('a request at another process waits for a notification', async () => {
    const one = await start(null);
    const other = createTestApp(one.db, createScriptedLlm(), {});
    vi.spyOn(other.ctx.composed.deps.processes, 'findGone').mockResolvedValue([]);
    const body = { model: 'one', messages: question };
    const headers = { Authorization: `Bearer ${one.me.token}`, 'Idempotency-Key': 'one' };
    const first = one.post(body, headers);
    const call = await one.llm.call(0);
    // Without the look that is repeated in case a notification is lost.
    const { wait } = EventQueue.prototype;
    const waiting = vi.spyOn(EventQueue.prototype, 'wait').mockImplementation(function forLong(
      this: EventQueue<never>,
    ) {
      return wait.call(this, 2 ** 30);
    });
    const second = other.caller().call('/v1/chat/completions', { method: 'POST', body, headers });
    await vi.waitFor(() => expect(waiting).toHaveBeenCalled());
    call.text('Tea.');
    call.finish();
    expect(await (await first).text()).toContain('Tea.');
    expect(await (await second).text()).toContain('Tea.');
    expect((await second).headers.get('idempotent-replayed')).toBe('true');
  });

  test('what fails is refunded, and its key may be used again', async () => {
    let fails = true;
    const { post, client, remaining, db } = await start((call) => {
      if (fails) return call.fail(new LlmError('refused', 'No answer came. Try again.', { hint: 'It said no.' }));
      call.text('Now.');
      call.finish();
    });
    const before = await remaining();
    const body = { model: 'one', messages: question };
    const key = { 'Idempotency-Key': 'one' };
    const failed = await post(body, key);
    expect(failed.status).toBe(502);
    expect(await failed.json()).toMatchObject({
      error: { code: 'provider_failed', type: 'server_error', param: null },
    });
    const asStream = await post({ ...body, stream: true });
    expect([asStream.status, await asStream.json()]).toMatchObject([502, { error: { code: 'provider_failed' } }]);
    await expect(client().chat.completions.create({ model: 'noek', messages: question })).rejects.toMatchObject({
      status: 502,
    });
    await expect.poll(remaining).toBe(before);
    expect(await db.orm.select().from(db.tables.repeatableRequests)).toEqual([]);
    fails = false;
    expect((await post(body, key)).status).toBe(200);
    // What is refused before anything begins leaves its key free, too.
    const refused = { ...body, metadata: { conversation: '1' } };
    for (let times = 0; times < 2; times++)
      expect((await post(refused, { 'Idempotency-Key': 'two' })).status).toBe(400);
  });

  test.each([
    ['what it said', { said: 'Invalid schema for response_format.' }, ' It said: Invalid schema for response_format.'],
    ['that it refused', { said: null }, ''],
  ])(
    'a request that the provider refuses is a 400 that says %s, also for a stream',
    async (_, requestRefused, said) => {
      const { post, client, remaining } = await start((call) =>
        call.fail(
          new LlmError('refused', 'No answer came. Try again.', {
            ...{ hint: 'OpenAI refused the request (HTTP 400).', requestRefused },
          }),
        ),
      );
      const before = await remaining();
      for (const model of ['noek', 'one'])
        for (const more of [{}, { stream: true }, { store: true }, { store: true, stream: true }]) {
          const refused = await post({ model, messages: question, ...more });
          expect([refused.status, await refused.json()]).toEqual([
            400,
            {
              error: {
                message: `OpenAI refused the request (HTTP 400).${said}`,
                ...{ type: 'invalid_request_error', param: null, code: 'provider_refused' },
              },
            },
          ]);
        }
      await expect(
        client().chat.completions.create({ model: 'one', messages: question, stream: true }),
      ).rejects.toBeInstanceOf(OpenAI.BadRequestError);
      await expect.poll(remaining).toBe(before);
    },
  );

  test('a stream that fails after its first words says it in the stream', async () => {
    const { post } = await start((call) => {
      call.text('You drink ');
      call.fail(new LlmError('broken-off', 'The answer was cut off before it was complete.'));
    });
    const broken = await post({ model: 'one', messages: question, stream: true });
    expect(broken.status).toBe(200);
    const text = await broken.text();
    expect(text).toMatch(/You drink [\s\S]*"code":"provider_failed"/);
    expect(text).not.toContain('[DONE]');
  });

  test('a program that disconnects stops its answer; with a key, the answer is finished for the next try', async () => {
    const { app, me, llm } = await start(null);
    const ask = (headers: Record<string, string>, signal: AbortSignal) =>
      app.request(
        new Request('http://localhost:5000/v1/chat/completions', {
          method: 'POST',
          headers: { Authorization: `Bearer ${me.token}`, 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ model: 'one', messages: question, stream: true }),
          signal,
        }),
      );
    const first = await ask({}, new AbortController().signal);
    const reader = first.body?.getReader();
    await reader?.read();
    const call = await llm.call(0);
    await reader?.cancel();
    await expect.poll(() => call.request.signal.aborted).toBe(true);

    const keyed = await ask({ 'Idempotency-Key': 'k' }, new AbortController().signal);
    const leaving = keyed.body?.getReader();
    await leaving?.read();
    const second = await llm.call(1);
    second.text('Here ');
    await leaving?.read();
    await leaving?.cancel();
    second.text('it is.');
    second.finish();
    const again = await ask({ 'Idempotency-Key': 'k' }, new AbortController().signal);
    expect(await again.text()).toContain('Here it is.');
    expect(llm.calls).toHaveLength(2);
  });

  test('a token that is revoked ends its stream', async () => {
    const { client, llm, me } = await start(null);
    const stream = await client().chat.completions.create({ model: 'one', messages: question, stream: true });
    const reading = inOrder(stream).catch((error: unknown) => error);
    (await llm.call(0)).text('One moment');
    expect((await me.session.call(`/api/tokens/${me.tokenId}`, { method: 'DELETE' })).status).toBe(200);
    expect(await reading).toMatchObject({ code: 'invalid_api_key' });
    await expect.poll(() => llm.calls[0]?.request.signal.aborted).toBe(true);
  });

  test('only a token with the scope "chat" is let in: no cookie, no guest, no narrower token', async () => {
    const { app, me, tokenOf, client, caller } = await start();
    for (const by of [me.session, caller()]) {
      const refused = await by.json<{ error: object }>('/v1/models');
      expect([refused.status, refused.body.error]).toMatchObject([401, { code: 'invalid_api_key' }]);
    }
    const narrow = await tokenOf({ email: 'bea@people.example' }, 'read');
    await expect(client(narrow.token).models.list()).rejects.toMatchObject({ status: 403, type: 'permission_error' });
    await expect(client(`noek_${'x'.repeat(43)}`).models.list()).rejects.toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    });
    const elsewhere = await app.request(
      new Request('http://auth.noek.localhost:5000/v1/models', { headers: { Authorization: `Bearer ${me.token}` } }),
    );
    expect(elsewhere.status).toBe(404);
  });

  test.each([
    ['not JSON', '{', null],
    ['no object', 'null', null],
    ['no model', { messages: question }, 'model'],
    ['no messages', { model: 'noek', messages: [] }, 'messages'],
    ['two answers', { model: 'noek', messages: question, n: 2 }, 'n'],
    ['no message of the user', { model: 'noek', messages: [{ role: 'assistant', content: 'x' }] }, 'messages'],
    ['an unknown role', { model: 'noek', messages: [{ role: 'king', content: 'x' }] }, 'messages[0].role'],
    [
      'the assistant last in a conversation that is kept',
      { model: 'one', store: true, messages: [...question, { role: 'assistant', content: 'x' }] },
      'messages',
    ],
    [
      'a system message alone in a conversation that is kept',
      { model: 'one', store: true, messages: [{ role: 'system', content: 'x' }] },
      'messages',
    ],
    [
      'a file',
      {
        model: 'one',
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Read it.' },
              { type: 'file', file: { filename: 'a.txt', file_data: 'data:text/plain;base64,QQ==' } },
            ],
          },
        ],
      },
      'messages[0].content[1].type',
      'Send their text as a part of the type "text"',
    ],
    [
      'a recording',
      {
        model: 'noek',
        messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'QQ==', format: 'wav' } }] }],
      },
      'messages[0].content[0].type',
      'Audio is not supported',
    ],
    [
      'a picture in a system message',
      { model: 'one', messages: [{ role: 'system', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      'messages[0].content[0].type',
      'A part must be of the type "text" here.',
    ],
    ['a part that is none', { model: 'one', messages: [{ role: 'user', content: [null] }] }, 'messages[0].content[0]'],
    ['a number as a text', { model: 'one', messages: [{ role: 'user', content: 5 }] }, 'messages[0].content'],
    [
      'a picture at an address',
      {
        model: 'one',
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://evil.example/x.png' } }] },
        ],
      },
      'messages[0].content[0].image_url.url',
    ],
    [
      'a result without a call',
      { model: 'one', messages: [...question, { role: 'tool', content: 'x', tool_call_id: 'c' }] },
      'messages',
    ],
    ['a wrong temperature', { model: 'noek', messages: question, temperature: 3 }, 'temperature'],
    ['audio', { model: 'noek', messages: question, audio: { voice: 'x' } }, 'audio'],
    ['a tool that is none', { model: 'noek', messages: question, tools: [{ type: 'web_search' }] }, 'tools[0].type'],
  ])('%s is refused with the name of the field', async (_, body, param, sentence = '') => {
    const { post, remaining } = await start();
    const before = await remaining();
    const response = await post(body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { message: string; param: string | null } };
    expect(error).toMatchObject({ type: 'invalid_request_error', param });
    expect(error.message.length).toBeGreaterThan(10);
    expect(error.message).toContain(sentence);
    expect(await remaining()).toBe(before);
  });

  test('the beginning of an answer and a system message alone are answered', async () => {
    const { post, llm } = await start();
    const system = [{ role: 'system', content: 'Tell me a joke.' }];
    const begun = [...question, { role: 'assistant', content: [{ type: 'text', text: 'You drink' }] }];
    const askedWith = async (model: string, messages: object[]) => {
      expect((await post({ model, messages })).status).toBe(200);
      return llm.calls.at(-1)?.request.messages ?? [];
    };
    expect(await askedWith('one', system)).toEqual(system);
    expect((await askedWith('noek', system)).at(-1)).toEqual({ role: 'user', content: 'Tell me a joke.' });
    for (const model of ['one', 'noek'])
      expect((await askedWith(model, begun)).slice(-2)).toEqual([
        ...question,
        { role: 'assistant', content: 'You drink' },
      ]);
  });

  test('fields that are not known are ignored, other addresses and models are not found', async () => {
    const { post, client, caller, me } = await start();
    expect((await post({ model: 'one', messages: question, service_tier: 'auto', user: 'x', made_up: 1 })).status).toBe(
      200,
    );
    for (const model of ['nothing', 'large'])
      await expect(client().chat.completions.create({ model, messages: question })).rejects.toMatchObject({
        status: 404,
        code: 'model_not_found',
        param: 'model',
      });
    const elsewhere = await post({ model: 'one' }, {}, '/v1/completions');
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([404, { error: { code: 'unknown_url' } }]);
    const wrongMethod = await caller().call('/v1/chat/completions', {
      headers: { Authorization: `Bearer ${me.token}` },
    });
    expect(wrongMethod.status).toBe(404);
  });

  test('pages of other sites call with a token in the header; without one they read nothing', async () => {
    const { app, me, llm } = await start();
    const call = (method: string, headers: Record<string, string>, path = '/v1/chat/completions') =>
      app.request(
        new Request(`http://localhost:5000${path}`, {
          method,
          headers: { Host: 'localhost:5000', Origin: 'https://page.example', ...headers },
          ...(method === 'POST' && { body: JSON.stringify({ model: 'one', messages: question }) }),
        }),
      );
    const token = { Authorization: `Bearer ${me.token}` };
    const isOpen = ({ headers }: Response) => headers.get('access-control-allow-origin');
    const asks = (names: string) => ({
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': names,
    });
    const preflight = await call('OPTIONS', asks('authorization,content-type,x-stainless-lang'));
    expect([preflight.status, isOpen(preflight)]).toEqual([204, '*']);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,content-type,x-stainless-lang');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const answered = await call('POST', token);
    expect([answered.status, isOpen(answered)]).toEqual([200, '*']);
    expect(answered.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining-Requests');
    expect(isOpen(await call('GET', token, '/v1/models'))).toBe('*');
    const unknown = await call('POST', { Authorization: 'Bearer noek_unknown' });
    expect([unknown.status, isOpen(unknown)]).toEqual([401, '*']);

    const [name = '', value = ''] = [...me.session.cookies].find(([key]) => key.includes('session')) ?? [];
    const cookie = { Cookie: `${name}=${value}` };
    for (const headers of [{}, cookie, { ...cookie, Authorization: 'Basic eDp5' }]) {
      const foreign = await call('POST', headers);
      expect([foreign.status, isOpen(foreign)]).toEqual([403, null]);
      expect(isOpen(await call('GET', headers, '/v1/models'))).toBeNull();
    }
    expect(isOpen(await call('OPTIONS', asks('content-type')))).toBeNull();
    // A token opens nothing outside of the protocol.
    const outside = await call('POST', token, '/api/conversations');
    expect([outside.status, isOpen(outside)]).toEqual([403, null]);
    expect(llm.calls).toHaveLength(1);
  });

  test('an address may end with a slash, and those that do not exist are refused for everybody', async () => {
    const { post, caller, me } = await start();
    const headers = { Authorization: `Bearer ${me.token}` };
    const get = async (path: string, by: object = { headers }) => caller().call(path, by);
    expect((await post({ model: 'one', messages: question }, {}, '/v1/chat/completions/')).status).toBe(200);
    expect(await (await get('/v1/models/')).json()).toMatchObject({ object: 'list' });
    expect(await (await get('/v1/models/meta/two/')).json()).toMatchObject({ id: 'meta/two' });
    for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/nothing/', '/v1/models//', '/v1/chat/completions//']) {
      const unknown = await get(path);
      expect([path, unknown.status, await unknown.json()]).toMatchObject([
        path,
        404,
        { error: { type: 'not_found_error' } },
      ]);
      const stranger = await get(path, {});
      expect([path, stranger.status, await stranger.json()]).toMatchObject([
        ...[path, 401],
        { error: { code: 'invalid_api_key' } },
      ]);
    }
  });

  test('bodies up to 10 MB are taken', async () => {
    const { post } = await start();
    const body = (bytes: number) => ({
      model: 'one',
      messages: [{ role: 'user', content: 'x'.repeat(bytes) }],
    });
    expect((await post(body(9 * 1024 * 1024))).status).toBe(200);
    const refused = await post(body(10 * 1024 * 1024));
    expect(refused.status).toBe(413);
    expect(((await refused.json()) as { error: { message: string } }).error.message).toContain('10 MB');
  });
});
