import { describe, expect, test } from 'vitest';
import type { ProviderConfig } from '../../../settings/setting-values.ts';
import { createLlm } from '../create-llm.ts';
import type { LlmFields } from '../llm.ts';
import { notesInMemory } from '../notes/model-notes.ts';
import {
  answerOf,
  collect,
  type LoopbackUpstream,
  loopbackUpstream,
  refuse,
  request,
  silentLog,
  stream,
  testTuning,
} from '../testing/loopback-upstream.ts';
import { likeOpenAi, protocolsOf, responseOf, toolsWithReasoning, twoProtocols } from '../testing/two-protocols.ts';
import { isResponsesModel } from './open-ai.ts';

const tools = [{ name: 'web_search', description: 'Searches.', parameters: { type: 'object' } }];
const llmOf = (upstream: LoopbackUpstream, more: Partial<ProviderConfig> = {}, notes = notesInMemory()) =>
  createLlm({ providers: [upstream.provider(more)] }, { log: silentLog, notes }, testTuning);
const bodies = ({ asked }: LoopbackUpstream) => asked.map(({ body }) => body);
const fieldsOf = (always: object, withTools: object = {}): LlmFields => ({
  always: always as LlmFields['always'],
  withTools: withTools as LlmFields['withTools'],
});
/** An answer in the protocol that was used. */
const answered = (url: string) => (url.endsWith('/responses') ? responseOf('Hi.') : answerOf('Hi.'));

describe('a model that takes tools only at /responses', () => {
  test('is asked there from then on, also by a process that starts later', async () => {
    const upstream = await twoProtocols(likeOpenAi);
    const notes = notesInMemory();
    for (let process = 0; process < 2; process++) {
      const llm = await llmOf(upstream, {}, notes);
      const { text, events } = await collect(llm, request({ tools }));
      expect([text, events[0]]).toEqual(['Hi.', { type: 'answering', provider: 'Upstream', model: 'test-model' }]);
    }
    expect(protocolsOf(upstream)).toEqual(['chat', 'responses', 'responses']);
    expect(bodies(upstream).every((body) => 'tools' in body)).toBe(true);
  });

  test.each([
    ['without naming it', 400, toolsWithReasoning('gpt-5.6', '')],
    [
      'as a model for Responses alone',
      404,
      { message: 'This model is only supported in v1/responses and not in v1/chat/completions.' },
    ],
    [
      'in the words of a gateway',
      400,
      { message: 'Tools cannot be used together with reasoning: not supported. Use the Responses API.' },
    ],
  ])('%s, too', async (_, status, error) => {
    const upstream = await twoProtocols((response, _body, protocol) => {
      if (protocol === 'chat') refuse(response, status, error);
      return protocol === 'chat';
    });
    expect(await collect(await llmOf(upstream), request({ tools }))).toMatchObject({ text: 'Hi.' });
    expect(protocolsOf(upstream)).toEqual(['chat', 'responses']);
  });

  test.each([
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [404, '<html><h1>404 page not found</h1></html>'],
  ])('at a server without /responses (%i %s) gets its tools without reasoning', async (status, message) => {
    const upstream = await twoProtocols((response, body, protocol) => {
      if (protocol === 'responses') response.writeHead(status).end(message);
      return protocol === 'responses' || likeOpenAi(response, body, protocol);
    });
    const llm = await llmOf(upstream);
    for (let turn = 0; turn < 2; turn++)
      expect(await collect(llm, request({ tools }))).toMatchObject({ text: 'Hi.', error: undefined });
    expect(protocolsOf(upstream)).toEqual(['chat', 'responses', 'chat', 'chat', 'chat']);
    expect(bodies(upstream).at(-1)).toMatchObject({ tools: [{}], reasoning_effort: 'none' });
    expect(llm.providers()).toMatchObject([{ failures: 0, refusals: [{ what: 'tools_with_reasoning' }] }]);
  });

  test('with "api": "chat" gets its tools without reasoning, and an answer without tools reasons', async () => {
    const upstream = await twoProtocols(likeOpenAi);
    const llm = await llmOf(upstream, { api: 'chat' });
    const { events } = await collect(llm, request({ tools }));
    expect(events[0]).toEqual({ type: 'answering', provider: 'Upstream', model: 'test-model' });
    await collect(llm, request());
    expect(protocolsOf(upstream)).toEqual(['chat', 'chat', 'chat']);
    expect(bodies(upstream).map((body) => body.reasoning_effort)).toEqual([undefined, 'none', undefined]);
  });

  test.each([
    [
      'a value',
      {
        message:
          "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'low', 'medium', 'high'.",
      },
    ],
    ['a parameter', { message: 'Unsupported parameter', param: 'reasoning_effort' }],
    ['no help', toolsWithReasoning('gpt-6-astra', 'Use /v1/responses.')],
  ])("that has no 'none', as %s, answers without tools and says so", async (_, error) => {
    const upstream = await twoProtocols((response, body, protocol) => {
      if ('tools' in body && body.reasoning_effort === 'none') refuse(response, 400, error);
      return ('tools' in body && body.reasoning_effort === 'none') || likeOpenAi(response, body, protocol);
    });
    const llm = await llmOf(upstream, { api: 'chat' });
    for (let turn = 0; turn < 2; turn++) {
      const { text, events } = await collect(llm, request({ tools }));
      expect([text, events[0]]).toMatchObject(['Hi.', { type: 'answering', toolsLeftOut: true }]);
    }
    expect(upstream.asked).toHaveLength(4);
    expect(bodies(upstream).at(-1)).not.toHaveProperty('reasoning_effort');
    expect(llm.models()).toMatchObject([{ tools: 'no' }]);
    expect((await collect(llm, request())).events[0]).not.toHaveProperty('toolsLeftOut');
  });
});

