import { expect, test } from 'vitest';
import { createLlm } from '../create-llm.ts';
import { listId, ModelLists } from '../model-lists/model-lists.ts';
import {
  answerOf,
  collect,
  loopbackUpstream,
  refuse,
  request,
  silentLog,
  stream,
  testTuning,
} from '../testing/loopback-upstream.ts';

const tools = [{ name: 'now', description: 'The time', parameters: {} }];
const healthy = () => loopbackUpstream((response) => stream(response, answerOf('Hi')));

test.each([
  [404, { message: 'The model `small` does not exist or you do not have access to it.', code: 'model_not_found' }],
  [
    400,
    { message: 'The model `small` has been decommissioned and is no longer supported.', code: 'model_decommissioned' },
  ],
  [404, { message: 'models/small is not found for API version v1beta, or is not supported for generateContent.' }],
  [404, { type: 'not_found_error', message: 'model: small' }],
  [403, { message: 'Your team does not have access to the model small.' }],
  [400, { message: 'small is not a valid model ID' }],
  [404, { message: "model 'small' not found, try pulling it first" }],
])('HTTP %i "%s": the next provider answers at once and is told which model is gone', async (status, error) => {
  const first = await loopbackUpstream((response) => refuse(response, status, error));
  const second = await healthy();
  const providers = [first.provider({ model: 'small' }), second.provider({ name: 'Second', model: 'other' })];
  const llm = await createLlm({ providers }, { log: silentLog }, { ...testTuning, breakerThreshold: 1 });
  for (let turn = 0; turn < 2; turn++) {
    const { text, events } = await collect(llm, request({ tools }));
    expect(text).toBe('Hi');
    expect(events[0]).toEqual({ type: 'answering', provider: 'Second', model: 'other', gone: ['small'] });
  }
  expect(first.asked).toHaveLength(2);
  expect(llm.providers()[0]).toMatchObject({ state: 'working', failures: 0 });
});

test.each([
  [400, { message: 'This model does not support tools.' }],
  [404, { message: 'Not Found' }],
  [400, { message: 'Invalid schema.' }],
])('HTTP %i "%s" is no model that is gone', async (status, error) => {
  const upstream = await loopbackUpstream((response) => refuse(response, status, error));
  const llm = await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, testTuning);
  expect((await collect(llm)).error?.kind).not.toBe('gone');
});

test('if no other model can answer, the sentence names it, and the hint says what to set', async () => {
  const gone = { message: 'The model does not exist.', code: 'model_not_found' };
  const upstream = await loopbackUpstream((response) => refuse(response, 404, gone));
  const mine = await createLlm({ providers: [upstream.provider({ model: 'small' })] }, { log: silentLog }, testTuning);
  expect((await collect(mine)).error).toMatchObject({
    ...{ kind: 'gone', gone: ['small'], message: 'The model “small” is no longer available.' },
    hint: expect.stringContaining('AI_PROVIDERS'),
  });
  const provider = { ...upstream.provider({ model: 'small' }), prefix: 'OPENAI' as const };
  const byKey = await createLlm({ providers: [provider] }, { log: silentLog }, testTuning);
  expect((await collect(byKey)).error?.hint).toContain('Set OPENAI_MODEL to one of its models');
});

test('a chosen model that is gone is answered by the others', async () => {
  const first = await loopbackUpstream((response, _, { body }) =>
    body.model === 'big' ? refuse(response, 404, { code: 'model_not_found' }) : stream(response, answerOf('Hi')),
  );
  const providers = [first.provider({ model: 'small', models: ['big'] })];
  const llm = await createLlm({ providers }, { log: silentLog }, testTuning);
  const { text, events } = await collect(llm, request({ model: 'big' }));
  expect(text).toBe('Hi');
  expect(events[0]).toMatchObject({ model: 'small', gone: ['big'] });
});

test('a key that may not use the picked model gets the next one of its families, and its list is read again', async () => {
  const upstream = await loopbackUpstream((response, _, { body }) =>
    body.model === 'gpt-7-terra'
      ? refuse(response, 403, { message: 'Your project has no access to the model.', code: 'model_not_found' })
      : stream(response, answerOf('Hi')),
  );
  const lists = new ModelLists();
  const provider = {
    ...upstream.provider({ model: 'gpt-6.1-terra' }),
    prefix: 'OPENAI' as const,
    picks: 'OPENAI' as const,
  };
  const list = ['gpt-7-terra', 'gpt-6-luna'].map((id) => ({ id, endsAt: null, window: null }));
  lists.learn(listId(provider), { list, picked: 'gpt-7-terra' });
  const again: string[] = [];
  lists.onGone((id) => again.push(id));
  const llm = await createLlm({ providers: [provider] }, { log: silentLog, lists }, testTuning);
  for (let turn = 0; turn < 2; turn++) expect(await collect(llm)).toMatchObject({ text: 'Hi', error: undefined });
  expect(upstream.asked.map(({ body }) => body.model)).toEqual(['gpt-7-terra', 'gpt-6-luna', 'gpt-6-luna']);
  expect(llm.models().map(({ name }) => name)).toEqual(['gpt-6-luna']);
  expect(again).toEqual([listId(provider)]);
});

test('a model leaves the list after its last day, is not asked by Automatic, and is known to have ended', async () => {
  const upstream = await healthy();
  let now = Date.parse('2026-12-11T23:00:00Z');
  const lists = new ModelLists(() => now);
  const providers = [upstream.provider({ model: 'gpt-5-mini', models: ['other'] })];
  const llm = await createLlm({ providers }, { log: silentLog, lists }, testTuning);
  expect(llm.models()).toMatchObject([
    { name: 'gpt-5-mini', endsAt: '2026-12-11' },
    { name: 'other', endsAt: null },
  ]);
  expect(llm.hasEnded('gpt-5-mini')).toBe(false);
  now = Date.parse('2026-12-12T00:00:00Z');
  lists.learn('another', { list: null, picked: null });
  expect(llm.models()).toMatchObject([{ name: 'other' }]);
  expect([llm.hasEnded('gpt-5-mini'), llm.hasEnded('nonsense')]).toEqual([true, false]);
  await collect(llm);
  expect(upstream.asked[0]?.body.model).toBe('other');
});
