import type { Database } from '@noek/db/database';
import { LRUCache } from 'lru-cache';
import type { Subject, SubjectState, WindowState } from './rolling-windows.ts';

/** How many accounts a process remembers. */
const mostAccounts = 10_000;

type Known = { total: number; windows: readonly WindowState[] };
const caches = new WeakMap<Database['orm'], LRUCache<string, Known>>();

function cacheOf({ orm }: Database): LRUCache<string, Known> {
  let cache = caches.get(orm);
  if (!cache) {
    cache = new LRUCache({ max: mostAccounts });
    caches.set(orm, cache);
  }
  return cache;
}

/**
 * Remembers an account as it was charged. The first charge of a window stays the first one until it leaves the window, whatever other
 * processes write. The total may change at any time, so it decides nothing.
 */
export function rememberWindows(db: Database, { key, total, windows }: SubjectState): void {
  cacheOf(db).set(key, { total, windows });
}

/** The account as it was remembered; null if a window's first charge is not known or has left the window. */
export function recallWindows(db: Database, { key, windows }: Subject, now: Date): SubjectState | null {
  const known = cacheOf(db).get(key);
  if (!known) return null;
  const states: WindowState[] = [];
  for (const { limit, windowMs } of windows) {
    const state = known.windows.find((window) => window.windowMs === windowMs);
    if (!state?.oldestAt || state.oldestAt.getTime() <= now.getTime() - windowMs) return null;
    states.push(state.limit === limit ? state : { ...state, limit });
  }
  return { key, total: known.total, windows: states };
}

/** Forgets an account whose total has turned out to be different. */
export function forgetWindows(db: Database, key: string): void {
  cacheOf(db).delete(key);
}
