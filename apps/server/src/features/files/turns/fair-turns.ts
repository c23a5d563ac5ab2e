import { createShares, type Turn } from './shares.ts';

export type FairTurns = {
  /** Does the work when it is its turn. */
  take<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>;
};

type Waiting = { turn: Turn; start: () => void };

/** Limits how much work runs at a time. The rest waits: people and networks take turns, and those who have used less lately come first. */
export function createFairTurns(atOnce = 1): FairTurns {
  const shares = createShares();
  /** In the order in which they came. */
  const waiting: Waiting[] = [];
  let free = atOnce;

  function next(): void {
    const first = waiting.reduce<Waiting | null>(
      (best, one) => (best && shares.compare(best.turn, one.turn) <= 0 ? best : one),
      null,
    );
    if (!first) {
      free += 1;
      return;
    }
    waiting.splice(waiting.indexOf(first), 1);
    first.start();
  }

  return {
    async take(turn, work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((start) => waiting.push({ turn, start }));
      const began = performance.now();
      try {
        return await work();
      } finally {
        shares.add(turn, (performance.now() - began) / 1000);
        next();
      }
    },
  };
}
