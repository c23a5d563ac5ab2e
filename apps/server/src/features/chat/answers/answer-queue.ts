/** One person's place in the queue: the name of their line, how many of their answers may run at once, and their plan. */
export type LineOf = { key: string; atOnce: number; premium: boolean };

type Waiter = { arrival: number; premium: boolean; atOnce: number; take: () => void };
type Line = {
  key: string;
  running: number;
  waiting: Waiter[];
  /** The round in which it is its turn: one after the round in which it was served last. */
  turn: number;
};

/** Changes nothing: for an answer that left its line. */
const nothingToLeave = () => {};

/**
 * Lets at most `size` answers run at once, and of each person at most `atOnce`. The others wait in a line per person, and
 * lines take turns: in each round every line that waits is served once, SuperNoek before the others, who waited longer first.
 * Whoever was served in a round is served again in the next one, so that no line waits for more than the rest of a round and
 * its place in the next.
 */
export function answerQueue(size: number) {
  const lines = new Map<string, Line>();
  /** Lines with somebody in them. */
  const contenders = new Set<Line>();
  /** Lines without an answer, kept only because they were served in this round. */
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

  /** Forgets a line that has no answer any more, as soon as nobody waits whose turn comes before its next one. */
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
     * Resolves to the function that frees the place, once there is one; at once when the signal aborts. `onWait` is called,
     * before it returns, when there is none yet.
     */
    enter({ key, atOnce, premium }: LineOf, signal: AbortSignal, onWait: () => void = () => {}): Promise<() => void> {
      if (signal.aborted) return Promise.resolve(nothingToLeave);
      const line = lineOf(key);
      if (line.waiting.length === 0) line.turn = Math.max(line.turn, round);
      if (free > 0 && line.running < atOnce && line.waiting.length === 0) return Promise.resolve(occupy(line));
      onWait();
      return new Promise((resolve) => {
        const giveUp = () => {
          line.waiting.splice(line.waiting.indexOf(waiter), 1);
          if (line.waiting.length === 0) contenders.delete(line);
          // Whoever stood behind may have a lower plan, or a higher limit.
          serve();
          rest(line);
          resolve(nothingToLeave);
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

    /** How many lines it remembers. */
    get lines(): number {
      return lines.size;
    },
  };
}
