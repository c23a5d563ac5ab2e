import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LlmTuning, LocalServerPort } from '../../settings/llm-tuning.ts';
import { createLlm } from './create-llm.ts';
import {
  answerOf,
  collect,
  loopbackUpstream,
  refuse,
  request,
  silentLog,
  stream,
  testTuning,
} from './testing/loopback-upstream.ts';
import { askedOpenAi, openAiHandlers } from './testing/openai.msw.ts';

const provider = (name: string) => ({ name, baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'x', model: `${name}-model` });

describe('the description of the model that answers', () => {
  test('one provider', async () => {
    const llm = await createLlm({ providers: [provider('OpenAI')] }, { log: silentLog }, testTuning);
    expect(llm.describe()).toEqual({ kind: 'providers', label: 'OpenAI · OpenAI-model' });
  });

  test('several providers', async () => {
    const providers = [provider('Groq'), provider('xAI'), provider('OpenAI')];
    const llm = await createLlm({ providers }, { log: silentLog }, testTuning);
    expect(llm.describe().label).toBe('Groq · Groq-model +2 more');
  });

  test('nothing but the demo', async () => {
    const llm = await createLlm({ providers: [] }, { log: silentLog }, testTuning);
    expect(llm.describe()).toEqual({ kind: 'demo', label: 'Built-in demo (no model connected)' });
    const answer = await collect(llm);
    expect(answer).toMatchObject({ answering: ['Demo · built-in'], finish: { reason: 'stop' }, error: undefined });
  });
});

