import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories } from '@noek/db/testing/factories';
import OpenAI from 'openai';
import { zodResponsesFunction, zodTextFormat } from 'openai/helpers/zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LlmError } from '../../integrations/llm/llm.ts';
import { createTestApp } from '../../testing/create-test-app.ts';
import { insertPerson } from '../../testing/sign-in.ts';
import { createScriptedLlm, offeredModel, type ScriptedCall } from '../../testing/stand-ins/scripted-llm.ts';

type Event = { type: string; sequence_number: number } & Record<string, unknown>;

/** The events of a stream, of which each says its type twice. */
function eventsOf(text: string): Event[] {
  const frames = text.split('\n\n').filter((frame) => frame && !frame.startsWith(':'));
  return frames.map((frame) => {
    const [, type, data = ''] = /^event: (\S+)\ndata: (.*)$/.exec(frame) ?? [];
    const event: Event = JSON.parse(data);
    expect(event.type).toBe(type);
    return event;
  });
}

const idOf = (event: Event | undefined) => (event?.response as { id: string } | undefined)?.id;

const weather = {
  type: 'function' as const,
  name: 'weather',
  description: 'The weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  strict: true,
};

const tea = (call: ScriptedCall) => {
  call.text('You drink ');
  call.text('tea.');
  call.finish();
};

/** Calls the tool until it has a result. */
const forecast = (call: ScriptedCall) => {
  const isAnswered = call.request.messages.some(({ role }) => role === 'tool');
  if (isAnswered) call.text('It is 12 °C.');
  else call.toolCall('weather', { city: 'Lisbon' }, 'call_7');
  call.finish(isAnswered ? 'stop' : 'tool-calls');
};

/** What a response had, as the input of the next request. The types of the package differ in items that no response here has. */
const inputOf = (output: readonly OpenAI.Responses.ResponseOutputItem[]) =>
  output as unknown as OpenAI.Responses.ResponseInput;

const picture = 'data:image/png;base64,iVBORw0KGgo=';

