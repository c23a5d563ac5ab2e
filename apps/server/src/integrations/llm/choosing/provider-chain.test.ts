import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LlmTuning } from '../../../settings/llm-tuning.ts';
import type { ProviderConfig } from '../../../settings/setting-values.ts';
import { createLlm } from '../create-llm.ts';
import {
  answerOf,
  collect,
  data,
  delta,
  done,
  loopbackUpstream,
  refuse,
  request,
  silentLog,
  stream,
  testTuning,
  text,
} from '../testing/loopback-upstream.ts';

const llmOf = (providers: ProviderConfig[], tuning: Partial<LlmTuning> = {}) =>
  createLlm({ providers }, { log: silentLog }, { ...testTuning, ...tuning });
const healthy = (answer = 'Hi') => loopbackUpstream((response) => stream(response, answerOf(answer)));

const toolCall = { index: 0, id: 'call_1', function: { name: 'now', arguments: '{}' } };

/** A provider that was closed: nothing listens on its port any more. */
async function goneProvider(): Promise<ProviderConfig> {
  const upstream = await healthy();
  await upstream.close();
  return upstream.provider({ name: 'Gone' });
}

describe('a retry at the same provider', () => {
  test.each([408, 409, 429, 500, 503])('after HTTP %i', async (status) => {
    const upstream = await loopbackUpstream((response, number) =>
      number === 1 ? refuse(response, status) : stream(response, answerOf('Hi')),
    );
    expect(await collect(await llmOf([upstream.provider()]))).toMatchObject({ text: 'Hi', error: undefined });
    expect(upstream.asked).toHaveLength(2);
  });

  test.each([
    ...[400, 401, 402, 403, 404, 422].map((status) => [status, 'refused'] as const),
    [413, 'too-long'] as const,
  ])('not after HTTP %i', async (status, kind) => {
    const upstream = await loopbackUpstream((response) => refuse(response, status));
    expect(await collect(await llmOf([upstream.provider()]))).toMatchObject({ events: [], error: { kind } });
    expect(upstream.asked).toHaveLength(1);
  });

  test.each([
    ['its sentence', 'Invalid schema for response_format.', 'Invalid schema for response_format.'],
    ['no address', 'No. See https://docs.example/errors or 10.0.0.7:8000', 'No. See … or …'],
    ['one line', 'Line 1\n\tline 2\u0000', 'Line 1 line 2'],
    ['no key', 'The key sk-abcdefgh12345678 may not do this.', null],
    ['no configured key', 'secret-of-test is not enough.', null],
    ['400 characters', 'x'.repeat(1_000), `${'x'.repeat(400)}…`],
    ['nothing that is no sentence', { loc: ['body'] }, null],
  ])('a refused request has what the provider said: %s', async (_, message, said) => {
    const upstream = await loopbackUpstream((response) => refuse(response, 400, { message }));
    const { error } = await collect(await llmOf([upstream.provider({ apiKey: 'secret-of-test' })]));
    expect(error?.requestRefused).toEqual({ said });
    expect(error?.hint).not.toContain('Invalid schema');
  });

  test('a request counts as refused if all providers refuse it', async () => {
    const refusing = await loopbackUpstream((response) => refuse(response, 422, { message: 'No.' }));
    const broken = await loopbackUpstream((response) => refuse(response, 500, { message: 'Oh.' }));
    const asked = async (...upstreams: { provider(more?: object): ProviderConfig }[]) =>
      (await collect(await llmOf(upstreams.map((one, at) => one.provider({ name: `P${at}` }))))).error?.requestRefused;
    expect(await asked(refusing, refusing)).toEqual({ said: 'No.' });
    expect(await asked(refusing, broken)).toBeNull();
    expect(await asked(broken)).toBeNull();
  });

  test('as long as its model is loading', async () => {
    const upstream = await loopbackUpstream((response, number) =>
      number < 6
        ? refuse(response, 503, { message: 'Loading model', type: 'unavailable_error' })
        : stream(response, answerOf('Hi')),
    );
    const llm = await llmOf([upstream.provider()], { loadingRetryMs: 1, breakerThreshold: 1 });
    expect(await collect(llm)).toMatchObject({ text: 'Hi', error: undefined });
    expect(upstream.asked).toHaveLength(6);
  });

  test('a model that loads for too long has failed', async () => {
    const upstream = await loopbackUpstream((response) => refuse(response, 503, { message: 'Loading model' }));
    const { error } = await collect(await llmOf([upstream.provider()], { loadingRetryMs: 1, localFirstTokenMs: 20 }));
    expect(error?.hint).toBe('Upstream is still loading the model.');
  });

  test('only one', async () => {
    const upstream = await loopbackUpstream((response) => refuse(response, 500));
    expect(await collect(await llmOf([upstream.provider()]))).toMatchObject({ error: { kind: 'refused' } });
    expect(upstream.asked).toHaveLength(2);
  });

  test('after a connection that broke before the first token', async () => {
    const upstream = await loopbackUpstream((response, number) => {
      if (number > 1) return stream(response, answerOf('Hi'));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n');
      return setTimeout(() => response.destroy(), 5);
    });
    expect(await collect(await llmOf([upstream.provider()]))).toMatchObject({ text: 'Hi', error: undefined });
  });

  test('waits as long as the provider asks, up to 5 seconds', async () => {
    const upstream = await loopbackUpstream((response, number) =>
      number === 1 ? refuse(response, 429, {}, { 'retry-after': '0' }) : stream(response, answerOf('Hi')),
    );
    const llm = await llmOf([upstream.provider()], { retryDelayMs: 60_000, longestRetryAfterMs: 5_000 });
    expect(await collect(llm)).toMatchObject({ text: 'Hi', error: undefined });
  });

  test('not when the provider asks for more time than that', async () => {
    const busy = await loopbackUpstream((response) => refuse(response, 429, {}, { 'retry-after': '6' }));
    const other = await healthy();
    const llm = await llmOf([busy.provider(), other.provider({ name: 'Other' })]);
    expect(await collect(llm)).toMatchObject({ text: 'Hi', answering: ['Other · test-model'] });
    expect(busy.asked).toHaveLength(1);
  });

  test('not when a quota is used up', async () => {
    const upstream = await loopbackUpstream((response) => refuse(response, 429, { code: 'insufficient_quota' }));
    expect(await collect(await llmOf([upstream.provider()]))).toMatchObject({ error: { kind: 'rate-limited' } });
    expect(upstream.asked).toHaveLength(1);
  });
});

