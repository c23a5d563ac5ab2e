import { describe, expect, test } from 'vitest';
import type { ProviderConfig } from '../../../../settings/setting-values.ts';
import { createLlm } from '../../create-llm.ts';
import type { LlmEvent, LlmMessage, LlmRequest } from '../../llm.ts';
import {
  collect,
  type LoopbackUpstream,
  loopbackUpstream,
  refuse,
  request,
  silentLog,
  stream,
  testTuning,
} from '../../testing/loopback-upstream.ts';
import { eventFrame, events, responseEvents, responseOf, twoProtocols, usage } from '../../testing/two-protocols.ts';

const tools = [{ name: 'web_search', description: 'Searches.', parameters: { type: 'object' } }];
const call = { id: 'c1', name: 'web_search', arguments: '{"query":"tides"}' };
const question: LlmMessage = { role: 'user', content: 'When is high tide?' };

const llmOf = (upstream: LoopbackUpstream, more: Partial<ProviderConfig> = {}) =>
  createLlm({ providers: [upstream.provider({ api: 'responses', ...more })] }, { log: silentLog }, testTuning);
const ask = async (upstream: LoopbackUpstream, more: Partial<LlmRequest> = {}) =>
  collect(await llmOf(upstream), request(more));
/** What the stand-in's answer becomes. */
const read = async (transcript: string, more: Partial<LlmRequest> = {}) =>
  ask(await loopbackUpstream((response) => stream(response, transcript)), more);

describe('a request', () => {
  test('has instructions, items, flat tools, and is not stored', async () => {
    const upstream = await twoProtocols();
    const messages: LlmMessage[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look.', pictures: [{ type: 'image/png', base64: 'aGk=', name: 'beach.png' }] },
      { role: 'assistant', content: 'A beach.' },
      { role: 'system', content: 'In verse.' },
      question,
      { role: 'assistant', content: 'Let me see.', toolCalls: [call] },
      { role: 'tool', callId: 'c1', content: 'Noon.' },
    ];
    await ask(upstream, { messages, tools, store: true, temperature: 1.1 });
    expect(upstream.asked[0]?.url).toBe('/v1/responses');
    expect(upstream.asked[0]?.body).toEqual({
      model: 'test-model',
      instructions: 'Be brief.',
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look.' },
            { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
          ],
        },
        { type: 'message', role: 'assistant', content: 'A beach.' },
        { type: 'message', role: 'system', content: 'In verse.' },
        { type: 'message', role: 'user', content: 'When is high tide?' },
        { type: 'message', role: 'assistant', content: 'Let me see.' },
        { type: 'function_call', call_id: 'c1', name: 'web_search', arguments: '{"query":"tides"}' },
        { type: 'function_call_output', call_id: 'c1', output: 'Noon.' },
      ],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { summary: 'auto' },
      temperature: 1.1,
      tools: [
        {
          type: 'function',
          name: 'web_search',
          description: 'Searches.',
          parameters: { type: 'object' },
          strict: false,
        },
      ],
    });
  });

  test('has what a program asks for under the names of this protocol', async () => {
    const upstream = await twoProtocols();
    const schema = { name: 'tide', schema: { type: 'object' }, strict: true };
    const fields = {
      always: {
        ...{ max_tokens: 5, top_p: 0.5, stop: ['END'], seed: 3, reasoning_effort: 'high', verbosity: 'low' },
        response_format: { type: 'json_schema', json_schema: schema },
      },
      withTools: { tool_choice: { type: 'function', function: { name: 'web_search' } }, parallel_tool_calls: false },
    };
    await ask(upstream, { tools, fields });
    expect(upstream.asked[0]?.body).toMatchObject({
      ...{ max_output_tokens: 16, top_p: 0.5, parallel_tool_calls: false },
      reasoning: { effort: 'high', summary: 'auto' },
      tool_choice: { type: 'function', name: 'web_search' },
      text: { format: { type: 'json_schema', ...schema }, verbosity: 'low' },
    });
    for (const field of ['stop', 'seed', 'max_tokens', 'reasoning_effort', 'response_format'])
      expect(upstream.asked[0]?.body).not.toHaveProperty(field);
  });

  test('to continue an answer has its beginning', async () => {
    const upstream = await twoProtocols();
    await ask(upstream, { messages: [question], continuing: 'At no' });
    expect(upstream.asked[0]?.body.input).toMatchObject([
      { role: 'user', content: question.content },
      { role: 'assistant', content: 'At no' },
      { role: 'user', content: expect.stringContaining('Continue exactly where it stops') },
    ]);
  });
});

