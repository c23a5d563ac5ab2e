import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { createLlm } from '../create-llm.ts';
import type { LlmMessage } from '../llm.ts';
import {
  answerOf,
  collect,
  data,
  delta,
  done,
  type LoopbackUpstream,
  loopbackUpstream,
  refuse,
  request,
  silentLog,
  stream,
  testTuning,
  text,
} from '../testing/loopback-upstream.ts';

const tools = [{ name: 'web_search', description: 'Searches.', parameters: { type: 'object' } }];
const question: LlmMessage = { role: 'user', content: 'When is high tide?' };
const call = { id: 'c1', name: 'web_search', arguments: '{"query":"tides"}' };
const result: LlmMessage = { role: 'tool', callId: 'c1', content: 'Noon.' };
const afterTool: LlmMessage[] = [question, { role: 'assistant', content: '', toolCalls: [call] }, result];

const llmOf = (...upstreams: LoopbackUpstream[]) =>
  createLlm(
    { providers: upstreams.map((upstream, at) => upstream.provider({ name: `Number ${at}` })) },
    { log: silentLog },
    testTuning,
  );
const answering = (refusal: (response: ServerResponse, body: Record<string, unknown>) => boolean) =>
  loopbackUpstream((response, _, { body }) => refusal(response, body) || stream(response, answerOf('At noon.')));
/** The messages of the n-th request, and whether it offered tools. */
const asked = ({ asked: all }: LoopbackUpstream, at: number) => {
  const { messages = [], tools: offered } = (all[at]?.body ?? {}) as { messages?: { role: string }[]; tools?: unknown };
  return { messages, offersTools: offered !== undefined };
};

test('calls and results go back in the form of the protocol', async () => {
  const upstream = await answering(() => false);
  await collect(await llmOf(upstream), request({ messages: afterTool, tools }));
  expect(asked(upstream, 0)).toEqual({
    offersTools: true,
    messages: [
      question,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'web_search', arguments: '{"query":"tides"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Noon.' },
    ],
  });
});

test.each([
  ['arguments that are cut off', { ...call, arguments: '{"query": "ti' }, { name: 'web_search', arguments: '{}' }],
  ['a name that is none', { ...call, name: 'web search!' }, { name: 'web_search_', arguments: call.arguments }],
  ['no name', { ...call, name: '' }, { name: 'unknown', arguments: call.arguments }],
])('a call with %s goes back in a form that servers can read', async (_, made, sent) => {
  const upstream = await answering(() => false);
  const messages: LlmMessage[] = [question, { role: 'assistant', content: '', toolCalls: [made] }, result];
  await collect(await llmOf(upstream), request({ messages, tools }));
  expect(asked(upstream, 0).messages[1]).toMatchObject({ tool_calls: [{ id: 'c1', function: sent }] });
});

test("Gemini's thought signature goes back to the provider that sent it, and to no other", async () => {
  const extra = { google: { thought_signature: 'sig' } };
  const fragment = { index: 0, id: 'c1', function: { name: 'web_search', arguments: '{}' }, extra_content: extra };
  const gemini = await loopbackUpstream((response, number) =>
    number === 1
      ? stream(response, delta({ tool_calls: [fragment] }) + delta({}, 'stop') + done)
      : refuse(response, number === 2 ? 401 : 500),
  );
  const other = await answering(() => false);
  const llm = await llmOf(gemini, other);
  const { toolCalls } = await collect(llm, request({ tools }));
  const messages: LlmMessage[] = [question, { role: 'assistant', content: '', toolCalls }, result];
  expect(await collect(llm, request({ messages, tools }))).toMatchObject({ text: 'At noon.' });
  const sent = (upstream: LoopbackUpstream, at: number) => JSON.stringify(asked(upstream, at).messages);
  expect(sent(gemini, 1)).toContain(JSON.stringify({ extra_content: extra }).slice(1, -1));
  expect(sent(other, 0)).not.toContain('thought_signature');
});

test('without tools, results are sent as text and calls not at all', async () => {
  const upstream = await answering(() => false);
  await collect(await llmOf(upstream), request({ messages: afterTool }));
  const { messages } = asked(upstream, 0);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'user']);
  expect(messages.at(-1)).toMatchObject({ content: expect.stringContaining('Noon.') });
});