describe('the next provider', () => {
  test('answers when the first cannot be reached, and says so', async () => {
    const second = await healthy();
    const answer = await collect(await llmOf([await goneProvider(), second.provider({ name: 'Second' })]));
    expect(answer).toMatchObject({ text: 'Hi', answering: ['Second · test-model'], error: undefined });
  });

  test('answers when the first reports an error inside its stream before any token', async () => {
    const first = await loopbackUpstream((response) => stream(response, data({ error: { message: 'no' } })));
    const second = await healthy();
    const answer = await collect(await llmOf([first.provider(), second.provider({ name: 'Second' })]));
    expect(answer).toMatchObject({ text: 'Hi', answering: ['Second · test-model'] });
  });

  test('is not asked once the first has started: the text is kept, and the error says that it was cut off', async () => {
    const first = await loopbackUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text('Once upon'));
      setTimeout(() => response.destroy(), 5);
    });
    const second = await healthy();
    const answer = await collect(await llmOf([first.provider(), second.provider({ name: 'Second' })]));
    expect(answer).toMatchObject({
      text: 'Once upon',
      answering: ['Upstream · test-model'],
      error: { kind: 'broken-off' },
    });
    expect(second.asked).toHaveLength(0);
  });

  test('answers when the first fails while it is still reasoning', async () => {
    const first = await loopbackUpstream((response) =>
      stream(response, delta({ reasoning: 'Hm' }) + data({ error: { status_code: 400 } })),
    );
    const second = await healthy();
    const llm = await llmOf([first.provider(), second.provider({ name: 'Second' })], { breakerThreshold: 2 });
    for (let turn = 0; turn < 3; turn++) {
      const answer = await collect(llm);
      expect(answer).toMatchObject({ text: 'Hi', error: undefined });
      expect(answer.answering.at(-1)).toBe('Second · test-model');
    }
    // Reasoning is not an answer: the provider is retried, and its breaker opens as if it had never started.
    expect(first.asked).toHaveLength(4);
  });

  describe.each([
    ['only thoughts', delta({ reasoning: 'Hm' }) + delta({}, 'stop')],
    ['only encrypted thoughts', delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'gA' }] }, 'stop')],
    ['thoughts until its length is used up', delta({ reasoning: 'Hm' }) + delta({}, 'length')],
    ['length without a word', delta({}, 'length')],
    ['a call of a tool that was not offered', delta({ tool_calls: [toolCall] }) + delta({}, 'tool_calls')],
    ['white space', text(' \n') + text('\n') + delta({}, 'stop')],
    ['nothing', ''],
  ])('after a clean end with %s', (_, wordless) => {
    test('answers, and the first is tried twice and counts as failed', async () => {
      const first = await loopbackUpstream((response) => stream(response, wordless + done));
      const second = await healthy();
      const llm = await llmOf([first.provider(), second.provider({ name: 'Second' })], { breakerThreshold: 2 });
      for (let turn = 0; turn < 3; turn++) {
        const answer = await collect(llm);
        expect(answer).toMatchObject({ text: 'Hi', toolCalls: [], error: undefined });
        expect(answer.answering.at(-1)).toBe('Second · test-model');
      }
      expect(first.asked).toHaveLength(4);
    });

    test('is not needed when the retry produces text', async () => {
      const first = await loopbackUpstream((response, number) =>
        stream(response, number === 1 ? wordless + done : answerOf('Hi')),
      );
      const second = await healthy();
      const answer = await collect(await llmOf([first.provider(), second.provider({ name: 'Second' })]));
      expect(answer).toMatchObject({ text: 'Hi', error: undefined });
      expect(answer.answering.at(-1)).toBe('Upstream · test-model');
    });

    test('the second try is without tools, and each provider is tried twice at most', async () => {
      const first = await loopbackUpstream((response) => stream(response, wordless + done));
      const second = await loopbackUpstream((response) => stream(response, wordless + done));
      const llm = await llmOf([first.provider(), second.provider({ name: 'Second' })]);
      await collect(llm, request({ tools: [{ name: 'later', description: 'The time', parameters: {} }] }));
      for (const { asked } of [first, second]) expect(asked.map(({ body }) => 'tools' in body)).toEqual([true, false]);
    });

    test('none left: the failure says that the answer was empty', async () => {
      const only = await loopbackUpstream((response) => stream(response, wordless + done));
      const answer = await collect(await llmOf([only.provider()]));
      const kind = wordless.includes('tool_calls":[') ? 'only-tools' : 'wordless';
      expect(answer).toMatchObject({ text: '', finish: undefined, error: { kind } });
      expect(answer.error?.hint).toMatch(/empty answer|before writing any text/);
    });
  });

  test('is not asked after a refusal by the content filter, which is no failure of the provider', async () => {
    const first = await loopbackUpstream((response) => stream(response, delta({}, 'content_filter') + done));
    const second = await healthy();
    const llm = await llmOf([first.provider(), second.provider({ name: 'Second' })], { breakerThreshold: 1 });
    for (let turn = 0; turn < 2; turn++)
      expect(await collect(llm)).toMatchObject({ text: '', finish: { reason: 'content-filter' }, error: undefined });
    expect(first.asked).toHaveLength(2);
    expect(second.asked).toHaveLength(0);
  });

  test('is not asked after tool calls that were offered: they are the answer', async () => {
    const first = await loopbackUpstream((response) =>
      stream(response, delta({ tool_calls: [toolCall] }) + delta({}, 'tool_calls') + done),
    );
    const second = await healthy();
    const llm = await llmOf([first.provider(), second.provider({ name: 'Second' })]);
    const tools = [{ name: 'now', description: 'Tells the time.', parameters: { type: 'object' } }];
    expect(await collect(llm, request({ tools }))).toMatchObject({
      toolCalls: [{ id: 'call_1', name: 'now', arguments: '{}' }],
      finish: { reason: 'tool-calls' },
    });
    expect(second.asked).toHaveLength(0);
  });

  test('none answers: the first failure counts', async () => {
    const busy = await loopbackUpstream((response) => refuse(response, 429));
    const answer = await collect(await llmOf([busy.provider(), await goneProvider()]));
    expect(answer.error).toMatchObject({ kind: 'rate-limited' });
    expect(answer.error?.message).toBe('No answer came. Try again.');
    expect(answer.error?.hint).toBe('Upstream is busy or its quota is used up (HTTP 429). Gone cannot be reached.');
  });
});

