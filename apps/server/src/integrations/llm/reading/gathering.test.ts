import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { delta, done, text } from '../testing/loopback-upstream.ts';
import { AnswerAccumulator } from './answer-accumulator.ts';
import { AnswerReader } from './answer-reader.ts';

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A reader, the texts that it was asked for so far, and how to send it something and let time pass. */
function open() {
  const bytes = new PassThrough();
  const reader = new AnswerReader(
    'Upstream',
    { bytes, incoming: bytes as unknown as IncomingMessage },
    new AnswerAccumulator('Upstream', { toolsOffered: false }),
    { finishGraceMs: 5_000, gatherMs: 25 },
  );
  const texts: string[] = [];
  const ended = (async () => {
    for (let events = await reader.next(); events; events = await reader.next())
      texts.push(events.map((event) => (event.type === 'text' ? event.text : `(${event.type})`)).join(''));
  })();
  return {
    texts,
    ended,
    bytes,
    async send(frames: string, ms = 0) {
      bytes.write(frames);
      await turnOfTheLoop();
      vi.advanceTimersByTime(ms);
      await turnOfTheLoop();
    },
  };
}

test('the first text is read at once, what follows within 25 ms is read together, and a slow model never waits', async () => {
  const { texts, send } = open();
  await send(text('One'));
  expect(texts).toEqual(['One']);
  for (const piece of [' two', ' three', ' four']) await send(text(piece), 5);
  expect(texts).toEqual(['One']);
  await send(text(' five'), 10);
  expect(texts).toEqual(['One', ' two three four five']);
  await send('', 25);
  await send(text(' six'));
  await send('', 30);
  await send(text(' seven'));
  expect(texts).toEqual(['One', ' two three four five', ' six', ' seven']);
});

test('the end of a response is read at once', async () => {
  const { texts, ended, bytes, send } = open();
  await send(text('One'));
  await send(text(' two') + delta({}, 'stop') + done);
  expect(texts).toEqual(['One']);
  bytes.end();
  await ended;
  expect(texts).toEqual(['One', ' two(finish)']);
});

test('a lot of text does not wait', async () => {
  const { texts, send } = open();
  await send(text('One'));
  await send(text('x'.repeat(70_000)));
  expect(texts.join('')).toHaveLength(70_003);
});

test('the first frames are not held back before there is text', async () => {
  const { texts, send } = open();
  await send(delta({ role: 'assistant', content: '' }));
  await send(text('One'));
  expect(texts).toEqual(['One']);
});
