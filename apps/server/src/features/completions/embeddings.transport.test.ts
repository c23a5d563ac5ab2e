import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createOpenAI } from '@ai-sdk/openai';
import { describeOnEngines } from '@noek/db/testing/engines';
import { embedMany } from 'ai';
import OpenAI from 'openai';
import { expect, onTestFinished, test } from 'vitest';
import { createEmbeddings } from '../../integrations/embeddings/create-embeddings.ts';
import { createTestApp } from '../../testing/create-test-app.ts';
import { insertPerson, tokenOf } from '../../testing/sign-in.ts';
import { createScriptedLlm, offeredModel } from '../../testing/stand-ins/scripted-llm.ts';

type Asked = { model: string; input: unknown; encoding_format?: string };
type Answer = { status?: number; json?: unknown };

const base64 = (values: readonly number[]) => Buffer.from(new Float32Array(values).buffer).toString('base64');
const vectors = ({ input }: Asked, as: (values: number[]) => unknown = (values) => values): Answer => ({
  json: {
    object: 'list',
    data: (Array.isArray(input) ? input : [input]).map((_, index) => ({ index, embedding: as([0.5, -0.25, index]) })),
    usage: { prompt_tokens: 7, total_tokens: 7 },
  },
});

/** A server of embeddings on loopback. `answer` null: it never answers. */
async function startServer(models: string[], answer: ((asked: Asked) => Answer | null) | null = vectors) {
  const seen: { asked: Asked[]; keys: (string | undefined)[]; lists: number; left: number } = {
    ...{ asked: [], keys: [], lists: 0, left: 0 },
  };
  const server = createServer(async (incoming, outgoing) => {
    const send = ({ status = 200, json }: Answer) => {
      outgoing.writeHead(status, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify(json ?? {}));
    };
    if (incoming.url === '/v1/models') {
      seen.lists++;
      send({ json: { object: 'list', data: models.map((id) => ({ id, object: 'model' })) } });
      return;
    }
    const asked: Asked = JSON.parse(await text(incoming));
    seen.asked.push(asked);
    seen.keys.push(incoming.headers.authorization);
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) seen.left++;
    });
    const found = answer?.(asked) ?? null;
    if (found) send(found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { models, seen, port, baseUrl: `http://127.0.0.1:${port}/v1` };
}