describe('a provider that keeps failing', () => {
  test('gets no requests for a while, and then one request probes it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let broken = true;
    const first = await loopbackUpstream((response) =>
      broken ? refuse(response, 401) : stream(response, answerOf('Back')),
    );
    const second = await healthy();
    const providers = [first.provider({ name: 'First' }), second.provider({ name: 'Second' })];
    const llm = await llmOf(providers, { breakerThreshold: 3, breakerOpenMs: 30_000 });
    for (let turn = 0; turn < 3; turn++) await collect(llm);
    expect(first.asked).toHaveLength(3);
    broken = false;
    expect((await collect(llm)).answering).toEqual(['Second · test-model']);
    expect(first.asked).toHaveLength(3);
    vi.advanceTimersByTime(30_000);
    expect((await collect(llm)).answering).toEqual(['First · test-model']);
    expect((await collect(llm)).answering).toEqual(['First · test-model']);
  });

  test('is asked early when no other provider can answer', async () => {
    let broken = true;
    const only = await loopbackUpstream((response) =>
      broken ? refuse(response, 401) : stream(response, answerOf('Back')),
    );
    const llm = await llmOf([only.provider()], { breakerThreshold: 1, breakerOpenMs: 60_000 });
    await collect(llm);
    broken = false;
    expect(await collect(llm)).toMatchObject({ text: 'Back', error: undefined });
  });

  test('a request that is itself at fault does not count', async () => {
    const first = await loopbackUpstream((response, number) =>
      number === 1 ? refuse(response, 400) : stream(response, answerOf('Hi')),
    );
    const second = await healthy();
    const llm = await llmOf([first.provider(), second.provider({ name: 'Second' })], { breakerThreshold: 1 });
    await collect(llm);
    expect((await collect(llm)).answering).toEqual(['Upstream · test-model']);
  });
});

