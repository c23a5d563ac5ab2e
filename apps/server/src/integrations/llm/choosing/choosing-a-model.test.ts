import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { LlmTuning, LocalServerPort } from '../../../settings/llm-tuning.ts';
import type { ProviderConfig } from '../../../settings/setting-values.ts';
import { createLlm } from '../create-llm.ts';
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

const llmOf = (providers: ProviderConfig[], tuning: Partial<LlmTuning> = {}, log = silentLog) =>
  createLlm({ providers }, { log }, { ...testTuning, ...tuning });
const provider = (name: string, more: Partial<ProviderConfig> = {}): ProviderConfig => ({
  name,
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'sk-secret',
  model: 'small',
  ...more,
});
const echoing = () =>
  loopbackUpstream((response, _, { body }) => stream(response, answerOf(`I am ${String(body.model)}`)));
const failing = () => loopbackUpstream((response) => refuse(response, 500));

describe('the models to choose from', () => {
  test('are those of each provider in order, each once; the premium one is marked', async () => {
    const llm = await llmOf([
      provider('A', { models: ['small', 'medium', 'medium'], premiumModel: 'large' }),
      provider('B', { model: 'tiny', premiumModel: 'tiny' }),
      provider('C', { model: 'nano', models: ['nano', 'huge'], premiumModel: 'huge' }),
    ]);
    expect(llm.models()).toMatchObject([
      { name: 'small', provider: 'A', premium: false, resting: false, sees: 'unknown' },
      { name: 'medium', provider: 'A', premium: false, resting: false, sees: 'unknown' },
      { name: 'large', provider: 'A', premium: true, resting: false, sees: 'unknown' },
      { name: 'tiny', provider: 'B', premium: false, resting: false, sees: 'unknown' },
      { name: 'nano', provider: 'C', premium: false, resting: false, sees: 'unknown' },
      { name: 'huge', provider: 'C', premium: true, resting: false, sees: 'unknown' },
    ]);
  });

  test('have unique names: a later one of the same name gets its provider added, and the log says so', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const llm = await llmOf([provider('A'), provider('B'), provider('B'), provider('C', { model: 'new' })], {}, log);
    expect(llm.models().map(({ name }) => name)).toEqual(['small', 'small (B)', 'small (B 2)', 'new']);
    expect(lines).toEqual([
      'several providers offer this model; people choose it as "small (B)"',
      'several providers offer this model; people choose it as "small (B 2)"',
    ]);
  });

  test('without providers are the demo alone', async () => {
    expect((await llmOf([])).models()).toMatchObject([
      { name: 'built-in', provider: 'Demo', premium: false, resting: false, sees: 'no' },
    ]);
  });

  test('rest while the circuit breaker of their provider is open', async () => {
    const upstream = await failing();
    const llm = await llmOf([upstream.provider({ name: 'A', models: ['second'] }), provider('B')], {
      breakerThreshold: 1,
    });
    await collect(llm, request({ model: 'second' }));
    expect(llm.models().map(({ name, resting }) => [name, resting])).toEqual([
      ['test-model', true],
      ['second', true],
      ['small', false],
    ]);
  });
});