describeOnEngines('OpenAI’s responses', (open) => {
  async function start(script: ((call: ScriptedCall) => void) | null = tea) {
    const db = await open();
    const llm = createScriptedLlm(script ?? undefined, [offeredModel('one'), offeredModel('meta/two')]);
    const app = createTestApp(db, llm);
    const personNamed = async (more: object = {}) => {
      const { id } = await insertPerson(app.ctx, { name: 'Ada', ...more });
      const session = await app.signedIn(id);
      const body = { name: 'A script', scopes: ['chat'] };
      const made = await session.json<{ id: string; token: string }>('/api/tokens', { method: 'POST', body });
      return { id, session, tokenId: made.body.id, token: made.body.token };
    };
    const me = await personNamed();
    const client = (token = me.token) =>
      new OpenAI({
        ...{ apiKey: token, adminAPIKey: null, baseURL: 'http://localhost:5000/v1', maxRetries: 0 },
        fetch: async (input, init) => app.app.request(new Request(input, init)),
      });
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      app.caller().call('/v1/responses', {
        method: 'POST',
        text: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { Authorization: `Bearer ${me.token}`, ...headers },
      });
    const remaining = async () => {
      const { body } = await me.session.json('/api/trpc/chat.allowance');
      return (body as { result: { data: { remainingMessages: number } } }).result.data.remainingMessages;
    };
    const conversations = async () =>
      (await me.session.json<{ id: number; title: string }[]>('/api/conversations')).body;
    const contents = async (conversation: string | number | undefined) =>
      (await me.session.json<{ content: string }[]>(`/api/conversations/${conversation}/messages`)).body.map(
        ({ content }) => content,
      );
    return { ...app, db, llm, me, personNamed, client, post, remaining, conversations, contents };
  }

  test('"noek" answers for one message, and keeps nothing', async () => {
    const { client, db, me, llm, remaining, conversations } = await start();
    await insertMemories(db, me.id, [{ title: 'Tea', content: 'The person drinks tea, never coffee.' }]);
    const before = await remaining();
    const { data, response } = await client()
      .responses.create({
        ...{ model: 'noek', input: 'What do I drink?', instructions: 'Answer in one sentence.' },
        ...{ temperature: 0.2, max_output_tokens: 50, metadata: { trip: 'x' } },
      })
      .withResponse();
    expect(data).toMatchObject({
      id: expect.stringMatching(/^resp_[0-9a-f]{32}$/),
      ...{ object: 'response', status: 'completed', model: 'noek', output_text: 'You drink tea.', error: null },
      created_at: expect.any(Number),
      output: [
        {
          id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
          ...{ type: 'message', status: 'completed', role: 'assistant' },
          content: [{ type: 'output_text', text: 'You drink tea.', annotations: [], logprobs: [] }],
        },
      ],
      usage: {
        input_tokens: expect.any(Number),
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: expect.any(Number),
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: expect.any(Number),
      },
      ...{ instructions: 'Answer in one sentence.', temperature: 0.2, max_output_tokens: 50, store: false },
      ...{ metadata: { trip: 'x' }, previous_response_id: null, incomplete_details: null, tools: [] },
    });
    expect(Number(response.headers.get('x-ratelimit-remaining-requests'))).toBe(before - 1);
    const [{ request }] = llm.calls as [ScriptedCall];
    expect(request.messages[0]?.content).toContain('Answer in one sentence.');
    expect(JSON.stringify(request.messages)).toContain('never coffee');
    expect(request).toMatchObject({ temperature: 0.2, fields: { always: { max_completion_tokens: 50 } } });
    expect(await remaining()).toBe(before - 1);
    expect(await conversations()).toEqual([]);
    expect(await db.orm.select().from(db.tables.messages)).toEqual([]);
  });

  test('streams the official events in their order, numbered from 0, without an end mark', async () => {
    const { post } = await start();
    const response = await post({ model: 'one', input: 'What do I drink?', stream: true });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const text = await response.text();
    expect(text).not.toContain('[DONE]');
    const events = eventsOf(text);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
    const types = events.map(({ type }) => type.replace('response.', ''));
    expect([...new Set(types)]).toEqual([
      ...['created', 'in_progress', 'output_item.added', 'content_part.added', 'output_text.delta'],
      ...['output_text.done', 'content_part.done', 'output_item.done', 'completed'],
    ]);
    const deltas = events.filter(({ type }) => type === 'response.output_text.delta');
    expect(deltas.map(({ delta }) => delta).join('')).toBe('You drink tea.');
    const [created] = events;
    expect(created).toMatchObject({ response: { status: 'in_progress', output: [], usage: null } });
    expect(events.at(-1)).toMatchObject({
      response: { id: idOf(created), status: 'completed', usage: {} },
    });
  });

  test.each(['noek', 'one'])('%s calls the program’s tools, and answers with their results', async (model) => {
    const { client, llm, post } = await start(forecast);
    const asked = { model, tools: [weather], tool_choice: 'auto' as const, parallel_tool_calls: false };
    const question = { role: 'user' as const, content: 'How warm is it in Lisbon?' };
    const first = await client().responses.create({ ...asked, input: [question] });
    expect(first).toMatchObject({ status: 'completed', output_text: '', tools: [weather], tool_choice: 'auto' });
    const call = { type: 'function_call', call_id: 'call_7', name: 'weather', arguments: '{"city":"Lisbon"}' };
    expect(first.output).toMatchObject([{ ...call, id: expect.stringMatching(/^fc_/), status: 'completed' }]);
    expect(llm.calls[0]?.request).toMatchObject({
      tools: [{ name: 'weather', description: 'The weather.', parameters: weather.parameters, strict: true }],
      fields: { withTools: { tool_choice: 'auto', parallel_tool_calls: false } },
    });
    const second = await client().responses.create({
      ...asked,
      input: [
        ...[question, { type: 'reasoning' as const, id: 'rs_1', summary: [] }, ...inputOf(first.output)],
        { type: 'function_call_output', call_id: 'call_7', output: [{ type: 'input_text', text: '12' }] },
      ],
    });
    expect(second.output_text).toBe('It is 12 °C.');
    const last = llm.calls.at(-1)?.request.messages ?? [];
    const at = last.findIndex(({ role }) => role === 'tool');
    expect(last.slice(at - 1, at + 1)).toEqual([
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'call_7', name: 'weather', arguments: '{"city":"Lisbon"}' }],
      },
      { role: 'tool', callId: 'call_7', content: '12' },
    ]);
    const types = eventsOf(await (await post({ ...asked, input: [question], stream: true })).text());
    expect(types.map(({ type }) => type.replace('response.', ''))).toEqual([
      ...['created', 'in_progress', 'output_item.added', 'function_call_arguments.delta'],
      ...['function_call_arguments.done', 'output_item.done', 'completed'],
    ]);
  });

  test('several calls at once, and a text before them, are one message for the model', async () => {
    const { client, llm } = await start((call) => {
      if (call.request.messages.some(({ role }) => role === 'tool')) return tea(call);
      call.text('One moment.');
      call.toolCall('weather', { city: 'Lisbon' }, 'call_1');
      call.toolCall('weather', { city: 'Porto' }, 'call_2');
      call.finish('tool-calls');
    });
    const asked = { model: 'one', tools: [weather] };
    const first = await client()
      .responses.stream({ ...asked, input: 'How warm is it?' })
      .finalResponse();
    expect(first.output.map(({ type }) => type)).toEqual(['message', 'function_call', 'function_call']);
    const outputs = ['call_1', 'call_2'].map((id) => ({
      type: 'function_call_output' as const,
      call_id: id,
      output: '1',
    }));
    // What `.stream` has parsed goes back with more fields than it came with.
    await client().responses.create({
      ...asked,
      input: [{ role: 'user', content: 'How warm?' }, ...inputOf(first.output), ...outputs],
    });
    expect(llm.calls.at(-1)?.request.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'One moment.', toolCalls: [{ id: 'call_1' }, { id: 'call_2' }] },
      ...[{ role: 'tool' }, { role: 'tool' }],
    ]);
  });

  test('input items of each kind reach a bare model, and formats its provider', async () => {
    const { client, llm } = await start();
    await client().responses.create({
      model: 'meta/two',
      instructions: 'Be brief.',
      input: [
        { role: 'developer', content: [{ type: 'input_text', text: 'In English.' }] },
        { type: 'message', role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi!' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is this?' },
            { type: 'input_image', image_url: picture, detail: 'auto' },
          ],
        },
      ],
      text: {
        format: { type: 'json_schema', name: 'thing', schema: { type: 'object' }, strict: true },
        verbosity: 'low',
      },
      reasoning: { effort: 'low' },
      top_p: 0.5,
      tools: [weather, { ...weather, name: 'time' }],
      tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'time' }] },
    });
    expect(llm.calls[0]?.request).toMatchObject({
      model: 'meta/two',
      messages: [
        { role: 'system', content: 'Be brief.\n\nIn English.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi!' },
        { role: 'user', content: 'What is this?', pictures: [{ type: 'image/png' }] },
      ],
      tools: [{ name: 'time' }],
      fields: {
        always: {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'thing', schema: { type: 'object' }, strict: true },
          },
          ...{ reasoning_effort: 'low', verbosity: 'low', top_p: 0.5 },
        },
        withTools: { tool_choice: 'required' },
      },
    });
  });

  test('messages without a type, with parts of either kind and with more fields are all read', async () => {
    const { post, llm } = await start();
    const output = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });
    const input = [
      { type: 'message', role: 'system', content: 'In English.' },
      { role: 'user', content: 'One' },
      { role: 'assistant', content: [output('Two')], phase: 'final_answer' },
      { role: 'user', content: [{ type: 'text', text: 'Three' }] },
      { role: 'assistant', content: [{ type: 'input_text', text: 'Four' }] },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
      { role: 'assistant', id: 'msg_1', status: 'completed', content: [{ type: 'refusal', refusal: 'Five' }] },
    ];
    expect(
      (await post({ model: 'one', input, include: ['reasoning.encrypted_content'], truncation: 'auto' })).status,
    ).toBe(200);
    expect(llm.calls[0]?.request.messages.map(({ role, content }) => [role, content])).toEqual([
      ...[
        ['system', 'In English.'],
        ['user', 'One'],
        ['assistant', 'Two'],
      ],
      ...[
        ['user', 'Three'],
        ['assistant', 'Four'],
        ['assistant', 'Five'],
      ],
    ]);
  });

  test('a stream repeats the format, says all of the usage, and has each field of the official events', async () => {
    const { post } = await start();
    const format = { type: 'json_schema', name: 'drink', schema: { type: 'object' }, strict: true };
    const asked = { model: 'one', input: 'What?', stream: true, text: { format } };
    const events = eventsOf(await (await post(asked)).text());
    const required: Record<string, string[]> = {
      'output_item.added': ['output_index', 'item'],
      'content_part.added': ['item_id', 'output_index', 'content_index', 'part'],
      'output_text.delta': ['item_id', 'output_index', 'content_index', 'delta', 'logprobs'],
      'output_text.done': ['item_id', 'output_index', 'content_index', 'text', 'logprobs'],
      'content_part.done': ['item_id', 'output_index', 'content_index', 'part'],
      'output_item.done': ['output_index', 'item'],
    };
    for (const [name, fields] of Object.entries(required))
      expect(Object.keys(events.find(({ type }) => type === `response.${name}`) ?? {})).toEqual(
        expect.arrayContaining(fields),
      );
    expect(events.at(-1)).toMatchObject({
      response: {
        text: { format },
        usage: { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
      },
    });
  });

  test('the package streams and parses', async () => {
    const { client } = await start((call) => {
      const { tools } = call.request;
      if (tools) call.toolCall('weather', { city: 'Lisbon' });
      else call.text('{"drink":"tea"}');
      call.finish(tools ? 'tool-calls' : 'stop');
    });
    const drink = z.object({ drink: z.string() });
    const text = { format: zodTextFormat(drink, 'drink') };
    const parsed = await client().responses.parse({ model: 'noek', input: 'What do I drink?', text });
    expect(parsed.output_parsed).toEqual({ drink: 'tea' });
    const stream = client().responses.stream({ model: 'noek', input: 'What do I drink?', text });
    let said = '';
    stream.on('response.output_text.delta', ({ delta }) => {
      said += delta;
    });
    expect((await stream.finalResponse()).output_parsed).toEqual({ drink: 'tea' });
    expect(said).toBe('{"drink":"tea"}');
    const tool = zodResponsesFunction({ name: 'weather', parameters: z.object({ city: z.string() }) });
    const called = await client().responses.parse({ model: 'one', input: 'How warm?', tools: [tool] });
    expect(called.output).toMatchObject([{ type: 'function_call', parsed_arguments: { city: 'Lisbon' } }]);
  });

  test.each(['noek', 'one'])('a response of %s that is kept is continued on its branch', async (model) => {
    const { client, contents, conversations, llm, remaining } = await start();
    const before = await remaining();
    const ask = (input: string, previous_response_id?: string) =>
      client().responses.create({ model, input, store: true, ...(previous_response_id && { previous_response_id }) });
    const first = await ask('I drink tea.');
    const conversation = first.metadata?.conversation;
    expect(first).toMatchObject({ store: true, metadata: { conversation: expect.stringMatching(/^\d+$/) } });
    const second = await ask('What do I drink?', first.id);
    expect(second).toMatchObject({ previous_response_id: first.id, metadata: { conversation } });
    const spoken = llm.calls.at(-1)?.request.messages.map(({ content }) => content) ?? [];
    expect(spoken.slice(-3)).toEqual(['I drink tea.', 'You drink tea.', 'What do I drink?']);
    expect(await contents(conversation)).toEqual([
      ...['I drink tea.', 'You drink tea.', 'What do I drink?', 'You drink tea.'],
    ]);
    // Another request after the first response is another branch of the same conversation.
    const stream = client().responses.stream({
      ...{ model, input: 'And you?', store: true, previous_response_id: first.id },
    });
    const third = await stream.finalResponse();
    expect(third.metadata).toEqual({ conversation });
    expect(await contents(conversation)).toEqual(['I drink tea.', 'You drink tea.', 'And you?', 'You drink tea.']);
    await ask('Again?', second.id);
    expect((await contents(conversation)).slice(2)).toEqual([
      ...['What do I drink?', 'You drink tea.', 'Again?', 'You drink tea.'],
    ]);
    expect(await conversations()).toHaveLength(1);
    expect(await remaining()).toBe(before - 4);
    // Without "store", what was said is read and nothing is added.
    const unsaved = await client().responses.create({ model, input: 'Once more?', previous_response_id: third.id });
    const asked = llm.calls.at(-1)?.request.messages.map(({ content }) => content) ?? [];
    expect(asked.slice(-3)).toEqual(['And you?', 'You drink tea.', 'Once more?']);
    expect(unsaved).toMatchObject({ store: false, metadata: {} });
    expect(await contents(conversation)).toHaveLength(6);
    await expect(ask('More?', unsaved.id)).rejects.toMatchObject({ status: 404 });
  });

  test('responses that follow the same one at the same time are all kept, each as a branch', async () => {
    const { client, db } = await start();
    const ask = (input: string, more: object = {}) =>
      client().responses.create({ model: 'one', input, store: true, ...more });
    const first = await ask('I drink tea.');
    const inputs = ['A?', 'B?', 'C?', 'D?', 'E?'];
    const made = await Promise.all(inputs.map((input) => ask(input, { previous_response_id: first.id })));
    expect(new Set(made.map(({ metadata }) => metadata?.conversation))).toEqual(
      new Set([first.metadata?.conversation]),
    );
    const rows = await db.orm.select().from(db.tables.messages);
    expect(rows.map(({ ordinal }) => ordinal).toSorted((a, b) => a - b)).toEqual(rows.map((_, at) => at));
    expect(rows.filter(({ active }) => active)).toHaveLength(4);
    const firstId = rows.find(({ ordinal }) => ordinal === 1)?.id;
    const followers = rows.filter(({ parentId }) => parentId === firstId);
    expect(followers.map(({ content }) => content).toSorted()).toEqual(inputs);
    expect(followers.map(({ app }) => app)).toEqual(inputs.map(() => 'A script'));
  });

  test('results of tools follow a response that is to be kept, and the answer to them is kept', async () => {
    const { client, contents, conversations, llm, personNamed } = await start(forecast);
    const asked = { model: 'one', tools: [weather], store: true };
    const first = await client().responses.create({ ...asked, input: 'How warm is it in Lisbon?' });
    expect(await conversations()).toEqual([]);
    const output = [{ type: 'function_call_output' as const, call_id: 'call_7', output: '12' }];
    const second = await client().responses.create({ ...asked, input: output, previous_response_id: first.id });
    expect(second).toMatchObject({ output_text: 'It is 12 °C.', previous_response_id: first.id });
    expect(llm.calls[1]?.request.messages).toMatchObject([{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }]);
    expect(await contents(second.metadata?.conversation)).toEqual(['How warm is it in Lisbon?', 'It is 12 °C.']);
    const other = await personNamed({ email: 'bea@people.example' });
    await expect(
      client(other.token).responses.create({ ...asked, input: output, previous_response_id: first.id }),
    ).rejects.toMatchObject({ status: 404, code: 'previous_response_not_found' });
  });

  test('another’s response, one that was not kept and a wrong id are not found, and cost nothing', async () => {
    const { client, personNamed, remaining, me, contents } = await start();
    const other = await personNamed({ email: 'bea@people.example' });
    const secret = await client(other.token).responses.create({ model: 'noek', input: 'A secret', store: true });
    const unsaved = await client().responses.create({ model: 'noek', input: 'Hello' });
    const kept = await client().responses.create({ model: 'noek', input: 'Hello', store: true });
    const conversation = kept.metadata?.conversation;
    const [question] = (await me.session.json<{ id: string }[]>(`/api/conversations/${conversation}/messages`)).body;
    const ofQuestion = `resp_${question?.id.replaceAll('-', '')}`;
    const before = await remaining();
    for (const model of ['noek', 'one'])
      for (const store of [true, false])
        for (const previous_response_id of [secret.id, unsaved.id, ofQuestion, 'resp_1', 'x', ''])
          await expect(
            client().responses.create({ model, store, previous_response_id, input: 'Go on' }),
          ).rejects.toMatchObject({ status: 404, param: 'previous_response_id', type: 'not_found_error' });
    expect(await remaining()).toBe(before);
    expect(await contents(conversation)).toHaveLength(2);
    await me.session.call(`/api/conversations/${conversation}`, { method: 'DELETE' });
    await expect(
      client().responses.create({ model: 'noek', previous_response_id: kept.id, input: 'Go on' }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test('a response that is still being made cannot be continued', async () => {
    const { client, llm, post } = await start(null);
    const response = await post({ model: 'noek', input: 'Hello', store: true, stream: true });
    const reader = response.body?.getReader();
    (await llm.call(0)).text('One moment');
    const chunk = new TextDecoder().decode((await reader?.read())?.value);
    const [, id = ''] = /"id":"(resp_\w+)"/.exec(chunk) ?? [];
    await expect(
      client().responses.create({ model: 'noek', previous_response_id: id, input: 'Go on' }),
    ).rejects.toMatchObject({ status: 400, code: 'previous_response_not_complete' });
    await reader?.cancel();
    (await llm.call(0)).finish();
  });

  test('a request may refer to items of recent responses, unless they were not to be kept', async () => {
    const { client, llm, personNamed } = await start();
    const first = await client().responses.stream({ model: 'one', input: 'Hello' }).finalResponse();
    const reference = (id = '') => ({ type: 'item_reference' as const, id });
    const ask = (id: string | undefined, by = client()) =>
      by.responses.create({ model: 'one', input: [reference(id), { role: 'user', content: 'And?' }] });
    await ask(first.output[0]?.id);
    expect(llm.calls.at(-1)?.request.messages).toEqual([
      { role: 'assistant', content: 'You drink tea.' },
      { role: 'user', content: 'And?' },
    ]);
    const kept = await client().responses.create({ model: 'noek', input: 'Hello', store: true });
    expect((await ask(kept.output[0]?.id)).status).toBe('completed');
    const unsaved = await client().responses.create({ model: 'one', input: 'Hello', store: false });
    const other = await personNamed({ email: 'bea@people.example' });
    const notFound = { status: 400, param: 'input[0].id', code: 'item_not_found' };
    await expect(ask(unsaved.output[0]?.id)).rejects.toMatchObject(notFound);
    await expect(ask('rs_1')).rejects.toMatchObject(notFound);
    await expect(ask(first.output[0]?.id, client(other.token))).rejects.toMatchObject(notFound);
  });

  test('what a model stops early is incomplete; text that turns out to be a thought is no part of the end', async () => {
    const { client } = await start((call) => {
      call.text('Tea, I think.');
      call.retract();
      call.text('You drink');
      call.finish('length');
    });
    const asked = { model: 'one', input: 'What do I drink?' };
    const whole = await client().responses.create(asked);
    const incomplete = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect(whole).toMatchObject({ ...incomplete, output_text: 'You drink', output: [{ status: 'incomplete' }] });
    const final = await client().responses.stream(asked).finalResponse();
    expect(final).toMatchObject({ ...incomplete, output: [{ content: [{ text: 'You drink' }] }] });
  });

  test('a request that fails is an error before it begins, and a failed response afterwards; it is given back', async () => {
    let begins = false;
    const { post, remaining } = await start((call) => {
      if (begins) call.text('You drink ');
      call.fail(new LlmError('too-long', 'This is too long.'));
    });
    const before = await remaining();
    for (const stream of [false, true]) {
      const refused = await post({ model: 'one', input: 'Hello', stream });
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { error: { type: 'invalid_request_error', code: 'context_length_exceeded', param: 'input' } },
      ]);
    }
    await expect.poll(remaining).toBe(before);
    begins = true;
    const events = eventsOf(await (await post({ model: 'one', input: 'Hello', stream: true })).text());
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: {
        ...{ status: 'failed', error: { code: 'context_length_exceeded', message: 'This is too long.' } },
        output: [{ status: 'incomplete', content: [{ text: 'You drink ' }] }],
      },
    });
  });

  test('an Idempotency-Key gives the same response again, whole and as a stream', async () => {
    const { post, remaining } = await start();
    const before = await remaining();
    const ask = (more: object = {}, key = 'k') =>
      post({ model: 'noek', input: 'Hello', ...more }, { 'Idempotency-Key': key });
    const first = (await (await ask()).json()) as { id: string };
    const again = await ask();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toEqual(first);
    expect((await ask({ input: 'Bye' })).status).toBe(409);
    const streamed = eventsOf(await (await ask({ stream: true }, 's')).text());
    const replayed = eventsOf(await (await ask({ stream: true }, 's')).text());
    expect(replayed.at(-1)?.response).toEqual(streamed.at(-1)?.response);
    expect(await remaining()).toBe(before - 2);
  });

  test('a program that disconnects stops its response', async () => {
    const { post, llm } = await start(null);
    const response = await post({ model: 'one', input: 'Hello', stream: true });
    const reader = response.body?.getReader();
    await reader?.read();
    const call = await llm.call(0);
    await reader?.cancel();
    await expect.poll(() => call.request.signal.aborted).toBe(true);
  });

  const asked = { model: 'one', input: 'Hello' };
  test.each([
    ['not JSON', '{', null],
    ['no input', { model: 'noek' }, 'input'],
    ['no item', { model: 'noek', input: [] }, 'input'],
    ['a number as the input', { model: 'noek', input: 5 }, 'input'],
    ['an item that is none', { model: 'one', input: [null] }, 'input[0]'],
    [
      'an unknown item',
      { model: 'one', input: [{ type: 'computer_call' }] },
      'input[0].type',
      '"function_call_output"',
    ],
    ['an unknown role', { model: 'one', input: [{ role: 'king', content: 'x' }] }, 'input[0].role'],
    [
      'a file',
      { model: 'one', input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-1' }] }] },
      'input[0].content[0].type',
      'as a part of the type "input_text"',
    ],
    [
      'a picture at an address',
      {
        model: 'one',
        input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://evil.example/x.png' }] }],
      },
      'input[0].content[0].image_url',
    ],
    [
      'a picture that was uploaded',
      { model: 'one', input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] }] },
      'input[0].content[0].image_url',
    ],
    [
      'a result without a call',
      { model: 'one', input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }] },
      'input',
    ],
    ['a tool that is none of the program', { ...asked, tools: [{ type: 'web_search' }] }, 'tools[0].type'],
    ['a tool of Codex', { ...asked, tools: [weather, { type: 'custom', name: 'apply_patch' }] }, 'tools[1].type'],
    [
      'tools as an item',
      { model: 'one', input: [{ type: 'additional_tools', role: 'developer', tools: [] }] },
      'input[0].type',
    ],
    ['a nested tool', { ...asked, tools: [{ type: 'function', function: { name: 'x' } }] }, 'tools[0].name'],
    ['an unknown choice', { ...asked, tool_choice: { type: 'web_search' } }, 'tool_choice'],
    ['an unknown format', { ...asked, text: { format: { type: 'xml' } } }, 'text.format.type'],
    ['a format of chat completions', { ...asked, response_format: { type: 'json_object' } }, 'response_format'],
    ['a limit of chat completions', { ...asked, max_tokens: 5 }, 'max_tokens', '"max_output_tokens"'],
    ['work in the background', { ...asked, background: true }, 'background'],
    ['a conversation of OpenAI', { ...asked, conversation: 'conv_1' }, 'conversation'],
    ['a wrong temperature', { ...asked, temperature: 3 }, 'temperature'],
    ['no message of the user', { model: 'noek', input: [{ role: 'assistant', content: 'x' }] }, 'input'],
    [
      'two places to continue',
      { ...asked, previous_response_id: 'resp_1', metadata: { conversation: '1' } },
      'previous_response_id',
    ],
  ])('%s is refused with the name of the field', async (_, body, param, sentence = '') => {
    const { post, remaining } = await start();
    const before = await remaining();
    const response = await post(body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { message: string; param: string | null } };
    expect(error).toMatchObject({ type: 'invalid_request_error', param });
    expect(error.message).toContain(sentence);
    expect(await remaining()).toBe(before);
  });
});