describe('what is sent', () => {
  test('the turns and the key, and `store` only to OpenAI', async () => {
    const upstream = await healthy();
    const provider = upstream.provider({ headers: { 'x-team': 'noek' } });
    const tools = [{ name: 'web_search', description: 'Searches.', parameters: { type: 'object' } }];
    await collect(await llmOf([provider]), request({ store: true, temperature: 0.3, tools }));
    expect(upstream.asked[0]?.headers).toMatchObject({ authorization: 'Bearer sk-secret-key', 'x-team': 'noek' });
    expect(upstream.asked[0]?.body).toEqual({
      model: 'test-model',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.3,
      tools: [{ type: 'function', function: tools[0] }],
    });
  });

  test('no authorization without a key', async () => {
    const upstream = await healthy();
    await collect(await llmOf([upstream.provider({ apiKey: '' })]));
    expect(upstream.asked[0]?.headers).not.toHaveProperty('authorization');
  });

  test('the premium model for those who have it', async () => {
    const upstream = await healthy();
    const llm = await llmOf([upstream.provider({ premiumModel: 'best-model' })]);
    expect((await collect(llm, request({ premium: true }))).answering).toEqual(['Upstream · best-model']);
    expect((await collect(llm, request({ premium: false }))).answering).toEqual(['Upstream · test-model']);
    expect(upstream.asked.map(({ body }) => body.model)).toEqual(['best-model', 'test-model']);
  });

  test('no longer what a provider has refused by name', async () => {
    const upstream = await loopbackUpstream((response, _, { body }) => {
      if ('stream_options' in body) return refuse(response, 400, { message: 'Unknown field: stream_options' });
      if ('temperature' in body) return refuse(response, 400, { message: 'Not supported', param: 'temperature' });
      return stream(response, answerOf('Hi'));
    });
    const llm = await llmOf([upstream.provider()]);
    expect(await collect(llm, request({ temperature: 1.2 }))).toMatchObject({ text: 'Hi' });
    expect(upstream.asked).toHaveLength(3);
    expect(await collect(llm, request({ temperature: 1.2 }))).toMatchObject({ text: 'Hi' });
    expect(upstream.asked).toHaveLength(4);
  });

  test('over one connection, one answer after the other', async () => {
    const upstream = await healthy();
    const llm = await llmOf([upstream.provider()]);
    for (let turn = 0; turn < 4; turn++) expect(await collect(llm)).toMatchObject({ text: 'Hi' });
    expect(new Set(upstream.asked.map(({ socketPort }) => socketPort)).size).toBe(1);
  });

  test('again, when the provider closed the idle connection at that moment', async () => {
    const upstream = await loopbackUpstream((response, number) => {
      if (number === 2) return response.socket?.destroy();
      return stream(response, answerOf('Hi'));
    });
    const llm = await llmOf([upstream.provider()], { retryDelayMs: 60_000 });
    await collect(llm);
    expect(await collect(llm)).toMatchObject({ text: 'Hi', error: undefined });
  });

  test('never to the target of a redirect', async () => {
    const elsewhere = await healthy();
    const upstream = await loopbackUpstream((response) =>
      response.writeHead(307, { location: `${elsewhere.baseUrl}/chat/completions` }).end(),
    );
    expect(await collect(await llmOf([upstream.provider()]))).toMatchObject({ error: { kind: 'refused' } });
    expect(elsewhere.asked).toHaveLength(0);
  });
});

