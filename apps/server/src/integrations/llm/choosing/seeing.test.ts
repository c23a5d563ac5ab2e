import { describe, expect, test } from 'vitest';
import type { ProviderConfig } from '../../../settings/config.ts';
import { createLlm } from '../create-llm.ts';
import type { LlmMessage } from '../llm.ts';
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

const look: LlmMessage = {
  role: 'user',
  content: 'What is it?',
  pictures: [{ type: 'image/jpeg', base64: 'Y2F0', name: 'cat.jpg' }],
};
const llmOf = (providers: ProviderConfig[]) => createLlm({ providers }, { log: silentLog }, testTuning);
const isGiven = (body: object) => JSON.stringify(body).includes('image_url');
const given = ({ asked }: LoopbackUpstream) => asked.map(({ body }) => isGiven(body));

const seeing = () => loopbackUpstream((response) => stream(response, answerOf('A cat.')));
const refusing = (message = 'Model does not support images.') =>
  loopbackUpstream((response, _, { body }) =>
    isGiven(body) ? refuse(response, 400, { message }) : stream(response, answerOf('I see none.')),
  );
const broken = () => loopbackUpstream((response) => refuse(response, 401));

describe('with pictures and no chosen model', () => {
  const ask = async (providers: ProviderConfig[], messages: LlmMessage[] = [look]) => {
    const { text, answering, events, error } = await collect(await llmOf(providers), request({ messages }));
    const [first] = events;
    const leftOut = first?.type === 'answering' ? first.picturesLeftOut : undefined;
    return { text, by: answering.map((name) => name.split(' ')[0]), leftOut, error };
  };

  test('those that take them come first, then those that may, then the others without', async () => {
    const [blind, unknown, sees] = [await seeing(), await broken(), await broken()];
    const providers = [
      blind.provider({ name: 'Blind', vision: false }),
      unknown.provider({ name: 'Unknown' }),
      sees.provider({ name: 'Sees', vision: true }),
    ];
    expect(await ask(providers)).toEqual({ text: 'A cat.', by: ['Blind'], leftOut: 1, error: undefined });
    expect([given(sees), given(unknown), given(blind)]).toEqual([[true], [true], [false]]);
    const healthy = [providers[0], providers[1], (await seeing()).provider({ name: 'Sees', vision: true })];
    expect(await ask(healthy as ProviderConfig[])).toMatchObject({ by: ['Sees'], leftOut: undefined });
    expect(unknown.asked).toHaveLength(1);
  });

  test('those of the same kind keep their order, and without pictures all do', async () => {
    const [blind, one, two] = [await seeing(), await seeing(), await seeing()];
    const providers = [
      blind.provider({ name: 'Blind', vision: false }),
      one.provider({ name: 'One', vision: true }),
      two.provider({ name: 'Two', vision: true }),
    ];
    expect(await ask(providers)).toMatchObject({ by: ['One'] });
    expect(await ask(providers, [{ role: 'user', content: 'Hi' }])).toMatchObject({ by: ['Blind'] });
    expect([one.asked.length, two.asked.length]).toEqual([1, 0]);
  });

  test.each(['Model does not support images.', 'image exceeds 5 MB maximum', 'Bad request'])(
    'one that refuses them (%s) is passed over if a later one may take them',
    async (message) => {
      const [first, second] = [await refusing(message), await seeing()];
      const llm = await llmOf([first.provider({ name: 'First' }), second.provider({ name: 'Second' })]);
      const answer = await collect(llm, request({ messages: [look] }));
      expect(answer).toMatchObject({ text: 'A cat.', answering: ['Second · test-model'] });
      expect(answer.events[0]).not.toHaveProperty('picturesLeftOut');
      expect(given(first)).toEqual([true]);
      expect(llm.providers()).toMatchObject([{ failures: 0, lastFailure: null, state: 'working' }, {}]);
    },
  );

  test('one that was passed over answers without them when no other can', async () => {
    const [first, second, third] = [await refusing('image exceeds 5 MB maximum'), await broken(), await broken()];
    const providers = [
      first.provider({ name: 'First' }),
      second.provider({ name: 'Second' }),
      third.provider({ name: 'Third', vision: false }),
    ];
    expect(await ask(providers)).toEqual({ text: 'I see none.', by: ['First'], leftOut: 1, error: undefined });
    expect([given(first), given(second), given(third)]).toEqual([[true, false], [true], [false]]);
  });

  test('the last one that may take them answers without them at once', async () => {
    const only = await refusing();
    expect(await ask([only.provider()])).toMatchObject({ text: 'I see none.', leftOut: 1 });
    expect(given(only)).toEqual([true, false]);
  });

  test('a chosen model is asked, whether it takes them or not', async () => {
    const [blind, sees] = [await refusing(), await seeing()];
    const llm = await llmOf([
      blind.provider({ name: 'Blind', model: 'small' }),
      sees.provider({ name: 'Sees', vision: true }),
    ]);
    const answer = await collect(llm, request({ messages: [look], model: 'small' }));
    expect(answer).toMatchObject({ text: 'I see none.', answering: ['Blind · small'] });
    expect(answer.events[0]).toMatchObject({ picturesLeftOut: 1 });
    expect(sees.asked).toHaveLength(0);
  });
});

describe('what is said about a model', () => {
  const at = (name: string, more: Partial<ProviderConfig> = {}): ProviderConfig => ({
    ...{ name, baseUrl: 'http://127.0.0.1:9/v1', apiKey: '', model: `${name}-model`, ...more },
  });

  test('is what the setting says of all models of the provider', async () => {
    const llm = await llmOf([at('a', { vision: false, models: ['a-2'] }), at('b', { vision: true }), at('c')]);
    expect(llm.models().map(({ name, sees }) => [name, sees])).toEqual([
      ['a-model', 'no'],
      ['a-2', 'no'],
      ['b-model', 'yes'],
      ['c-model', 'unknown'],
    ]);
    expect(['a-2', 'b-model', 'c-model'].map((model) => llm.sees({ model, premium: false }))).toEqual([
      'no',
      'yes',
      'unknown',
    ]);
  });

  test('without a choice, the best of all that may be asked', async () => {
    const automatic = async (...providers: ProviderConfig[]) => (await llmOf(providers)).sees({ premium: false });
    const [no, yes, unknown] = [at('no', { vision: false }), at('yes', { vision: true }), at('unknown')];
    expect(await automatic(no, unknown, yes)).toBe('yes');
    expect(await automatic(no, unknown)).toBe('unknown');
    expect(await automatic(no)).toBe('no');
  });

  test('a refusal counts more than the setting, for that model alone', async () => {
    const upstream = await refusing();
    const llm = await llmOf([upstream.provider({ vision: true, model: 'small', models: ['large'] })]);
    await collect(llm, request({ messages: [look] }));
    expect(llm.models().map(({ name, sees }) => [name, sees])).toEqual([
      ['small', 'no'],
      ['large', 'yes'],
    ]);
  });

  test('the demo takes none, and says so', async () => {
    const llm = await llmOf([]);
    expect(llm.sees({ premium: false })).toBe('no');
    expect((await collect(llm, request({ messages: [look] }))).events[0]).toMatchObject({ picturesLeftOut: 1 });
  });
});
