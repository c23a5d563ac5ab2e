import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createLlm } from '../create-llm.ts';
import {
  answerOf,
  collect,
  delta,
  done,
  loopbackUpstream,
  silentLog,
  testTuning,
  text,
} from '../testing/loopback-upstream.ts';

const compressors = {
  gzip: promisify(zlib.gzip),
  deflate: promisify(zlib.deflate),
  br: promisify(zlib.brotliCompress),
  zstd: promisify(zlib.zstdCompress),
};

const llmOf = (upstream: Awaited<ReturnType<typeof loopbackUpstream>>) =>
  createLlm({ providers: [upstream.provider()] }, { log: silentLog }, testTuning);

test('no compression is requested', async () => {
  const upstream = await loopbackUpstream((response) => response.end(answerOf('Hi')));
  await collect(await llmOf(upstream));
  expect(upstream.asked[0]?.headers['accept-encoding']).toBe('identity');
});

describe.each(Object.entries(compressors))('an answer that comes as %s anyway', (encoding, compress) => {
  test('is read', async () => {
    const body = await compress(answerOf('Grüße 🐈'));
    const upstream = await loopbackUpstream((response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(await collect(await llmOf(upstream))).toMatchObject({ text: 'Grüße 🐈', finish: { reason: 'stop' } });
  });

  test('is distinguished from a refusal, which is also read', async () => {
    const body = await compress(
      JSON.stringify({ error: { message: 'Unknown field stream_options', param: 'stream_options' } }),
    );
    const upstream = await loopbackUpstream((response, number) =>
      number === 1
        ? response.writeHead(400, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body)
        : response.end(answerOf('Hi')),
    );
    expect(await collect(await llmOf(upstream))).toMatchObject({ text: 'Hi', error: undefined });
  });

  test('was cut off when its bytes are not valid', async () => {
    const upstream = await loopbackUpstream((response) =>
      response
        .writeHead(200, { 'content-encoding': encoding })
        .end('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n'),
    );
    expect(await collect(await llmOf(upstream))).toMatchObject({ events: [], error: { kind: 'broken-off' } });
  });
});

test('each piece of a compressed answer is emitted as it arrives', async () => {
  const first = Promise.withResolvers<void>();
  const upstream = await loopbackUpstream(async (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const gzip = zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH });
    gzip.pipe(response);
    gzip.write(text('One'));
    await first.promise;
    gzip.end(text(', two') + delta({}, 'stop') + done);
  });
  const pieces: string[] = [];
  const llm = await llmOf(upstream);
  for await (const event of llm.stream({
    messages: [],
    premium: false,
    store: false,
    signal: AbortSignal.timeout(5_000),
  })) {
    if (event.type !== 'text') continue;
    pieces.push(event.text);
    first.resolve();
  }
  expect(pieces).toEqual(['One', ', two']);
});

test.each(['compress', 'gzip, br', 'constructor'])(
  'an unknown encoding (%s) is refused with a message that says so',
  async (encoding) => {
    const upstream = await loopbackUpstream((response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end('??'),
    );
    const { error } = await collect(await llmOf(upstream));
    expect(error).toMatchObject({
      kind: 'refused',
      hint: 'Upstream sent an answer in an unsupported compression format.',
    });
  },
);

test('a compressed answer without the header is refused, not read as empty', async () => {
  const body = await compressors.gzip(answerOf('Hi'));
  const upstream = await loopbackUpstream((response) => response.end(body));
  const { error } = await collect(await llmOf(upstream));
  expect(error).toMatchObject({ kind: 'refused', hint: 'Upstream did not respond like a chat service.' });
});