test.each([
  ['gpt-5.4', 'responses'],
  ['gpt-5.10-mini', 'responses'],
  ['gpt-6', 'responses'],
  ['gpt-6.1-terra', 'responses'],
  ['gpt-10-2028-01-01', 'responses'],
  ['ft:gpt-6-luna:org::id', 'responses'],
  ['gpt-5.3', 'chat'],
  ['gpt-5-2025-08-07', 'chat'],
  ['gpt-4o', 'chat'],
  ['gpt-4-0613', 'chat'],
  ['gpt-3.5-turbo', 'chat'],
  ['gpt-oss-120b', 'chat'],
  ['gpt-image-2', 'chat'],
])('OpenAI is asked for %s with %s', (model, protocol) => {
  expect(isResponsesModel(model)).toBe(protocol === 'responses');
});

describe.each(['chat', 'responses'] as const)('over %s', (api) => {
  /** Refuses requests for which `says` has an error. */
  async function refusing(says: (body: Record<string, unknown>) => object | null) {
    const upstream = await loopbackUpstream((response, _, { url, body }) => {
      const error = says(body);
      if (error) refuse(response, 400, { type: 'invalid_request_error', ...error });
      else stream(response, answered(url));
    });
    const notes = notesInMemory();
    return { upstream, llm: () => llmOf(upstream, { api }, notes) };
  }

  test.each([
    [
      'temperature',
      { temperature: 1 },
      { param: 'temperature', message: "Unsupported parameter: 'temperature' is not supported with this model." },
    ],
    ['top_p', { fields: fieldsOf({ top_p: 0.5 }) }, { message: '`top_p` is deprecated for this model.' }],
    [
      'parallel_tool_calls',
      { tools, fields: fieldsOf({}, { parallel_tool_calls: true }) },
      { message: "Unsupported parameter: 'parallel_tool_calls'" },
    ],
    [
      'tool_choice',
      { tools, fields: fieldsOf({}, { tool_choice: 'required' }) },
      { message: 'Thinking may not be enabled when tool_choice forces tool use.' },
    ],
  ])('a refused %s is left out once, remembered, and nothing else with it', async (field, asked, error) => {
    const { upstream, llm } = await refusing((body) => (field in body ? error : null));
    for (let process = 0; process < 2; process++)
      expect(await collect(await llm(), request(asked))).toMatchObject({ text: 'Hi.', error: undefined });
    expect(bodies(upstream).map((body) => field in body)).toEqual([true, false, false]);
    if ('tools' in asked) expect(bodies(upstream).every((body) => 'tools' in body)).toBe(true);
    expect((await llm()).providers()).toMatchObject([{ refusals: [{ what: field, model: 'test-model' }] }]);
  });

  test('temperature beside top_p: only one of them is left out', async () => {
    const message = 'temperature and top_p cannot both be specified for this model. Please use only one.';
    const { upstream, llm } = await refusing((body) => ('temperature' in body && 'top_p' in body ? { message } : null));
    await collect(await llm(), request({ temperature: 1, fields: fieldsOf({ top_p: 0.5 }) }));
    expect(bodies(upstream).at(-1)).toMatchObject({ top_p: 0.5 });
    expect(upstream.asked).toHaveLength(2);
  });

  test('a format of the answer is not left out', async () => {
    const { upstream, llm } = await refusing(() => ({
      message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported",
    }));
    const asked = request({ fields: fieldsOf({ response_format: { type: 'json_object' } }) });
    expect(await collect(await llm(), asked)).toMatchObject({ error: { kind: 'refused' } });
    expect(upstream.asked).toHaveLength(1);
  });

  const effortIn = (body: Record<string, unknown>) =>
    body.reasoning_effort ?? (body.reasoning as { effort?: string } | undefined)?.effort;

  test.each([
    ['quick', 'gpt-6-luna', [], ['low']],
    ['quick', 'gpt-6-luna', ['low'], ['low', 'none']],
    ['quick', 'gpt-5', ['low', 'minimal'], ['low', 'minimal', undefined]],
    ['quick', 'gemini-2.5-flash', ['low', 'minimal', 'none'], ['low', 'minimal', 'none', undefined]],
    ['thorough', 'gpt-6.1-terra', [], ['high']],
    ['thorough', 'openai/gpt-oss-120b', ['high'], ['high', 'medium']],
    ['thorough', 'grok-4.3', ['high', 'medium'], ['high', 'medium', undefined]],
    ['quick', 'gpt-5-pro', [], [undefined]],
    ['quick', 'some-model', [], [undefined]],
    [undefined, 'gpt-6-luna', [], [undefined]],
  ] as const)('effort %s of %s, which refuses %j, is sent as %j', async (effort, model, refused, sent) => {
    const { upstream } = await refusing((body) => {
      const value = effortIn(body);
      return (refused as readonly unknown[]).includes(value)
        ? {
            param: 'reasoning_effort',
            message: `Unsupported value: 'reasoning_effort' does not support '${value}' with this model.`,
          }
        : null;
    });
    const llm = await llmOf(upstream, { api, model });
    for (let turn = 0; turn < 2; turn++)
      expect(await collect(llm, request({ effort, tools }))).toMatchObject({ text: 'Hi.', error: undefined });
    expect(bodies(upstream).map(effortIn)).toEqual([...sent, sent.at(-1)]);
    expect(bodies(upstream).every((body) => 'tools' in body)).toBe(true);
  });

  test.each([
    [
      "Unsupported value: 'low' is not supported with the 'gpt-5' model. Supported values are: 'none', 'medium', and 'high'.",
      '***.effort',
    ],
    ["reasoning_effort must be one of 'none', 'medium'", undefined],
  ])('the values that a refusal lists are not tried one by one: %s', async (message, param) => {
    const { upstream } = await refusing((body) => {
      const value = effortIn(body);
      return value === undefined || value === 'none' ? null : { message, param };
    });
    const llm = await llmOf(upstream, { api, model: 'gemini-2.5-flash' });
    expect(await collect(llm, request({ effort: 'quick' }))).toMatchObject({ text: 'Hi.' });
    expect(bodies(upstream).map(effortIn)).toEqual(['low', 'none']);
  });

  test('an effort that is no parameter of the model is left out at once', async () => {
    const { upstream } = await refusing((body) =>
      effortIn(body) ? { message: 'Model grok-4.3 does not support parameter reasoningEffort.' } : null,
    );
    const llm = await llmOf(upstream, { api, model: 'grok-4.3' });
    expect(await collect(llm, request({ effort: 'quick' }))).toMatchObject({ text: 'Hi.' });
    expect(bodies(upstream).map(effortIn)).toEqual(['low', undefined]);
  });
});

