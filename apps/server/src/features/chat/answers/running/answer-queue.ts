/** The owner of an answer that asks for a slot: their key, how many of their answers may run at once, and their plan. */
export type QueueEntry = { key: string; atOnce: number; premium: boolean };

type Waiter = { arrival: number; premium: boolean; atOnce: number; take: () => void };
type Line = {
  key: string;
  running: number;
  waiting: Waiter[];
  /** The round in which it is next served: one after the round in which it was last served. */
  turn: number;
};

/** The release function of an answer that holds no slot. */
const nothingToRelease = () => {};

/**
 * A fair queue. At most `size` answers run at once, and at most `atOnce` per owner. The others wait in one line per owner, and the lines
 * are served round-robin: each waiting line once per round, SuperNoek first, then by arrival. So a line waits at most for the rest of this
 * round and for its turn in the next one.
 */
export function answerQueue(size: number) {
  const lines = new Map<string, Line>();
  /** Lines with waiting answers. */
  const contenders = new Set<Line>();
  /** Lines without answers, kept only because they were served in this round. */
  const resting = new Set<Line>();
  let free = size;
  let round = 0;
  let arrivals = 0;

  function lineOf(key: string): Line {
    let line = lines.get(key);
    if (!line) {
      line = { key, running: 0, waiting: [], turn: round };
      lines.set(key, line);
    }
    resting.delete(line);
    return line;
  }

  function isBefore(a: Line, b: Line): boolean {
    if (a.turn !== b.turn) return a.turn < b.turn;
    const [first, second] = [a.waiting[0] as Waiter, b.waiting[0] as Waiter];
    return first.premium === second.premium ? first.arrival < second.arrival : first.premium;
  }

  function nextLine(): Line | null {
    let next: Line | null = null;
    for (const line of contenders)
      if (line.running < (line.waiting[0] as Waiter).atOnce && (!next || isBefore(line, next))) next = line;
    return next;
  }

  function occupy(line: Line): () => void {
    free -= 1;
    line.running += 1;
    round = Math.max(round, line.turn);
    line.turn = round + 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      free += 1;
      line.running -= 1;
      serve();
      rest(line);
    };
  }

  function serve(): void {
    for (let line = free > 0 ? nextLine() : null; line; line = free > 0 ? nextLine() : null) {
      const waiter = line.waiting.shift() as Waiter;
      if (line.waiting.length === 0) contenders.delete(line);
      waiter.take();
    }
  }

  /** Keeps an empty line until its next turn is due or no other line waits, then removes it. */
  function rest(line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) resting.add(line);
    for (const idle of resting)
      if (contenders.size === 0 || idle.turn <= round) {
        resting.delete(idle);
        lines.delete(idle.key);
      }
  }

  return {
    /**
     * Resolves to the function that releases the slot, once one is free, or at once when the signal aborts. If none is free yet,
     * calls `onWait` before it returns.
     */
    enter(
      { key, atOnce, premium }: QueueEntry,
      signal: AbortSignal,
      onWait: () => void = () => {},
    ): Promise<() => void> {
      if (signal.aborted) return Promise.resolve(nothingToRelease);
      const line = lineOf(key);
      if (line.waiting.length === 0) line.turn = Math.max(line.turn, round);
      if (free > 0 && line.running < atOnce && line.waiting.length === 0) return Promise.resolve(occupy(line));
      onWait();
      return new Promise((resolve) => {
        const giveUp = () => {
          line.waiting.splice(line.waiting.indexOf(waiter), 1);
          if (line.waiting.length === 0) contenders.delete(line);
          // The next answer in the line may have another plan or limit, and so be due now.
          serve();
          rest(line);
          resolve(nothingToRelease);
        };
        const waiter: Waiter = {
          arrival: arrivals++,
          premium,
          atOnce,
          take() {
            signal.removeEventListener('abort', giveUp);
            resolve(occupy(line));
          },
        };
        line.waiting.push(waiter);
        contenders.add(line);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },

    /** How many answers wait. */
    get waiting(): number {
      let sum = 0;
      for (const line of contenders) sum += line.waiting.length;
      return sum;
    },

    /** How many owners have answers that wait. */
    get waitingOwners(): number {
      return contenders.size;
    },

    /** How many lines are in memory. */
    get lines(): number {
      return lines.size;
    },
  };
}
