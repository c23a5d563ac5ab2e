import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ServiceList } from './service-list.ts';

function listOf(failing: { begin?: string; close?: string; late?: string } = {}) {
  const calls: string[] = [];
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const service = (name: string) => ({
    name,
    async begin() {
      calls.push(`begin ${name}`);
      if (failing.begin === name) throw new Error('no');
    },
    async close(graceMs: number) {
      calls.push(`close ${name} ${graceMs}`);
      if (failing.close === name) throw new Error('no');
      return failing.late !== name;
    },
  });
  const store = { name: 'store', close: service('store').close };
  const list = new ServiceList(log, [store, service('a'), [service('b'), service('c')], service('d')]);
  return { list, calls, lines };
}

test('services begin from top to bottom and close from bottom to top, those of an inner list in its order', async () => {
  const { list, calls, lines } = listOf();
  await list.begin();
  expect(await list.close(5)).toBe(true);
  expect(calls).toEqual([
    ...['begin a', 'begin b', 'begin c', 'begin d'],
    ...['close d 5', 'close b 5', 'close c 5', 'close a 5', 'close store 5'],
  ]);
  expect(list.order).toEqual({ begin: ['a', 'b', 'c', 'd'], close: ['d', 'b', 'c', 'a', 'store'] });
  expect(lines).toEqual([]);
});

test('after a failure to begin, the next ones do not begin', async () => {
  const { list, calls } = listOf({ begin: 'b' });
  await expect(list.begin()).rejects.toThrow('no');
  expect(calls).toEqual(['begin a', 'begin b']);
});

test('a service that is late or cannot be closed is logged, and the others are closed', async () => {
  const { list, calls, lines } = listOf({ late: 'd', close: 'c' });
  expect(await list.close(0)).toBe(false);
  expect(calls).toHaveLength(5);
  expect(lines).toEqual(['d did not end in time', 'c could not be closed']);
});