test.each([
  ['Ollama', 400, 'registry.example/library/tiny:2b does not support tools'],
  ['OpenRouter', 404, 'No endpoints found that support tool use.'],
  ['llama.cpp', 500, 'tools param requires --jinja flag'],
  ['a strict server', 422, 'Extra inputs are not permitted: tools'],
])('tools that %s refuses are left out from then on', async (_, status, message) => {
  const upstream = await answering((response, { tools: offered }) => {
    if (offered) refuse(response, status, { message });
    return Boolean(offered);
  });
  const llm = await llmOf(upstream);
  for (let turn = 0; turn < 2; turn++)
    expect(await collect(llm, request({ tools }))).toMatchObject({ text: 'At noon.', error: undefined });
  expect([0, 1, 2].map((at) => asked(upstream, at).offersTools)).toEqual([true, false, false]);
});

test('tools that a server refuses in plain text are left out, too', async () => {
  const upstream = await answering((response, { tools: offered }) => {
    if (offered) response.writeHead(500, { 'content-type': 'text/plain' }).end('This model does not support tools.');
    return Boolean(offered);
  });
  expect(await collect(await llmOf(upstream), request({ tools }))).toMatchObject({ text: 'At noon.' });
  expect([0, 1].map((at) => asked(upstream, at).offersTools)).toEqual([true, false]);
});

describe('tools that a server refuses in a successful response', () => {
  const refusals: [where: string, transcript: string][] = [
    ['the first frame', data({ error: { message: 'this model does not support tools', code: 400 } })],
    ['an error frame without a status', `event: error\n${data({ message: 'Tools are not supported.' })}`],
    ['a frame after the role', delta({ role: 'assistant', content: '' }) + data({ error: 'tools are not supported' })],
    [
      'the error of the server behind a gateway',
      data({ error: { message: 'Provider returned error', code: 502, metadata: { raw: '"tools" is not supported' } } }),
    ],
    ['a body that is not streamed', JSON.stringify({ error: { message: 'does not support tools' } })],
  ];
  test.each(refusals)('in %s: it is asked without them, as after a 400', async (_, transcript) => {
    const upstream = await answering((response, { tools: offered }) => {
      if (offered) stream(response, transcript);
      return Boolean(offered);
    });
    const llm = await llmOf(upstream);
    for (let turn = 0; turn < 2; turn++)
      expect(await collect(llm, request({ tools }))).toMatchObject({ text: 'At noon.', error: undefined });
    expect(upstream.asked.map((_, at) => asked(upstream, at).offersTools)).toEqual([true, false, false]);
    expect(llm.providers()).toMatchObject([{ failures: 0, refusals: [{ what: 'tools', model: 'test-model' }] }]);
  });

  test('after the first word, the answer was broken off', async () => {
    const transcript = text('At ') + data({ error: { message: 'this model does not support tools' } });
    const upstream = await loopbackUpstream((response) => stream(response, transcript));
    const answer = await collect(await llmOf(upstream), request({ tools }));
    expect(answer).toMatchObject({ text: 'At ', error: { kind: 'broken-off' } });
    expect(upstream.asked).toHaveLength(1);
  });

  test('another error does not leave them out', async () => {
    const upstream = await loopbackUpstream((response) =>
      stream(response, data({ error: { message: 'The tool server is on fire.', code: 503 } })),
    );
    const llm = await llmOf(upstream);
    expect(await collect(llm, request({ tools }))).toMatchObject({ error: { kind: 'refused' } });
    expect(upstream.asked.map((_, at) => asked(upstream, at).offersTools)).toEqual([true, true]);
    expect(llm.providers()).toMatchObject([{ refusals: [] }]);
  });

  test('the same holds for the other fields that may be left out', async () => {
    const upstream = await answering((response, { stream_options: options }) => {
      if (options) stream(response, data({ error: { message: 'stream_options is unknown', code: 400 } }));
      return Boolean(options);
    });
    const llm = await llmOf(upstream);
    expect(await collect(llm)).toMatchObject({ text: 'At noon.' });
    expect(llm.providers()).toMatchObject([{ refusals: [{ what: 'stream_options' }] }]);
  });
});