describe('a local server', () => {
  const fromHere = (ports: LocalServerPort[], tuning: Partial<LlmTuning> = {}) =>
    createLlm({ providers: [] }, { log: silentLog }, { ...testTuning, localServers: ports, probeMs: 2_000, ...tuning });
  const localServer = (models: string[], port = 0) =>
    loopbackUpstream((response, _, { body }) => {
      if (body.stream) return stream(response, answerOf(`I am ${body.model}`));
      const list = { object: 'list', data: models.map((id) => ({ id, object: 'model' })) };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
    }, port);

  test('is found at the start, and the first with a model that can chat answers', async () => {
    const empty = await localServer(['nomic-embed-text:latest']);
    const full = await localServer(['bge-m3', 'llama3.2:latest']);
    const ports = [
      { name: 'Ollama', port: empty.port },
      { name: 'LM Studio', port: full.port },
    ];
    const llm = await fromHere(ports);
    expect(llm.describe()).toEqual({ kind: 'local', label: 'LM Studio · llama3.2' });
    const answer = await collect(llm);
    expect(answer).toMatchObject({ text: 'I am llama3.2:latest', answering: ['LM Studio · llama3.2'] });
    expect(full.asked.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  test('all models of all servers are offered, and a model that is loaded later is, too', async () => {
    const models = ['llama3.2:latest'];
    const first = await localServer(models);
    const second = await localServer(['qwen3-8b', 'text-embedding-3-small', 'whisper-1']);
    const llm = await fromHere([
      { name: 'Ollama', port: first.port },
      { name: 'vLLM', port: second.port },
    ]);
    const names = () => llm.models().map(({ name, provider }) => `${provider} ${name}`);
    expect(names()).toEqual(['Ollama llama3.2', 'vLLM qwen3-8b']);
    models.push('gemma3:4b');
    await llm.lookForChanges();
    expect(names()).toEqual(['Ollama llama3.2', 'Ollama gemma3:4b', 'vLLM qwen3-8b']);
    expect(await collect(llm, request({ model: 'qwen3-8b' }))).toMatchObject({ text: 'I am qwen3-8b' });
    await first.close();
    await llm.lookForChanges();
    expect(names()).toEqual(['vLLM qwen3-8b']);
  });

  test('a path as model id is not shown', async () => {
    const server = await localServer(['/home/ada/models/qwen3-4b.gguf']);
    const llm = await fromHere([{ name: 'llama.cpp', port: server.port }]);
    expect(llm.describe().label).toBe('llama.cpp · qwen3-4b');
    expect((await collect(llm)).answering).toEqual(['llama.cpp · qwen3-4b']);
  });

  test('that was started later is found while the demo answers', async () => {
    const { port, close } = await localServer([]);
    await close();
    const llm = await fromHere([{ name: 'Ollama', port }], { probeAgainMs: 0 });
    expect(llm.describe().kind).toBe('demo');
    await localServer(['llama3.2'], port);
    expect((await collect(llm)).answering).toEqual(['Demo · built-in']);
    for (let wait = 0; wait < 1_000 && llm.describe().kind === 'demo'; wait++) await sleep(20);
    expect((await collect(llm)).answering).toEqual(['Ollama · llama3.2']);
  });

  test('is not probed again too early', async () => {
    const server = await localServer([]);
    const llm = await fromHere([{ name: 'Ollama', port: server.port }], { probeAgainMs: 60_000 });
    await collect(llm);
    await collect(llm);
    expect(server.asked).toHaveLength(1);
  });

  test('that was closed is replaced by the demo', async () => {
    const server = await localServer(['llama3.2']);
    const llm = await fromHere([{ name: 'Ollama', port: server.port }]);
    await server.close();
    expect(await collect(llm)).toMatchObject({ answering: ['Demo · built-in'], error: undefined });
    expect(llm.describe().kind).toBe('demo');
  });

  test('that refuses says so; the demo does not step in', async () => {
    const server = await loopbackUpstream((response, _, { body }) => {
      if (body.stream) return refuse(response, 500);
      const list = { object: 'list', data: [{ id: 'm', object: 'model' }] };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
    });
    const llm = await fromHere([{ name: 'Ollama', port: server.port }]);
    expect(await collect(llm)).toMatchObject({ events: [], error: { kind: 'refused' } });
    expect(llm.describe().kind).toBe('local');
  });

  test.each([
    ['a web page', 200, 'text/html', '<!doctype html>'],
    ['a list of something else', 200, 'application/json', '{"object":"list","data":[{"id":7,"object":"user"}]}'],
    ['a page list', 200, 'application/json', '{"data":[{"id":"home","title":"Home"}]}'],
    ['an array', 200, 'application/json', '[{"id":"m","object":"model"}]'],
    ['an empty list', 200, 'application/json', '{"object":"list","data":null}'],
    ['broken JSON', 200, 'application/json', '{"object":"list","data":[{"id":"m"'],
    ['a refusal', 401, 'application/json', '{"object":"list","data":[{"id":"m","object":"model"}]}'],
    ['a redirect', 302, 'application/json', ''],
  ])('%s on its port is not taken for one', async (_, status, type, body) => {
    const other = await loopbackUpstream((response) =>
      response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body),
    );
    expect((await fromHere([{ name: 'llama.cpp', port: other.port }])).describe().kind).toBe('demo');
    expect(other.asked).toHaveLength(1);
  });

  test('a server that accepts the connection but does not respond does not delay the start', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => silent.closeAllConnections());
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    expect((await fromHere([{ name: 'llama.cpp', port }], { probeMs: 20 })).describe().kind).toBe('demo');
  });
});

describe('OpenAI itself', () => {
  const server = setupServer(...openAiHandlers);
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  beforeEach(() => void askedOpenAi.splice(0));
  afterAll(() => server.close());

  test.each(['api.openai.com', 'eu.api.openai.com'])('%s is told whether it may store the exchange', async (host) => {
    const openAi = { name: 'OpenAI', baseUrl: `https://${host}/v1`, apiKey: 'sk-x', model: 'gpt-5-mini' };
    const llm = await createLlm({ providers: [openAi] }, { log: silentLog }, testTuning);
    for (const store of [true, false]) expect(await collect(llm, request({ store }))).toMatchObject({ text: 'Hi' });
    expect(askedOpenAi.map(({ store }) => store)).toEqual([true, false]);
  });
});
