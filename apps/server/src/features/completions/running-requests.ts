import type { Database } from '@noek/db/database';
import { AppError } from '../../errors.ts';
import { EventQueue } from '../chat/live/event-queue.ts';
import type { Owner } from '../chat/records/owner.ts';

/** How many repeated requests of a person may wait for a first one at the same time. Each process counts its own. */
export const maxWaiting = 10;

const topicPrefix = 'completion:';

/** A request with a key that this process is answering. `ended` resolves to its answer; to null if there is none. */
type Running = { bodyHash: string; ended: Promise<string | null> };

/** A place among those who wait. */
export type Waiting = {
  /** Waits until `wake`, or until the first request ends in any process, for `ms` milliseconds at most. Throws when the wait is over. */
  wait(ms: number): Promise<void>;
  wake(): void;
  leave(): void;
};

/** The requests with a key that this process is answering, so that repeated ones wait for them without asking the database. */
export type RunningRequests = {
  /** The request with this id, if this process is answering it. */
  find(id: string): Running | undefined;
  /** Notes a request that this process answers from now on. Call the returned function with its answer, or null for none. */
  begin(id: string, bodyHash: string): (answer: string | null) => void;
  /**
   * A place to wait for the request with this id, until one of `ends` aborts. Call `leave` afterwards. Throws RATE_LIMITED if too many
   * requests of this person wait already.
   */
  enter(owner: Pick<Owner, 'key'>, id: string, ends: readonly AbortSignal[]): Waiting;
};

export function createRunningRequests(db: Pick<Database, 'listen' | 'notify'>): RunningRequests {
  const running = new Map<string, Running>();
  /** How many wait, by person. */
  const counts = new Map<string, number>();
  const queues = new Map<string, Set<EventQueue<never>>>();
  db.listen(
    (topic) => {
      if (!topic.startsWith(topicPrefix)) return;
      for (const queue of queues.get(topic.slice(topicPrefix.length)) ?? []) queue.wake();
    },
    () => {
      for (const waiting of queues.values()) for (const queue of waiting) queue.wake();
    },
  );
  return {
    find: (id) => running.get(id),
    begin(id, bodyHash) {
      const { promise: ended, resolve } = Promise.withResolvers<string | null>();
      const request = { bodyHash, ended };
      running.set(id, request);
      return (answer) => {
        if (running.get(id) !== request) return;
        running.delete(id);
        resolve(answer);
        db.notify(`${topicPrefix}${id}`);
      };
    },
    enter({ key }, id, ends) {
      const count = counts.get(key) ?? 0;
      if (count >= maxWaiting) throw tooManyWait();
      counts.set(key, count + 1);
      const queue = new EventQueue<never>(...ends);
      const waiting = queues.get(id) ?? new Set();
      queues.set(id, waiting.add(queue));
      return {
        wait: (ms) => queue.wait(ms),
        wake: () => queue.wake(),
        leave() {
          queue.close();
          if (!waiting.delete(queue)) return;
          if (waiting.size === 0 && queues.get(id) === waiting) queues.delete(id);
          const left = (counts.get(key) ?? 1) - 1;
          if (left > 0) counts.set(key, left);
          else counts.delete(key);
        },
      };
    },
  };
}

const tooManyWait = () =>
  new AppError('RATE_LIMITED', 'Too many repeated requests wait for their first one. Please try again in a moment.', {
    headers: { 'Retry-After': '2' },
  });
