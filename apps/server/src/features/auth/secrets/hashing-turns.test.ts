import { expect, test } from 'vitest';
import { createHashingTurns, type HashingTurn } from './hashing-turns.ts';

/** Turns of which each is ended by hand, with the names of those that have begun, in their order. */
function handMade(atOnce: number, mostWaiting = 100) {
  const turns = createHashingTurns(atOnce, mostWaiting);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = (name: string, rank: HashingTurn['rank'], of: string) =>
    turns.take({ rank, of }, () => {
      begun.push(name);
      return new Promise<string>((end) => ends.push(() => end(name)));
    });
  return {
    turns,
    begun,
    take,
    /** Ends the first one that runs, and waits until the next one has begun. */
    async endOne() {
      ends.shift()?.();
      for (let ticks = 0; ticks < 10; ticks++) await Promise.resolve();
    },
  };
}

test('only so many run at once, better ranks first, and one of each network in turn', async () => {
  const { begun, take, endOne } = handMade(2);
  const all = [
    take('a1', 'other', 'a'),
    take('a2', 'other', 'a'),
    take('a3', 'other', 'a'),
    take('a4', 'other', 'a'),
    take('b1', 'other', 'b'),
    take('c1', 'sign-in', 'a'),
    take('c2', 'sign-in', 'a'),
    take('d1', 'sign-in', 'd'),
    take('e1', 'known', 'e'),
  ];
  expect(begun).toEqual(['a1', 'a2']);
  for (let n = 0; n < all.length; n++) await endOne();
  expect(begun).toEqual(['a1', 'a2', 'e1', 'c1', 'd1', 'c2', 'a3', 'b1', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2', 'd1', 'e1']);
});

test('one that fails gives its place to the next', async () => {
  const turns = createHashingTurns(1, 10);
  const turn = { rank: 'other', of: 'a' } as const;
  const failing = turns.take(turn, () => Promise.reject(new Error('no memory')));
  const next = turns.take(turn, async () => 'done');
  await expect(failing).rejects.toThrow('no memory');
  expect(await next).toBe('done');
  expect(await turns.take(turn, async () => 'later')).toBe('later');
});

test('what is over the bound of a rank is refused, and other ranks are not', async () => {
  const { take, endOne, begun } = handMade(1, 2);
  const waiting = [take('a1', 'other', 'a'), take('a2', 'other', 'a'), take('b1', 'other', 'b')];
  await expect(take('c1', 'other', 'c')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    headers: { 'Retry-After': expect.any(String) },
  });
  waiting.push(take('d1', 'known', 'd'));
  for (let n = 0; n < 4; n++) await endOne();
  await Promise.all(waiting);
  expect(begun).toEqual(['a1', 'd1', 'a2', 'b1']);
  const later = take('c2', 'other', 'c');
  await endOne();
  expect(await later).toBe('c2');
});
