import { setImmediate as tick } from 'node:timers/promises';
import type { Database } from '@noek/db/database';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Worker } from './worker.ts';

type Options = ConstructorParameters<typeof Worker>[1];

/** A worker on a list of waiting pieces, and what announces, misses and logs. */
function create(options: Partial<Options> = {}) {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const listeners = new Map<(topic: string) => void, () => void>();
  const db = {
    notify(topic: string) {
      for (const listener of listeners.keys()) listener(topic);
    },
    listen(onTopic: (topic: string) => void, onMissed: () => void) {
      listeners.set(onTopic, onMissed);
      return () => listeners.delete(onTopic);
    },
  } as unknown as Database;
  const waiting: number[] = [];
  const done: number[] = [];
  const take = async () => {
    await tick();
    const piece = waiting.shift();
    await tick();
    if (piece === undefined) return false;
    done.push(piece);
    return true;
  };
  const worker = new Worker(
    { db, log },
    { topic: 'garden', failure: 'the garden could not be watered', pollEveryMs: 1_000_000, step: take, ...options },
  );
  const missed = () => {
    for (const onMissed of listeners.values()) onMissed();
  };
  return { worker, db, lines, listeners, waiting, done, take, missed };
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each([1, 2, 7])('%i at once', (atOnce) => {
  test('of thousands of announcements at random moments none is lost, and no more steps run at once', async () => {
    let added = 0;
    let [running, most] = [0, 0];
    const one = create({
      atOnce,
      async step() {
        most = Math.max(most, ++running);
        const found = await one.take();
        running--;
        return found;
      },
    });
    one.worker.start();
    for (let n = 0; n < 3_000; n++) {
      // Often just when a step finds no work.
      for (let ticks = Math.floor(Math.random() * 5); ticks > 0; ticks--) await (Math.random() < 0.5 ? tick() : null);
      for (let more = Math.ceil(Math.random() * 3); more > 0; more--) one.waiting.push(added++);
      if (Math.random() < 0.3) one.worker.announce();
      else if (Math.random() < 0.1) one.missed();
      else one.db.notify('garden');
      // Every so often, all of it has to be done before the next announcement.
      if (n % 100 === 0) await expect.poll(() => one.done.length, { interval: 1 }).toBe(added);
    }
    await expect.poll(() => one.done.length).toBe(added);
    expect(one.done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: added }, (_, n) => n));
    expect(most).toBe(atOnce);
    expect(await one.worker.stop()).toBe(true);
    expect(running).toBe(0);
    expect(one.lines).toEqual([]);
  });

  test('each step that fails is logged, and later announcements and polls do the rest', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let failed = 0;
    let added = 0;
    const one = create({
      atOnce,
      pollEveryMs: 1_000,
      async step() {
        await tick();
        if (Math.random() < 0.2) {
          failed++;
          throw new Error('no water');
        }
        return one.take();
      },
    });
    one.worker.start();
    for (let n = 0; n < 1_000; n++) {
      one.waiting.push(added++);
      one.db.notify('garden');
      if (Math.random() < 0.5) await tick();
    }
    for (let poll = 0; poll < 1_000 && one.done.length < added; poll++) {
      await vi.advanceTimersByTimeAsync(1_000);
      for (let ticks = 0; ticks < 20; ticks++) await tick();
    }
    expect(one.done).toHaveLength(added);
    expect(await one.worker.stop()).toBe(true);
    expect(failed).toBeGreaterThan(0);
    expect(one.lines).toEqual(Array(failed).fill('the garden could not be watered'));
  });

  test('stop tells the steps that run, waits for them, and nothing begins afterwards', async () => {
    const gate = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const one = create({
      atOnce,
      purge: { everyMs: 1, failure: 'nothing could be removed', run: async () => {} },
      async step(signal) {
        signals.push(signal);
        await gate.promise;
        return true;
      },
    });
    one.worker.start();
    one.worker.start();
    one.worker.wake();
    await tick();
    expect(signals).toHaveLength(atOnce);
    expect(await one.worker.stop(1)).toBe(false);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(one.listeners.size).toBe(0);
    const stopped = one.worker.stop();
    gate.resolve();
    expect(await stopped).toBe(true);
    one.worker.wake();
    one.worker.announce();
    await tick();
    expect(signals).toHaveLength(atOnce);
    expect(one.lines).toEqual([]);
  });
});

test("'later' ends the work, whatever was announced in the meantime", async () => {
  let steps = 0;
  const one = create({
    async step() {
      one.worker.wake();
      await tick();
      return ++steps % 3 === 0 ? 'later' : false;
    },
  });
  one.worker.start();
  await expect.poll(() => steps).toBe(3);
  for (let ticks = 0; ticks < 20; ticks++) await tick();
  expect(steps).toBe(3);
  one.db.notify('garden');
  await expect.poll(() => steps).toBe(6);
  await one.worker.stop();
});

test('it looks at the start, when its topic is announced, when announcements were missed, and when it is time to poll', async () => {
  vi.useFakeTimers();
  const seen: string[] = [];
  const one = create({
    pollEveryMs: 100,
    step: async () => {
      seen.push('look');
      return false;
    },
    onAnnounced: () => seen.push('announced'),
    purge: { everyMs: 250, failure: 'nothing could be removed', run: async () => Promise.reject(seen.push('purge')) },
  });
  const events = () => vi.advanceTimersByTimeAsync(0).then(() => seen.splice(0));
  one.worker.start();
  expect(await events()).toEqual(['purge', 'look']);
  one.db.notify('kitchen');
  expect(await events()).toEqual([]);
  one.db.notify('garden');
  expect(await events()).toEqual(['announced', 'look']);
  one.missed();
  expect(await events()).toEqual(['look']);
  await vi.advanceTimersByTimeAsync(300);
  expect(await events()).toEqual(['look', 'look', 'purge', 'look']);
  expect(await one.worker.stop()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual([]);
  expect(one.lines).toEqual(['nothing could be removed', 'nothing could be removed']);
  expect(vi.getTimerCount()).toBe(0);
});

test('other processes get what is announced; what a step leaves running is waited for', async () => {
  const gate = Promise.withResolvers<void>();
  const heard: string[] = [];
  const one = create({
    step: async () => {
      one.worker.work.run('failed', () => gate.promise);
      return false;
    },
  });
  one.db.listen(
    (topic) => heard.push(topic),
    () => {},
  );
  one.worker.announce();
  expect(heard).toEqual(['garden']);
  expect(await one.worker.stop(1)).toBe(false);
  gate.resolve();
  expect(await one.worker.stop()).toBe(true);
});

test('it rests between steps', async () => {
  const one = create({ pauseMs: 20, step: async () => one.done.push(performance.now()) < 3 });
  one.worker.start();
  await expect.poll(() => one.done.length).toBe(3);
  const [first = 0, , last = 0] = one.done;
  // Timers may be a millisecond early.
  expect(last - first).toBeGreaterThanOrEqual(38);
  await one.worker.stop();
});