test.each([
  [
    'max_tokens',
    'max_completion_tokens',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ],
  ['max_completion_tokens', 'max_tokens', 'Extra inputs are not permitted: max_completion_tokens'],
])('%s that is refused is sent as %s', async (given, taken, message) => {
  const upstream = await loopbackUpstream((response, _, { body }) =>
    given in body ? refuse(response, 400, { message }) : stream(response, answerOf('Hi.')),
  );
  const llm = await llmOf(upstream);
  for (let turn = 0; turn < 2; turn++) await collect(llm, request({ fields: fieldsOf({ [given]: 100 }) }));
  expect(bodies(upstream).map((body) => [body[given], body[taken]])).toEqual([
    [100, undefined],
    [undefined, 100],
    [undefined, 100],
  ]);
});

test('stop is left out if it is named as a parameter, not if the word occurs', async () => {
  const says = ["Unsupported parameter: 'stop' is not supported with this model.", 'Please stop sending this.'];
  for (const [at, message] of says.entries()) {
    const upstream = await loopbackUpstream((response, _, { body }) =>
      'stop' in body ? refuse(response, 400, { message }) : stream(response, answerOf('Hi.')),
    );
    const answer = await collect(await llmOf(upstream), request({ fields: fieldsOf({ stop: ['END'] }) }));
    expect(answer.text).toBe(at === 0 ? 'Hi.' : '');
  }
});

test.each([
  ['reasoning_summary', 'reasoning.summary', 'Your organization must be verified to generate reasoning summaries.'],
  ['include', 'include', 'Encrypted content is not supported with this model.'],
])('%s that Responses refuses is left out', async (what, param, message) => {
  const upstream = await twoProtocols((response, body) => {
    const isRefused = what === 'include' ? 'include' in body : 'reasoning' in body;
    if (isRefused) refuse(response, 400, { param, message, code: 'unsupported_value' });
    return isRefused;
  });
  const llm = await llmOf(upstream, { api: 'responses' });
  expect(await collect(llm, request({ tools }))).toMatchObject({ text: 'Hi.' });
  expect(bodies(upstream)).toHaveLength(2);
  expect(bodies(upstream)[1]).toHaveProperty('tools');
  expect(llm.providers()).toMatchObject([{ refusals: [{ what }] }]);
});

test('a model that is not there is not looked for with the other protocol', async () => {
  const upstream = await loopbackUpstream((response) =>
    refuse(response, 404, { message: "The model 'gpt-9' does not exist.", code: 'model_not_found' }),
  );
  await collect(await llmOf(upstream), request({ tools }));
  await collect(await llmOf(upstream, { api: 'responses' }), request({ tools }));
  expect(protocolsOf(upstream)).toEqual(['chat', 'responses']);
});
