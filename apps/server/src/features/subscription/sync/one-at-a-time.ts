import type { Database } from '@noek/db/database';

const running = new WeakMap<Database, Map<string, Promise<unknown>>>();

/**
 * Runs the tasks of one person in this process one after another, so that simultaneous deliveries do not make each other read the service
 * again. Other processes are not held up.
 */
export async function oneAtATime<Result>(db: Database, userId: string, work: () => Promise<Result>): Promise<Result> {
  const ofDatabase = running.get(db) ?? new Map<string, Promise<unknown>>();
  running.set(db, ofDatabase);
  const turn = (ofDatabase.get(userId) ?? Promise.resolve()).then(work, work);
  ofDatabase.set(userId, turn);
  try {
    return await turn;
  } finally {
    if (ofDatabase.get(userId) === turn) ofDatabase.delete(userId);
  }
}