describeOnEngines('embeddings', (open) => {
  async function start(servers: readonly { baseUrl: string }[], ports: { name: string; port: number }[] = []) {
    const providers = servers.map(({ baseUrl }, at) => ({ name: `P${at}`, baseUrl, apiKey: `key-${at}`, model: 'x' }));
    const llm = createScriptedLlm(undefined, [offeredModel('one'), offeredModel('large-embed', { premium: true })]);
    const app = createTestApp(await open(), llm, {
      ...{ env: providers.length > 0 ? { AI_PROVIDERS: JSON.stringify(providers) } : {} },
      ...(ports.length > 0 && { embeddings: createEmbeddings([], ports) }),
    });
    const { id } = await insertPerson(app.ctx);
    const apiKey = await tokenOf(app.ctx, id, { scopes: ['chat'], name: 'A script' });
    const fetch = async (input: Request | string | URL, init?: RequestInit) =>
      app.app.request(new Request(input, init));
    const settings = { apiKey, baseURL: 'http://localhost:5000/v1', fetch };
    const client = new OpenAI({ ...settings, adminAPIKey: null, maxRetries: 0 });
    const post = (body: unknown, signal?: AbortSignal) =>
      fetch('http://localhost:5000/v1/embeddings', {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      });
    const remaining = async () => {
      const { body } = await (await app.signedIn(id)).json('/api/trpc/chat.allowance');
      return (body as { result: { data: { remainingMessages: number } } }).result.data.remainingMessages;
    };
    return { ...app, client, settings, post, remaining };
  }

  test('the server that lists the model is asked, with its key, for no message', async () => {
    const [first, second] = [await startServer(['chat']), await startServer(['models/text-embed', 'nomic:latest'])];
    const { client, settings, remaining } = await start([first, second]);
    const before = await remaining();
    const asked = await client.embeddings.create({ model: 'text-embed', input: 'Tea', dimensions: 3 });
    expect(asked).toMatchObject({ object: 'list', model: 'text-embed', usage: { prompt_tokens: 7, total_tokens: 7 } });
    expect(Array.from(asked.data[0]?.embedding ?? [])).toEqual([0.5, -0.25, 0]);
    expect(second.seen.asked[0]).toMatchObject({ model: 'models/text-embed', input: 'Tea', dimensions: 3 });
    expect(second.seen.keys).toEqual(['Bearer key-1']);
    expect(first.seen.asked).toEqual([]);
    const { embeddings } = await embedMany({
      ...{ model: createOpenAI(settings).embedding('nomic'), values: ['Tea', 'Coffee'], maxRetries: 0 },
    });
    expect(embeddings).toEqual([
      [0.5, -0.25, 0],
      [0.5, -0.25, 1],
    ]);
    expect(await remaining()).toBe(before);
    expect([first.seen.lists, second.seen.lists]).toEqual([1, 1]);
  });

  test.each([
    ['numbers', (values: number[]) => values],
    ['base64', base64],
  ])('a program gets the format that it asked for from a server that has only %s', async (_, as) => {
    const { post } = await start([await startServer(['e'], (asked) => vectors(asked, as))]);
    const ask = async (encoding_format?: string) => {
      const response = await post({ model: 'e', input: ['Tea'], ...(encoding_format && { encoding_format }) });
      return ((await response.json()) as { data: object[] }).data;
    };
    const floats = [{ object: 'embedding', index: 0, embedding: [0.5, -0.25, 0] }];
    expect(await ask()).toEqual(floats);
    expect(await ask('float')).toEqual(floats);
    expect(await ask('base64')).toEqual([{ ...floats[0], embedding: base64([0.5, -0.25, 0]) }]);
  });

  test.each([[['Tea', 'Coffee']], [[1, 2, 3]], [[[1, 2], [3]]]])('the input %j is passed on', async (input) => {
    const server = await startServer(['e']);
    const { post } = await start([server]);
    expect((await post({ model: 'e', input })).status).toBe(200);
    expect(server.seen.asked).toEqual([{ model: 'e', input }]);
  });

  test('without a provider, a server of this machine is asked, for its list at most once per minute', async () => {
    const server = await startServer(['e']);
    const { post } = await start([], [{ name: 'Ollama', port: server.port }]);
    expect((await post({ model: 'e', input: 'Tea' })).status).toBe(200);
    server.models.push('new');
    expect((await post({ model: 'new', input: 'Tea' })).status).toBe(404);
    expect(server.seen.lists).toBe(1);
  });

  test.each([
    ['that no server lists', 'nothing', vectors],
    ['of a server without embeddings', 'e', () => ({ status: 404 })],
    ['for SuperNoek alone', 'large-embed', vectors],
  ])('a model %s is a 404 with the code "unsupported"', async (_, model, answer) => {
    const { post } = await start([await startServer(['e', 'large-embed'], answer)]);
    const response = await post({ model, input: 'Tea' });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { type: 'not_found_error', code: 'unsupported', param: 'model' } },
    ]);
  });

  test.each([
    [{ status: 400, json: { error: { message: 'Too many tokens.' } } }, 400, 'provider_refused', 'Too many tokens.'],
    [{ status: 413, json: { error: 'Too large.' } }, 400, 'provider_refused', 'Too large.'],
    [{ status: 401, json: { error: { message: 'Wrong key' } } }, 502, 'provider_failed', 'no vectors'],
    [{ status: 429 }, 503, 'provider_busy', 'busy'],
    [{ status: 500 }, 502, 'provider_failed', 'no vectors'],
    [{ json: { data: 'none' } }, 502, 'provider_failed', 'no vectors'],
  ])('a server that answers with %j', async (answer, status, code, sentence) => {
    const { post } = await start([await startServer(['e'], () => answer)]);
    const response = await post({ model: 'e', input: 'Tea' });
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect([response.status, error.code]).toEqual([status, code]);
    expect(error.message).toContain(sentence);
    expect(error.message).not.toContain('Wrong key');
  });

  test.each([
    ['no input', {}, 'input'],
    ['an empty text', { input: '' }, 'input'],
    ['an empty list', { input: [] }, 'input'],
    ['too many texts', { input: Array.from({ length: 2_049 }, () => 'x') }, 'input'],
    ['a mixed list', { input: ['x', 1] }, 'input'],
    ['a fraction as a token', { input: [1.5] }, 'input'],
    ['another format', { input: 'x', encoding_format: 'int8' }, 'encoding_format'],
  ])('%s is refused with the name of the field', async (_, body, param) => {
    const server = await startServer(['e']);
    const { post } = await start([server]);
    const response = await post({ model: 'e', ...body });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param } }]);
    expect(server.seen.asked).toEqual([]);
  });

  test('a person has four requests at the same time, and a limit per second; who leaves frees the place', async () => {
    const server = await startServer(['e'], null);
    const { post, client } = await start([server]);
    const leaving = new AbortController();
    const waiting = Array.from({ length: 4 }, () => post({ model: 'e', input: 'Tea' }, leaving.signal));
    await expect.poll(() => server.seen.asked.length).toBe(4);
    const refused = await post({ model: 'e', input: 'Tea' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    leaving.abort();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    await expect.poll(() => server.seen.left).toBe(4);
    // The clock of this test does not move.
    const rest = Array.from({ length: 55 }, () => client.embeddings.create({ model: 'nothing', input: 'x' }));
    expect(await Promise.allSettled(rest)).toMatchObject(rest.map(() => ({ reason: { status: expect.any(Number) } })));
    const last = await post({ model: 'nothing', input: 'x' });
    expect([last.status, await last.json()]).toMatchObject([429, { error: { code: 'rate_limit_exceeded' } }]);
  });
});