describe('a chosen model', () => {
  test('answers instead of the first, even under its added name, with its own id at the provider', async () => {
    const [first, second] = [await echoing(), await echoing()];
    const llm = await llmOf([
      first.provider({ name: 'A', model: 'small', models: ['medium'] }),
      second.provider({ name: 'B', model: 'small' }),
    ]);
    const ask = async (model?: string) => (await collect(llm, request({ model }))).answering;
    expect(await ask('medium')).toEqual(['A · medium']);
    expect(await ask('small (B)')).toEqual(['B · small']);
    expect(await ask()).toEqual(['A · small']);
    expect(second.asked.map(({ body }) => body.model)).toEqual(['small']);
  });

  test('answers premium people, too, instead of the premium model', async () => {
    const upstream = await echoing();
    const llm = await llmOf([upstream.provider({ model: 'small', premiumModel: 'large' })]);
    const ask = async (model?: string) => (await collect(llm, request({ premium: true, model }))).text;
    expect([await ask('small'), await ask('large'), await ask()]).toEqual(['I am small', 'I am large', 'I am large']);
  });

  test('is the only one asked: its failure names it, and no other provider answers', async () => {
    const [first, second] = [await failing(), await echoing()];
    const llm = await llmOf([first.provider({ name: 'A', model: 'small' }), second.provider({ name: 'B' })]);
    expect(await collect(llm, request({ model: 'small' }))).toMatchObject({
      events: [],
      error: {
        kind: 'refused',
        message: 'small did not answer. Try again or answer with another model.',
        hint: 'A had a server error (HTTP 500).',
      },
    });
    expect(second.asked).toHaveLength(0);
  });

  test('that the conversation is too long for says that another one may fit', async () => {
    const upstream = await loopbackUpstream((response) => refuse(response, 400, { code: 'context_length_exceeded' }));
    const llm = await llmOf([upstream.provider({ model: 'small' })]);
    expect((await collect(llm, request({ model: 'small' }))).error?.message).toBe(
      'This conversation is too long for small. Answer with another model or start a new conversation.',
    );
  });

  test('is asked although its provider rests', async () => {
    const upstream = await loopbackUpstream((response, number) =>
      number <= 2 ? refuse(response, 500) : stream(response, answerOf('Back')),
    );
    const llm = await llmOf([upstream.provider({ model: 'small' })], { breakerThreshold: 1 });
    await collect(llm, request({ model: 'small' }));
    expect(llm.models()).toMatchObject([{ resting: true }]);
    expect(await collect(llm, request({ model: 'small' }))).toMatchObject({ text: 'Back', error: undefined });
    expect(llm.models()).toMatchObject([{ resting: false }]);
  });

  test('is asked with its own context window; without a choice, the smallest that may be asked counts', async () => {
    const llm = await llmOf([
      provider('A', { model: 'gpt-4o', premiumModel: 'somebody/new' }),
      provider('B', { model: 'claude-sonnet-4-5', contextTokens: 50_000 }),
      provider('C', { model: 'gemini-2.5-flash' }),
    ]);
    const window = (model?: string, premium = false) => llm.contextTokensFor({ model, premium });
    expect([window(), window(undefined, true)]).toEqual([50_000, 50_000]);
    expect([window('gemini-2.5-flash'), window('claude-sonnet-4-5')]).toEqual([64_000, 50_000]);
  });
});

describe('the models of a local server', () => {
  const localServer = (models: string[]) =>
    loopbackUpstream((response, _, { body }) => {
      if (body.stream) return stream(response, answerOf(`I am ${String(body.model)}`));
      const list = { object: 'list', data: models.map((id) => ({ id, object: 'model' })) };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
    });
  const fromHere = (ports: LocalServerPort[]) => llmOf([], { localServers: ports, probeMs: 2_000 });

  test('can all be chosen by their short names, except those that cannot chat', async () => {
    const server = await localServer(['llama3.2:latest', 'nomic-embed-text:latest', '/models/qwen3-4b.gguf']);
    const llm = await fromHere([{ name: 'Ollama', port: server.port }]);
    expect(llm.models().map(({ name, provider }) => [name, provider])).toEqual([
      ['llama3.2', 'Ollama'],
      ['qwen3-4b', 'Ollama'],
    ]);
    expect(await collect(llm, request({ model: 'qwen3-4b' }))).toMatchObject({
      text: 'I am /models/qwen3-4b.gguf',
      answering: ['Ollama · qwen3-4b'],
    });
  });

  test('a chosen one of a server that was closed fails; the demo does not answer in its place', async () => {
    const server = await localServer(['llama3.2']);
    const llm = await fromHere([{ name: 'Ollama', port: server.port }]);
    await server.close();
    expect(await collect(llm, request({ model: 'llama3.2' }))).toMatchObject({
      events: [],
      error: { message: 'llama3.2 did not answer. Try again or answer with another model.' },
    });
    expect(llm.models()).toMatchObject([{ name: 'built-in' }]);
    expect(await collect(llm)).toMatchObject({ answering: ['Demo · built-in'] });
  });
});
