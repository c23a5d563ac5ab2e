import { availableParallelism } from 'node:os';
import { AppError } from '../../../errors.ts';

/** In the order in which they are served. */
const ranks = ['known', 'sign-in', 'other'] as const;

/**
 * Who waits for the hash of a password. `known`: a person with a session, a link or a known device of an account, which a stranger who
 * sends many requests does not have. Whether an address has an account must not make a difference otherwise, because the time would tell.
 */
export type HashingTurn = {
  rank: (typeof ranks)[number];
  /** A person or a network. Those of one rank take turns. */
  of: string;
};

export type HashingTurns = {
  /** Does the work when it is its turn. Throws UNAVAILABLE if too many wait. */
  take<Result>(turn: HashingTurn, work: () => Promise<Result>): Promise<Result>;
};

/**
 * Lets `atOnce` hashes be computed at once. The others wait: better ranks first, and within a rank one of each person or network in turn, so
 * that many requests of one network do not delay the others. At most `mostWaiting` of a rank wait.
 */
export function createHashingTurns(atOnce: number, mostWaiting: number): HashingTurns {
  const waiting = new Map(ranks.map((rank) => [rank, new Map<string, (() => void)[]>()]));
  const lengths = new Map(ranks.map((rank) => [rank, 0]));
  let running = 0;

  function add({ rank, of }: HashingTurn, start: () => void): void {
    const length = lengths.get(rank) ?? 0;
    if (length >= mostWaiting) throw busy();
    lengths.set(rank, length + 1);
    const queues = waiting.get(rank);
    const queue = queues?.get(of);
    if (queue) queue.push(start);
    else queues?.set(of, [start]);
  }

  /** The next one to start. The rest of its person or network moves behind the others of its rank. */
  function next(): (() => void) | null {
    for (const [rank, queues] of waiting)
      for (const [of, queue] of queues) {
        const first = queue.shift();
        queues.delete(of);
        if (queue.length > 0) queues.set(of, queue);
        lengths.set(rank, (lengths.get(rank) ?? 0) - 1);
        return first ?? null;
      }
    return null;
  }

  return {
    async take(turn, work) {
      if (running < atOnce) running++;
      else await new Promise<void>((start) => add(turn, start));
      try {
        return await work();
      } finally {
        // The next one takes over the place.
        const start = next();
        if (start) start();
        else running--;
      }
    },
  };
}

/** Hashes are computed in the four threads of libuv. One stays free for files and names of hosts. */
const mostThreads = 3;

/** The turns of this process, because its threads are what they share. */
export const hashingTurns = createHashingTurns(Math.min(availableParallelism(), mostThreads), 2_000);

const busy = () =>
  new AppError('UNAVAILABLE', 'Too many people are signing in at the moment. Please try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });
