import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readModelList } from './read-model-list.ts';

/** A server on this machine with the given answers, and what it was asked. */
async function serve(answer: RequestListener) {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = http.createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}
const json =
  (body: unknown): RequestListener =>
  (_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const source = (baseUrl: string) => ({ baseUrl, apiKey: 'key' });

test('reads ids, ends and windows as providers write them, and leaves out what cannot chat', async () => {
  const { baseUrl, asked } = await serve(
    json({
      object: 'list',
      data: [
        { id: 'gpt-6.1-terra', object: 'model', shutdown_date: null },
        { id: 'gpt-5-mini', object: 'model', shutdown_date: '2026-12-11' },
        { id: 'models/gemini-3.8-flash' },
        { id: 'somebody/model', context_length: 40_000 },
        { id: 'openai/gpt-oss-120b', context_window: 131_072 },
        { id: 'odd', shutdown_date: 'soon', context_length: -1 },
        ...['text-embedding-3-small', 'whisper-1', 'gpt-image-2.6-flare', 'gpt-realtime', 'tts-1'].map((id) => ({
          id,
        })),
        ...[{ id: 7 }, null, 'text', { id: '' }, { id: 'x'.repeat(300) }],
      ],
    }),
  );
  expect(await readModelList(source(baseUrl))).toEqual([
    { id: 'gpt-6.1-terra', endsAt: null, window: null },
    { id: 'gpt-5-mini', endsAt: '2026-12-11', window: null },
    { id: 'gemini-3.8-flash', endsAt: null, window: null },
    { id: 'somebody/model', endsAt: null, window: 40_000 },
    { id: 'openai/gpt-oss-120b', endsAt: null, window: 131_072 },
    { id: 'odd', endsAt: null, window: null },
  ]);
  expect(asked).toMatchObject([{ url: '/v1/models', headers: { authorization: 'Bearer key' } }]);
});

test("Anthropic's pages are read with its own headers", async () => {
  const { baseUrl, asked } = await serve((request, response) =>
    json(
      request.url?.includes('after_id=claude-sonnet-5-5')
        ? { data: [{ type: 'model', id: 'claude-sonnet-5' }], has_more: false }
        : { data: [{ type: 'model', id: 'claude-sonnet-5-5' }], has_more: true, last_id: 'claude-sonnet-5-5' },
    )(request, response),
  );
  const found = await readModelList({ ...source(baseUrl), prefix: 'ANTHROPIC' });
  expect(found?.map(({ id }) => id)).toEqual(['claude-sonnet-5-5', 'claude-sonnet-5']);
  expect(asked[0]?.headers).toMatchObject({ 'x-api-key': 'key', 'anthropic-version': '2023-06-01' });
  expect(asked[0]?.headers.authorization).toBeUndefined();
});

test('5,000 entries are a list', async () => {
  const { baseUrl } = await serve(json({ data: Array.from({ length: 5_000 }, (_, n) => ({ id: `model-${n}` })) }));
  expect(await readModelList(source(baseUrl))).toHaveLength(5_000);
});

test.each<[what: string, answer: RequestListener]>([
  ['a page', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')],
  ['half a JSON', json('{"data":[{"id":"gpt-6')],
  ['no list', json({ models: [] })],
  ['a refusal', (_, response) => void response.writeHead(401).end()],
  ['more than 5 MB', json({ data: [{ id: 'x', filler: 'x'.repeat(6 * 1024 * 1024) }] })],
  ['a broken connection', (request) => void request.socket.destroy()],
])('%s is no list', async (_, answer) => {
  const { baseUrl } = await serve(answer);
  expect(await readModelList(source(baseUrl))).toBeNull();
});