describe('an answer', () => {
  const whole = { thought: 'Let me see.', text: 'At noon, I think.', calls: [call] };

  test('is read with its thoughts, calls, reasoning and usage', async () => {
    const answer = await read(events(...responseEvents(whole)), { tools });
    expect(answer).toMatchObject({
      ...{ text: 'At noon, I think.', reasoning: 'Let me see.', error: undefined },
      toolCalls: [{ type: 'tool-call', ...call }],
      finish: {
        reason: 'tool-calls',
        usage: { promptTokens: 20, cachedTokens: 12, completionTokens: 9, reasoningTokens: 4 },
      },
    });
    expect(answer.events.at(-2)).toEqual({
      ...{ type: 'kept-reasoning', provider: 'Upstream', model: 'test-model' },
      items: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Let me see.' }], encrypted_content: 'secret' },
        { type: 'message' },
        { type: 'function_call', call_id: 'c1' },
      ],
    });
  });

  const all = responseEvents(whole);
  test.each(all.slice(0, -1).map(({ type }, at) => [at, type]))(
    'that ends after event %i (%s) is a cut: what was said is kept, and otherwise it is asked again',
    async (at) => {
      const upstream = await loopbackUpstream((response, number) =>
        stream(response, number === 1 ? events(...all.slice(0, at + 1)) : responseOf('Again.')),
      );
      const answer = await ask(upstream, { tools });
      const said = all.slice(0, at + 1).map(({ type, delta }) => (type === 'response.output_text.delta' ? delta : ''));
      if (said.join('')) expect(answer).toMatchObject({ text: said.join(''), error: { kind: 'broken-off' } });
      else expect(answer).toMatchObject({ text: 'Again.', error: undefined });
      expect(answer.toolCalls).toEqual([]);
      expect(upstream.asked).toHaveLength(said.join('') ? 1 : 2);
    },
  );

  test.each(['whole', 'in frames'])('that breaks off without its last event is not complete (%s)', async (how) => {
    const upstream = await loopbackUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (how === 'whole') response.write(events(...all.slice(0, -1)), () => response.destroy());
      else response.end(events(...all.slice(0, -1)) + eventFrame(all.at(-1) ?? {}).slice(0, -40));
    });
    expect(await ask(upstream, { tools })).toMatchObject({ text: 'At noon, I think.', error: { kind: 'broken-off' } });
  });

  test('ends at its last event, although the connection stays open and without [DONE]', async () => {
    const upstream = await loopbackUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(responseOf('Hi.'));
    });
    const llm = await createLlm(
      { providers: [upstream.provider({ api: 'responses' })] },
      { log: silentLog },
      { ...testTuning, finishGraceMs: 3_600_000 },
    );
    expect(await collect(llm)).toMatchObject({ text: 'Hi.', finish: { reason: 'stop' } });
  });

  test('with unknown events, comments and [DONE] is the same', async () => {
    const strange = [
      eventFrame({ type: 'response.tea.brewed', item: { type: 'tea' }, delta: 'tea' }),
      ': keep-alive\n\n',
      eventFrame({ type: 'keepalive' }),
    ].join('');
    const known = responseEvents({ text: 'Hi there.' }).map((event) => eventFrame(event));
    const answer = await read(`${strange}${known.join(strange)}data: [DONE]\n\n`);
    expect(answer).toMatchObject({ text: 'Hi there.', finish: { reason: 'stop' }, error: undefined });
  });

  test('that is not streamed is read, too', async () => {
    const completed = responseEvents(whole).at(-1)?.response;
    const answer = await read(JSON.stringify(completed, null, 2), { tools });
    expect(answer).toMatchObject({
      ...{ text: 'At noon, I think.', reasoning: 'Let me see.', toolCalls: [call], error: undefined },
      finish: { reason: 'tool-calls', usage: { completionTokens: 9 } },
    });
    expect(answer.events.filter(({ type }) => type === 'kept-reasoning')).toHaveLength(1);
  });

  const ended = (type: string, response: object, ...before: object[]) =>
    events(...responseEvents({ text: 'So far' }).slice(0, -1), ...(before as { type: string }[]), {
      type,
      response: { object: 'response', output: [], usage, ...response },
    });

  test.each([
    ['its limit', 'max_output_tokens', 'length'],
    ['a filter', 'content_filter', 'content-filter'],
    ['no reason', undefined, 'length'],
  ])('that is incomplete because of %s says so', async (_, reason, finish) => {
    const response = { status: 'incomplete', incomplete_details: reason ? { reason } : null };
    expect(await read(ended('response.incomplete', response))).toMatchObject({
      ...{ text: 'So far', finish: { reason: finish, usage: { promptTokens: 20 } }, error: undefined },
    });
  });

  test('that is called completed but is incomplete reached its limit, as vLLM sends it', async () => {
    const response = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect(await read(ended('response.completed', response))).toMatchObject({ finish: { reason: 'length' } });
  });

  test.each([
    ['response.failed', { status: 'failed', error: { code: 'server_error', message: 'Sorry.' } }],
    ['response.cancelled', { status: 'cancelled' }],
  ])('that ends with %s after its first word is broken off', async (type, response) => {
    expect(await read(ended(type, response))).toMatchObject({ text: 'So far', error: { kind: 'broken-off' } });
  });

  test('that fails before its first word is asked for again', async () => {
    const failed = {
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'server_error', message: '' } },
    };
    const upstream = await loopbackUpstream((response, number) =>
      stream(response, number === 1 ? events(...responseEvents({}).slice(0, 2), failed) : responseOf('Hi.')),
    );
    expect(await ask(upstream)).toMatchObject({ text: 'Hi.', error: undefined });
    expect(upstream.asked).toHaveLength(2);
  });

  test.each([
    ['an event', eventFrame({ type: 'error', code: 'rate_limit_exceeded', message: 'Slow.', param: null })],
    ['an event of a gateway', eventFrame({ type: 'error', error: { type: 'rate_limit_exceeded', message: 'Slow.' } })],
    ['a body', JSON.stringify({ error: { code: 'rate_limit_exceeded', message: 'Slow.' } })],
    [
      'a failed response',
      JSON.stringify({ object: 'response', status: 'failed', error: { code: 'rate_limit_exceeded' } }),
    ],
  ])('that is an error in a successful response has its kind: %s', async (_, transcript) => {
    expect(await read(transcript)).toMatchObject({ events: [], error: { kind: 'rate-limited' } });
  });

  test('whose pieces were lost has the text and the arguments of its items', async () => {
    const lossy = responseEvents(whole).filter(
      ({ type, delta }) => type !== 'response.output_text.delta' && delta !== call.arguments.slice(0, 9),
    );
    const answer = await read(events(...lossy), { tools });
    expect(answer).toMatchObject({ text: 'At noon, I think.', toolCalls: [call] });
    const last = responseEvents(whole).filter(({ type }) => !/arguments|item\.done|output_text/.test(type));
    expect(await read(events(...last), { tools })).toMatchObject({ text: 'At noon, I think.', toolCalls: [call] });
  });

  test('with calls side by side keeps them apart', async () => {
    const calls = [call, { id: 'c2', name: 'web_search', arguments: '{"query":"moon"}' }];
    const inOrder = responseEvents({ calls });
    const [before, after] = [inOrder.slice(0, 2), inOrder.slice(-1)];
    const [first, second] = [0, 1].map((n) => inOrder.filter(({ output_index: at }) => at === n));
    const mixed = (first ?? []).flatMap((event, at) => [event, second?.[at] ?? event]);
    const answer = await read(events(...before, ...mixed, ...after), { tools });
    expect(answer.toolCalls).toEqual(calls.map((one) => ({ type: 'tool-call', ...one })));
  });

  test('whose reasoning comes as a summary and as text has it once', async () => {
    const place = { output_index: 0, item_id: 'rs_0' };
    const thoughts = [
      { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta: 'First.' },
      { type: 'response.reasoning_text.delta', ...place, content_index: 0, delta: 'At length.' },
      { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 1, delta: 'Second.' },
    ];
    expect(await read(events(...thoughts) + responseOf('Hi.'))).toMatchObject({ reasoning: 'First.\n\nSecond.' });
  });

  test('that the model refuses to give is shown', async () => {
    const refusal = {
      type: 'response.refusal.delta',
      output_index: 0,
      item_id: 'msg_0',
      content_index: 0,
      delta: 'I cannot.',
    };
    expect(await read(events(refusal, ...responseEvents({}).slice(-1)))).toMatchObject({
      ...{ text: 'I cannot.', finish: { reason: 'stop' } },
    });
  });

  test('of nothing is empty', async () => {
    expect(await read(events(...responseEvents({})))).toMatchObject({ error: { kind: 'wordless' } });
    expect(await read(events(...responseEvents({ thought: 'Hm.' })))).toMatchObject({ error: { kind: 'wordless' } });
  });

  test('of nothing but calls that were not offered is asked for again, without its reasoning', async () => {
    const fly = { id: 'c1', name: 'fly', arguments: '{}' };
    const upstream = await loopbackUpstream((response, number) =>
      stream(response, number === 1 ? events(...responseEvents({ thought: 'Hm.', calls: [fly] })) : responseOf('Hi.')),
    );
    const answer = await ask(upstream, { tools });
    expect(answer).toMatchObject({ text: 'Hi.', error: undefined });
    expect(answer.events.some(({ type }) => type === 'kept-reasoning')).toBe(false);
  });

  test('ends at once when it is stopped', async () => {
    const upstream = await loopbackUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events(...responseEvents({ text: 'So far' }).slice(0, 6)));
    });
    const stop = new AbortController();
    const llm = await llmOf(upstream);
    for await (const event of llm.stream(request({ signal: stop.signal }))) if (event.type === 'text') stop.abort();
    await upstream.left;
  });
});

