import net, { type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultTuning, type LlmTuning } from '../../../settings/llm-tuning.ts';
import type { ProviderConfig } from '../../../settings/setting-values.ts';
import { createLlm } from '../create-llm.ts';
import {
  answerOf,
  collect,
  delta,
  loopbackUpstream,
  request,
  silentLog,
  stream,
  testTuning,
  text,
} from '../testing/loopback-upstream.ts';

const llmOf = (providers: ProviderConfig[], tuning: Partial<LlmTuning> = {}) =>
  createLlm({ providers }, { log: silentLog }, { ...testTuning, ...tuning });

/** Sends `first`, then a comment every few milliseconds, and never ends. */
const endless = (first: string) =>
  loopbackUpstream((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first || ': hello\n\n');
    const timer = setInterval(() => response.write(': still here\n\n'), 5);
    response.on('close', () => clearInterval(timer));
  });

/** From now on, time passes only when the test says so, so that a busy machine causes no time-outs. */
function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('an answer that takes too long', () => {
  const { connectMs, firstTokenMs } = defaultTuning;

  test('to connect: the next provider is asked', async () => {
    stopTheClock();
    // Takes connections, but never says a word of TLS.
    const silent = net.createServer(() => vi.advanceTimersByTime(connectMs));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const second = await loopbackUpstream((response) => stream(response, answerOf('Hi')));
    const first = { name: 'Silent', baseUrl: `https://127.0.0.1:${port}/v1`, apiKey: 'x', model: 'm' };
    expect(await collect(await llmOf([first]))).toMatchObject({ error: { kind: 'timeout' } });
    const answer = await collect(await llmOf([first, second.provider()]));
    expect(answer).toMatchObject({ text: 'Hi', answering: ['Upstream · test-model'] });
  });

  test('to answer at all: it is not retried, the next provider is asked', async () => {
    stopTheClock();
    const first = await loopbackUpstream(() => vi.advanceTimersByTime(firstTokenMs));
    const second = await loopbackUpstream((response) => stream(response, answerOf('Hi')));
    const llm = await llmOf([first.provider({ name: 'First' }), second.provider()]);
    expect(await collect(llm)).toMatchObject({ text: 'Hi', answering: ['Upstream · test-model'] });
    expect(first.asked).toHaveLength(1);
    await first.left;
  });

  test('to send its first token, although comments keep coming', async () => {
    const upstream = await endless('');
    const answer = await collect(await llmOf([upstream.provider()], { firstTokenMs: 50 }));
    expect(answer).toMatchObject({ events: [], error: { kind: 'timeout' } });
    expect(answer.error?.hint).toBe('Upstream took too long to start its answer.');
    await upstream.left;
  });

  test('between two tokens: the text is kept', async () => {
    const upstream = await endless(text('Once upon'));
    const answer = await collect(await llmOf([upstream.provider()], { idleMs: 50 }));
    expect(answer).toMatchObject({ text: 'Once upon', error: { kind: 'timeout' } });
    expect(answer.error?.hint).toBe('Upstream stopped responding in the middle of its answer.');
    await upstream.left;
  });

  test('inside a tool call', async () => {
    const upstream = await endless(delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'web_search' } }] }));
    const answer = await collect(await llmOf([upstream.provider()], { firstTokenMs: 50, idleMs: 50 }));
    expect(answer).toMatchObject({ toolCalls: [], error: { kind: 'timeout' } });
  });

  test('in all', async () => {
    stopTheClock();
    const upstream = await loopbackUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write(text('more ')), 5);
      response.on('close', () => clearInterval(timer));
    });
    const llm = await llmOf([upstream.provider()], { totalMs: 10_000 });
    const answer = await collect({
      async *stream(asked) {
        for await (const event of llm.stream(asked)) {
          yield event;
          if (event.type === 'text') vi.advanceTimersByTime(5_000);
        }
      },
    });
    expect(answer).toMatchObject({ finish: undefined, error: { kind: 'timeout' } });
    expect(answer.text).toMatch(/^(more )+$/);
    expect(answer.error?.hint).toBe('The answer took too long and was stopped.');
    await upstream.left;
  });
});

describe('an abort ends the call to the provider at once, without an error', () => {
  test('before it started', async () => {
    const upstream = await loopbackUpstream((response) => stream(response, answerOf('Hi')));
    const answer = await collect(await llmOf([upstream.provider()]), request({ signal: AbortSignal.abort() }));
    expect(answer).toMatchObject({ events: [], error: undefined });
    expect(upstream.asked).toHaveLength(0);
  });

  test('while it waits for the provider', async () => {
    const stop = new AbortController();
    const upstream = await loopbackUpstream(() => stop.abort());
    const answer = await collect(await llmOf([upstream.provider()]), request({ signal: stop.signal }));
    expect(answer).toMatchObject({ events: [], error: undefined });
    await upstream.left;
  });

  test('in the middle', async () => {
    const upstream = await endless(text('Once upon'));
    const stop = new AbortController();
    const llm = await llmOf([upstream.provider()]);
    let seen = '';
    for await (const event of llm.stream(request({ signal: stop.signal })))
      if (event.type === 'text') {
        seen += event.text;
        stop.abort();
      }
    expect(seen).toBe('Once upon');
    await upstream.left;
  });

  test('between two tries', async () => {
    const stop = new AbortController();
    const upstream = await loopbackUpstream((response) => {
      response.writeHead(500).end();
      setTimeout(() => stop.abort(), 5);
    });
    const llm = await llmOf([upstream.provider()], { retryDelayMs: 4_000 });
    expect(await collect(llm, request({ signal: stop.signal }))).toMatchObject({ events: [], error: undefined });
    expect(upstream.asked).toHaveLength(1);
  });

  test('leaving the loop does the same', async () => {
    const upstream = await endless(text('Once upon'));
    for await (const event of (await llmOf([upstream.provider()])).stream(request())) if (event.type === 'text') break;
    await upstream.left;
  });
});
