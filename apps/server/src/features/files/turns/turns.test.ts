import { expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';
import { createShares, type Turn } from './shares.ts';

const of = (owner: string, network: string | null = null): Turn => ({ owner, network });

test('who has used less comes first, alone and together with their network; who was ended comes last', () => {
  const shares = createShares();
  shares.add(of('a', 'n'), 20);
  shares.add(of('b', 'n'), 2);
  shares.add(of('c', 'm'), 3);
  shares.add(of('d'), 0.01);
  const first = (...turns: Turn[]) => turns.toSorted(shares.compare).map(({ owner }) => owner);
  // Work without a known network counts for its person alone. In one network, it is who has used less.
  expect(first(of('a', 'n'), of('b', 'n'), of('c', 'm'), of('d'), of('e'), of('f', 'n'))).toEqual([
    ...['e', 'd', 'c', 'f', 'b', 'a'],
  ]);
  expect(shares.compare(of('x'), of('y'))).toBe(0);
  shares.add(of('e', 'k'), 1, true);
  expect(first(of('e'), of('a', 'n'), of('g', 'k'))).toEqual(['g', 'a', 'e']);
  expect([shares.isLast(of('e')), shares.isLast(of('a'))]).toEqual([true, false]);
});

test('one piece of work is done at a time, and people and networks take turns, also after one that fails', async () => {
  const turns = createFairTurns();
  const done: string[] = [];
  const take = (name: string, turn: Turn) =>
    turns.take(turn, async () => {
      done.push(name);
      await Promise.resolve();
      if (name === 'a1') throw new Error('It is damaged.');
    });
  const all = [
    ...['a1', 'a2', 'a3'].map((name) => take(name, of('a', 'n'))),
    take('b1', of('b', 'n')),
    take('b2', of('b', 'n')),
    take('c1', of('c', 'm')),
    take('c2', of('c', 'm')),
  ];
  expect((await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(done).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'b2', 'a3']);
  await take('d1', of('d'));
  expect(done.at(-1)).toBe('d1');
});