describe('encrypted reasoning', () => {
  const kept = (more: object = {}): LlmMessage => ({
    ...{ role: 'assistant', content: 'Let me see.', toolCalls: [call] },
    reasoning: {
      ...{ provider: 'Upstream', model: 'test-model' },
      items: [
        { type: 'reasoning', summary: [], encrypted_content: 'first' },
        { type: 'message', phase: 'commentary' },
        { type: 'reasoning', summary: [], encrypted_content: 'second' },
        { type: 'function_call', call_id: 'c1' },
        { type: 'reasoning', summary: [], encrypted_content: 'of a call that was left out' },
        { type: 'function_call', call_id: 'c9' },
      ],
      ...more,
    },
  });
  const result: LlmMessage = { role: 'tool', callId: 'c1', content: 'Noon.' };
  const sent = async (more: object) => {
    const upstream = await twoProtocols();
    await ask(upstream, { messages: [question, kept(more), result], tools });
    return upstream.asked[0]?.body.input as { type: string }[];
  };

  test('goes back in its place, but not without what follows it', async () => {
    expect((await sent({})).slice(1)).toEqual([
      { type: 'reasoning', summary: [], encrypted_content: 'first' },
      { type: 'message', role: 'assistant', content: 'Let me see.', phase: 'commentary' },
      { type: 'reasoning', summary: [], encrypted_content: 'second' },
      { type: 'function_call', call_id: 'c1', name: 'web_search', arguments: '{"query":"tides"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'Noon.' },
    ]);
  });

  test('never goes to another model, to another provider, or to chat', async () => {
    for (const other of [{ model: 'other' }, { provider: 'Other' }])
      expect((await sent(other)).map(({ type }) => type)).not.toContain('reasoning');
    const upstream = await twoProtocols();
    const llm = await llmOf(upstream, { api: 'chat' });
    await collect(llm, request({ messages: [question, kept(), result], tools }));
    expect(JSON.stringify(upstream.asked[0]?.body)).not.toMatch(/encrypted|reasoning/);
  });

  test.each([
    [
      400,
      'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted.',
    ],
    [400, "Item 'rs_1' of type 'reasoning' was provided without its required following item."],
    [404, "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false."],
  ])('that is refused is left out of this request alone: %i %s', async (status, message) => {
    const upstream = await twoProtocols((response, { input }) => {
      const isRefused = JSON.stringify(input).includes('"first"');
      if (isRefused) refuse(response, status, { message, type: 'invalid_request_error', param: 'input' });
      return isRefused;
    });
    const llm = await llmOf(upstream);
    const asked = request({ messages: [question, kept(), result], tools });
    expect(await collect(llm, asked)).toMatchObject({ text: 'Hi.', error: undefined });
    expect(upstream.asked).toHaveLength(2);
    expect(upstream.asked[1]?.body).toMatchObject({ tools: [{}], include: ['reasoning.encrypted_content'] });
    expect(llm.providers()[0]?.refusals).toEqual([]);
  });
});

test('the next provider answers when one fails', async () => {
  const broken = await loopbackUpstream((response) => refuse(response, 503));
  const works = await twoProtocols();
  const llm = await createLlm(
    {
      providers: [
        broken.provider({ name: 'First', api: 'responses' }),
        works.provider({ name: 'Second', api: 'responses' }),
      ],
    },
    { log: silentLog },
    testTuning,
  );
  expect((await collect(llm)).answering).toEqual(['Second · test-model']);
});

test('all text of one network read is one event', async () => {
  const text = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ');
  const { events: told } = await read(responseOf(text));
  expect(told.filter(({ type }: LlmEvent) => type === 'text').length).toBeLessThan(20);
});
