import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { BackgroundWork } from './background-work.ts';

function create() {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  return { work: new BackgroundWork(log), lines };
}

afterEach(() => {
  vi.useRealTimers();
});

test('close waits for pending work and refuses new work', async () => {
  const { work, lines } = create();
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  work.run('failed', async () => {
    await gate.promise;
    work.run('failed', async () => seen.push('started after the close'));
    seen.push('ended');
  });
  const closed = work.close(5_000);
  gate.resolve();
  expect(await closed).toBe(true);
  expect(seen).toEqual(['ended']);
  expect(work.closed).toBe(true);
  expect(lines).toEqual([]);
});

test('errors are logged and not rethrown', async () => {
  const { work, lines } = create();
  work.run('the garden could not be watered', () => Promise.reject(new Error('no water')));
  expect(await work.close(5_000)).toBe(true);
  expect(lines).toEqual(['the garden could not be watered']);
});

test('work that does not end in time is reported', async () => {
  vi.useFakeTimers();
  const { work } = create();
  work.run('failed', () => new Promise(() => {}));
  expect(await work.settled(0)).toBe(false);
  const closed = work.close(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await closed).toBe(false);
});

test('stopped timers start no work', async () => {
  vi.useFakeTimers();
  const { work } = create();
  const beat = vi.fn(async () => {});
  const stopped = vi.fn(async () => {});
  const once = vi.fn(async () => {});
  work.every(100, 'failed', beat);
  work.every(100, 'failed', stopped)();
  work.after(150, 'failed', once);
  work.after(300, 'failed', once);
  await vi.advanceTimersByTimeAsync(250);
  expect([beat, stopped, once].map((call) => call.mock.calls.length)).toEqual([2, 0, 1]);
  work.stopTimers();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([beat, once].map((call) => call.mock.calls.length)).toEqual([2, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

test('each step of a stream is tracked, but not the time in which its reader is busy', async () => {
  const { work } = create();
  const gate = Promise.withResolvers<number>();
  const source = (async function* () {
    yield 1;
    yield await gate.promise;
  })();
  const stream = work.stream(source);
  expect(await stream.next()).toEqual({ value: 1, done: false });
  expect(await work.settled(0)).toBe(true);
  const step = stream.next();
  await Promise.resolve();
  expect(await work.settled(0)).toBe(false);
  gate.resolve(2);
  expect(await step).toEqual({ value: 2, done: false });
  await stream.return();
  expect(await source.next()).toEqual({ value: undefined, done: true });
});
