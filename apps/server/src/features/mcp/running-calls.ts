import { createHash } from 'node:crypto';
import type { Database } from '@noek/db/database';

const topicPrefix = 'mcp-cancelled:';

/**
 * The calls that run, so that a client of 2025-11-25 can cancel one: it does that with another request, which may reach another process.
 * Clients of 2026-07-28 close the stream instead.
 */
export type RunningCalls = {
  /** Notes a call. Its signal aborts when it is cancelled. Call `end` when it has ended. */
  begin(key: string): { cancelled: AbortSignal; end(): void };
  /** Cancels a call in all processes. Nothing happens if there is none. */
  cancel(key: string): void;
};

export function createRunningCalls(db: Pick<Database, 'listen' | 'notify'>): RunningCalls {
  const running = new Map<string, Set<AbortController>>();
  const abort = (topic: string) => {
    if (!topic.startsWith(topicPrefix)) return;
    for (const call of running.get(topic.slice(topicPrefix.length)) ?? []) call.abort();
  };
  // A cancellation that is missed only lets an answer be finished.
  db.listen(abort, () => {});
  return {
    begin(key) {
      const call = new AbortController();
      const calls = running.get(key) ?? new Set();
      running.set(key, calls.add(call));
      return {
        cancelled: call.signal,
        end() {
          calls.delete(call);
          if (calls.size === 0 && running.get(key) === calls) running.delete(key);
        },
      };
    },
    cancel: (key) => db.notify(`${topicPrefix}${key}`),
  };
}

/**
 * Names a call: clients number their calls from 0 or 1, so the person and the session tell them apart. The token does not: an app may get
 * a new one during a call.
 */
export const keyOfCall = (userId: string, session: string | null, id: string | number): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, session, id]))
    .digest('base64url');

/** The session that a client of 2025-11-25 names. */
export const sessionOf = (request: Request): string | null =>
  request.headers.get('Mcp-Session-Id')?.slice(0, 64) ?? null;