test('an error names the provider and reveals no keys, addresses or provider texts', async () => {
  const lines: string[] = [];
  // The digits of a time could be those of the port.
  const log = pino({ level: 'trace', timestamp: false, base: null }, { write: (line) => void lines.push(line) });
  for (const status of [400, 401, 402, 403, 404, 413, 429, 500]) {
    const upstream = await loopbackUpstream((response) =>
      refuse(response, status, { message: `Incorrect key sk-secret-key for ${upstream.baseUrl}` }),
    );
    const llm = await createLlm({ providers: [upstream.provider()] }, { log }, testTuning);
    const { error } = await collect(llm);
    // The message names no provider; the hint does.
    expect(error?.message).toMatch(
      /^(No answer came\. Try again|This conversation is too long for the model\. Start a new one)\.$/,
    );
    expect(error?.hint).toMatch(/^(Upstream\b.*|This conversation is too long for Upstream)\.$/);
    const shown = JSON.stringify({
      message: error?.message,
      hint: error?.hint,
      stack: error?.stack,
      cause: String(error?.cause),
    });
    for (const secret of ['sk-secret', 'http://', String(upstream.port)]) {
      expect(shown.replace(/file:\/\/\S+|\S+\.ts:\S+/g, '')).not.toContain(secret);
      expect(lines.join('')).not.toContain(secret);
    }
  }
});