describe('what a model refused', () => {
  const refusing = () =>
    answering((response, { tools: offered }) => {
      if (offered) refuse(response, 400, { message: 'does not support tools' });
      return Boolean(offered);
    });
  const offers = (upstream: LoopbackUpstream) => upstream.asked.map((_, at) => asked(upstream, at).offersTools);

  test('is remembered for an hour', async () => {
    const upstream = await refusing();
    const llm = await llmOf(upstream);
    const startedAt = Date.now();
    const ask = async (afterMs: number) => {
      vi.spyOn(Date, 'now').mockImplementation(() => startedAt + afterMs);
      expect(await collect(llm, request({ tools }))).toMatchObject({ text: 'At noon.' });
    };
    await ask(0);
    await ask(59 * 60_000);
    expect(offers(upstream)).toEqual([true, false, false]);
    const [{ refusals: [refusal] = [] } = {}] = llm.providers();
    expect((refusal?.until ?? 0) - Date.now()).toBeGreaterThan(0);
    await ask(61 * 60_000);
    expect(offers(upstream)).toEqual([true, false, false, true, false]);
  });

  test('is asked for again after an administrator tried the provider', async () => {
    const upstream = await refusing();
    const llm = await llmOf(upstream);
    await collect(llm, request({ tools }));
    expect(await llm.tryProvider('Number 0', new AbortController().signal)).toMatchObject({ refusals: [] });
    await collect(llm, request({ tools }));
    expect(offers(upstream)).toEqual([true, false, false, true, false]);
  });
});

test.each([
  ['a call that it could not read', 'Missing thought_signature in functionCall parts'],
  ['a call that the model got wrong', "tool call validation failed: attempted to call 'fly' not in request.tools"],
])('a request refused because of %s is repeated without tools, and the next one has them again', async (_, message) => {
  const upstream = await answering((response, { tools: offered }) => {
    if (offered) refuse(response, 400, { message });
    return Boolean(offered);
  });
  const llm = await llmOf(upstream);
  for (let turn = 0; turn < 2; turn++)
    expect(await collect(llm, request({ messages: afterTool, tools }))).toMatchObject({ text: 'At noon.' });
  expect([0, 1, 2, 3].map((at) => asked(upstream, at).offersTools)).toEqual([true, false, true, false]);
});

test('a conversation that is too long is not repeated without tools', async () => {
  const upstream = await answering((response) => {
    refuse(response, 400, { message: 'Too long', code: 'context_length_exceeded' });
    return true;
  });
  expect(await collect(await llmOf(upstream), request({ tools }))).toMatchObject({ error: { kind: 'too-long' } });
  expect(upstream.asked).toHaveLength(1);
});

test('a server whose template wants roles to alternate gets neighbours as one message', async () => {
  const upstream = await answering((response, { messages }) => {
    const roles = (messages as { role: string }[]).map(({ role }) => role);
    const alternate = roles.every((role, at) => role !== roles[at - 1]);
    if (!alternate) refuse(response, 500, { message: 'Conversation roles must alternate user/assistant/user' });
    return !alternate;
  });
  const llm = await llmOf(upstream);
  const messages: LlmMessage[] = [{ role: 'user', content: 'Data.' }, question];
  expect(await collect(llm, request({ messages }))).toMatchObject({ text: 'At noon.' });
  expect(asked(upstream, 1).messages).toEqual([{ role: 'user', content: 'Data.\n\nWhen is high tide?' }]);
});

test.each([
  ['vLLM', 400, { message: 'System role not supported', type: 'BadRequestError' }],
  ['llama.cpp', 500, { message: 'Jinja Exception: System role not supported' }],
  ['Google', 400, { message: 'Developer instruction is not enabled for models/gemma-3-27b-it' }],
  ['OpenAI', 400, { message: "Unsupported value: 'messages[0].role' does not support 'system' with this model." }],
  ['a template that alternates', 400, { message: 'Conversation roles must alternate user/assistant/user' }],
])(
  'a model without system messages gets their text in the first message of the person: %s',
  async (_, status, error) => {
    const upstream = await answering((response, { messages }) => {
      const isRefused = (messages as { role: string }[]).some(({ role }) => role === 'system');
      if (isRefused) refuse(response, status, error);
      return isRefused;
    });
    const llm = await llmOf(upstream);
    const answered: LlmMessage = { role: 'assistant', content: 'At one.' };
    const messages: LlmMessage[] = [
      ...[{ role: 'system', content: 'Be brief.' } as const, question],
      ...[answered, { role: 'system', content: 'In verse.' } as const, question],
    ];
    for (let turn = 0; turn < 2; turn++)
      expect(await collect(llm, request({ messages }))).toMatchObject({ text: 'At noon.', error: undefined });
    expect(upstream.asked).toHaveLength(3);
    const moved = { role: 'user', content: 'Be brief.\n\nIn verse.\n\nWhen is high tide?' };
    expect(asked(upstream, 2).messages).toEqual([moved, answered, question]);
    expect(llm.providers()[0]?.refusals).toMatchObject([{ what: 'system' }]);
  },
);

