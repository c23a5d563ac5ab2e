import { setTimeout as wait } from 'node:timers/promises';
import { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';

const pollEveryMs = 5_000;
const pauseMs = 2;

export type WokenLoops = {
  start(): void;
  /** Looks for work now, in all processes. Call it after the commit. */
  wake(): void;
  /** Begins no more work, and gives up what runs. */
  stop(): Promise<boolean>;
};

type Loops = {
  /** Sent to all processes when there is work. */
  topic: string;
  /** What is logged when `next` fails. */
  failure: string;
  atOnce: number;
  /** Does one piece of work; false if there is none. */
  next(signal: AbortSignal): Promise<boolean>;
};

/** Does work from the database, a few pieces at once, until none is left: when it is woken, and every five seconds. */
export function createWokenLoops(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { topic, failure, atOnce, next }: Loops,
): WokenLoops {
  const work = new BackgroundWork(log);
  const stopping = new AbortController();
  let running = 0;
  let stopListening = () => {};

  async function loop(): Promise<void> {
    running++;
    try {
      while (!stopping.signal.aborted && (await next(stopping.signal))) await wait(pauseMs);
    } finally {
      running--;
    }
  }

  const wake = () => {
    for (let more = atOnce - running; more > 0; more--) work.run(failure, loop);
  };

  return {
    start() {
      stopListening = db.listen((sent) => {
        if (sent === topic) wake();
      }, wake);
      work.every(pollEveryMs, failure, async () => wake());
      wake();
    },
    wake() {
      wake();
      db.notify(topic);
    },
    stop() {
      stopListening();
      stopping.abort();
      return work.close(3_000);
    },
  };
}
