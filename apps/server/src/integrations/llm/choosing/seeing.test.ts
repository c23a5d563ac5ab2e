import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LlmTuning } from '../../../settings/llm-tuning.ts';
import type { ProviderConfig } from '../../../settings/setting-values.ts';
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
const llmOf = (providers: ProviderConfig[], tuning: Partial<LlmTuning> = {}) =>
  createLlm({ providers }, { log: silentLog }, { ...testTuning, ...tuning });
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

describe('a local server is asked which models take pictures', () => {
  type Answers = (url: string, body: Record<string, unknown>) => object | undefined;
  const localServer = (models: string[], answers: Answers) =>
    loopbackUpstream((response, _, { url, body }) => {
      if (body.stream) return stream(response, answerOf('Hi'));
      const list = { object: 'list', data: models.map((id) => ({ id, object: 'model' })) };
      const answer = url === '/v1/models' ? list : answers(url, body);
      if (!answer) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  const found = async (name: string, { port }: LoopbackUpstream) =>
    llmOf([], { localServers: [{ name, port }], probeMs: 2_000 });
  const seesOf = (llm: Awaited<ReturnType<typeof found>>) => llm.models().map(({ name, sees }) => [name, sees]);
  const urls = ({ asked }: LoopbackUpstream) => asked.map(({ url }) => url);

  test('Ollama, in its list', async () => {
    const server = await localServer(['gemma3:4b', 'llama3.2:latest'], (url) =>
      url === '/api/tags'
        ? {
            models: [
              { name: 'gemma3:4b', capabilities: ['completion', 'vision'] },
              { name: 'llama3.2:latest', capabilities: ['completion', 'tools'] },
            ],
          }
        : undefined,
    );
    const llm = await found('Ollama', server);
    await vi.waitFor(() =>
      expect(seesOf(llm)).toEqual([
        ['gemma3:4b', 'yes'],
        ['llama3.2', 'no'],
      ]),
    );
    expect(urls(server)).toEqual(['/v1/models', '/api/tags', '/api/show', '/api/show']);
    expect(llm.sees({ premium: false })).toBe('yes');
  });

  test.each<[name: string, path: string, answer: object, listed: object, window: number]>([
    ['Ollama', '/api/show', { parameters: 'stop "<eos>"\nnum_ctx                        32768' }, {}, 32_768],
    ['Ollama', '/api/show', { parameters: 'temperature 1' }, {}, 8_000],
    ['llama.cpp', '/props', { default_generation_settings: { n_ctx: 16_384 } }, {}, 16_384],
    ['llama.cpp', '/props', { default_generation_settings: { n_ctx: 0 } }, {}, 8_000],
    [
      'LM Studio',
      '/api/v0/models',
      { data: [{ id: 'a', type: 'llm', loaded_context_length: 12_000, max_context_length: 131_072 }] },
      {},
      12_000,
    ],
    ['vLLM', '/none', {}, { max_model_len: 40_960 }, 40_960],
  ])('the window of a model of %s comes from %s %j', async (name, path, answer, listed, window) => {
    const server = await loopbackUpstream((response, _, { url }) => {
      const list = { object: 'list', data: [{ id: 'a', object: 'model', ...listed }] };
      const body = url === '/v1/models' ? list : url === path ? answer : undefined;
      if (!body) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const llm = await found(name, server);
    await vi.waitFor(() => {
      llm.models();
      expect(llm.contextTokensFor({ model: 'a', premium: true })).toBe(window);
    });
  });

  test('an older Ollama, model by model; what it does not say stays unknown', async () => {
    const models = ['a', 'b', 'c', 'd', 'e', 'f'];
    const server = await localServer(models, (url, body) => {
      if (url === '/api/tags') return { models: models.map((name) => ({ name })) };
      if (url !== '/api/show' || body.model === 'c') return undefined;
      return { capabilities: body.model === 'f' ? ['completion', 'vision'] : ['completion'] };
    });
    const llm = await found('Ollama', server);
    await vi.waitFor(() =>
      expect(seesOf(llm).map(([, sees]) => sees)).toEqual(['no', 'no', 'unknown', 'no', 'no', 'yes']),
    );
    expect(server.asked.filter(({ url }) => url === '/api/show')).toHaveLength(models.length);
  });

  test.each([true, false])('llama.cpp, with its one model (%s)', async (vision) => {
    const server = await localServer(['/models/gemma.gguf'], (url) =>
      url === '/props' ? { modalities: { vision, audio: false }, total_slots: 1 } : undefined,
    );
    const llm = await found('llama.cpp', server);
    await vi.waitFor(() => expect(seesOf(llm)).toEqual([['gemma', vision ? 'yes' : 'no']]));
  });

  test('llama.cpp with several models says nothing about each', async () => {
    const server = await localServer(['a', 'b'], () => ({ modalities: { vision: true } }));
    const llm = await found('llama.cpp', server);
    await collect(llm);
    expect(urls(server)).toEqual(['/v1/models', '/v1/chat/completions']);
    expect(llm.sees({ premium: false })).toBe('unknown');
  });

  test('LM Studio', async () => {
    const server = await localServer(['qwen2-vl-7b', 'llama-3.1-8b', 'new'], (url) =>
      url === '/api/v0/models'
        ? {
            object: 'list',
            data: [
              { id: 'qwen2-vl-7b', object: 'model', type: 'vlm', state: 'not-loaded' },
              { id: 'llama-3.1-8b', object: 'model', type: 'llm', state: 'loaded' },
            ],
          }
        : undefined,
    );
    const llm = await found('LM Studio', server);
    await vi.waitFor(() =>
      expect(seesOf(llm)).toEqual([
        ['qwen2-vl-7b', 'yes'],
        ['llama-3.1-8b', 'no'],
        ['new', 'unknown'],
      ]),
    );
  });

  test.each(['Ollama', 'llama.cpp', 'LM Studio'])(
    '%s may not answer, or too much: the start does not wait, and nothing is known',
    async (name) => {
      const list = { object: 'list', data: [{ id: 'm', object: 'model' }] };
      const ended = vi.fn<() => void>();
      const server = await loopbackUpstream((response, _, { url, body }) => {
        if (body.stream) return stream(response, answerOf('Hi'));
        response.writeHead(200, { 'content-type': 'application/json' });
        if (url === '/v1/models') return response.end(JSON.stringify(list));
        const more = setInterval(() => response.write('x'.repeat(1024 * 1024)), 1);
        return response.on('close', () => {
          clearInterval(more);
          ended();
        });
      });
      const llm = await found(name, server);
      await vi.waitFor(() => expect(ended).toHaveBeenCalled(), { timeout: 10_000 });
      expect(await collect(llm, request({ messages: [look] }))).toMatchObject({ text: 'Hi' });
      expect(seesOf(llm)).toEqual([['m', 'unknown']]);
    },
  );

  test('a model that takes none is not given any', async () => {
    const server = await localServer(['m'], () => ({ modalities: { vision: false } }));
    const llm = await found('llama.cpp', server);
    await vi.waitFor(() => expect(llm.sees({ premium: false })).toBe('no'));
    const answer = await collect(llm, request({ messages: [look] }));
    expect(answer.events[0]).toMatchObject({ picturesLeftOut: 1 });
    expect(given(server).some(Boolean)).toBe(false);
  });
});

describe("OpenRouter's list of models", () => {
  let list: object | null = null;
  let asked = 0;
  const server = setupServer(
    http.get('https://openrouter.ai/api/v1/models', () => {
      asked += 1;
      return list ? HttpResponse.json(list) : new HttpResponse('busy', { status: 503 });
    }),
  );
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterAll(() => server.close());

  const model = (id: string, ...modalities: string[]) => ({ id, architecture: { input_modalities: modalities } });
  const models = ['openrouter/auto', 'deepseek/deepseek-chat', 'google/gemma:nitro', 'unlisted/one'];
  const openRouter = (more: Partial<ProviderConfig> = {}): ProviderConfig => ({
    ...{
      name: 'OpenRouter',
      baseUrl: 'https://openrouter.ai/api/v1',
      apiKey: 'x',
      model: 'openrouter/auto',
      models,
      ...more,
    },
  });

  test('says which take pictures, and is read once, when it is first asked for', async () => {
    [list, asked] = [
      {
        data: [
          model('openrouter/auto', 'text', 'image'),
          model('deepseek/deepseek-chat', 'text'),
          model('google/gemma', 'image'),
        ],
      },
      0,
    ];
    const llm = await llmOf([openRouter()]);
    expect(asked).toBe(0);
    expect(llm.sees({ premium: false })).toBe('unknown');
    await vi.waitFor(() => expect(llm.models().map(({ sees }) => sees)).toEqual(['yes', 'no', 'yes', 'unknown']));
    expect(asked).toBe(1);
  });

  test('that does not come leaves it unknown, and is not asked for again within the hour', async () => {
    [list, asked] = [null, 0];
    const llm = await llmOf([openRouter()]);
    llm.models();
    await vi.waitFor(() => expect(asked).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(llm.models().every(({ sees }) => sees === 'unknown')).toBe(true);
    expect(asked).toBe(1);
  });

  test('is not read when the setting says it', async () => {
    [list, asked] = [null, 0];
    const llm = await llmOf([openRouter({ vision: true })]);
    expect(llm.models().every(({ sees }) => sees === 'yes')).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toBe(0);
  });
});