test('a whole call that comes twice is one call', async () => {
  const fragment = { index: 0, id: 'c1', function: { name: 'web_search', arguments: '{"query":"tides"}' } };
  const whole = delta({ tool_calls: [fragment] });
  const upstream = await loopbackUpstream((response) => stream(response, whole + whole + delta({}, 'stop') + done));
  expect((await collect(await llmOf(upstream), request({ tools }))).toolCalls).toEqual([
    { type: 'tool-call', ...call },
  ]);
});

test('a call of a tool that was not offered is ignored', async () => {
  const fragment = (index: number, name: string) => ({ index, id: `c${index}`, function: { name, arguments: '{}' } });
  const calls = delta({ tool_calls: [fragment(0, 'fly'), fragment(1, 'web_search')] });
  const upstream = await loopbackUpstream((response) => stream(response, calls + delta({}, 'stop') + done));
  const { toolCalls } = await collect(await llmOf(upstream), request({ tools }));
  expect(toolCalls.map(({ name }) => name)).toEqual(['web_search']);
});

test('an answer of nothing but calls that were not offered is empty, and the next provider answers', async () => {
  const fly = delta({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'fly', arguments: '{}' } }] });
  const flying = await loopbackUpstream((response) => stream(response, fly + delta({}, 'stop') + done));
  expect(await collect(await llmOf(flying, await answering(() => false)), request({ tools }))).toMatchObject({
    text: 'At noon.',
    toolCalls: [],
  });
});

test('a call that a small model writes as its text is a call', async () => {
  const written = '<tool_call>{"name": "web_search", "arguments": {"query": "tides"}}</tool_call>';
  const pieces = (written.match(/.{1,7}/g) ?? []).map((content) => delta({ content })).join('');
  const upstream = await loopbackUpstream((response) => stream(response, pieces + delta({}, 'stop') + done));
  const llm = await llmOf(upstream);
  expect(await collect(llm, request({ tools }))).toMatchObject({
    text: '',
    toolCalls: [{ name: 'web_search', arguments: '{"query":"tides"}' }],
    finish: { reason: 'tool-calls' },
  });
  expect(await collect(llm)).toMatchObject({ text: '', toolCalls: [], error: { kind: 'only-tools' } });
});

test('a name that a model writes differently still means the tool', async () => {
  const call = { index: 0, id: 'c1', function: { name: 'functions.webSearch', arguments: '{"query":"tides"}' } };
  const upstream = await loopbackUpstream((response) =>
    stream(response, delta({ tool_calls: [call] }) + delta({}, 'stop') + done),
  );
  expect(await collect(await llmOf(upstream), request({ tools }))).toMatchObject({
    toolCalls: [{ name: 'web_search', arguments: '{"query":"tides"}' }],
  });
});

test('prose before a call that a model writes as its text is shown, and the call is a call', async () => {
  const written = 'Let me look.\n<tool_call>{"name": "webSearch", "arguments": {"query": "tides"}}</tool_call>';
  const upstream = await loopbackUpstream((response) => stream(response, answerOf(written)));
  expect(await collect(await llmOf(upstream), request({ tools }))).toMatchObject({
    text: 'Let me look.\n',
    toolCalls: [{ name: 'web_search', arguments: '{"query":"tides"}' }],
    finish: { reason: 'tool-calls' },
  });
});

describe('a model that writes calls as its text', () => {
  const written = '<tool_call>{"name": "web_search", "arguments": {"query": "tides"}}</tool_call>';
  const writing = delta({ content: written }) + delta({}, 'stop') + done;

  test('is understood when its server refuses tools', async () => {
    const upstream = await loopbackUpstream((response, _, { body }) =>
      'tools' in body ? refuse(response, 400, { message: 'does not support tools' }) : stream(response, writing),
    );
    const { text, toolCalls } = await collect(await llmOf(upstream), request({ tools }));
    expect([text, toolCalls.map(({ name }) => name)]).toEqual(['', ['web_search']]);
  });

  test('and is offered none after it has used some: people do not read the call', async () => {
    const upstream = await loopbackUpstream((response) => stream(response, writing));
    const llm = await llmOf(upstream);
    expect(await collect(llm, request({ messages: afterTool }))).toMatchObject({
      text: '',
      toolCalls: [],
      error: { kind: 'only-tools' },
    });
  });
});
