import type { Database } from '@noek/db/database';
import type { SubjectState, WindowState } from './rolling-windows.ts';

/** How many accounts a process remembers. */
const mostAccounts = 10_000;

type Known = { total: number; firsts: Map<number, { base: number; oldestAt: Date }> };
const caches = new WeakMap<Database['orm'], Map<string, Known>>();

function cacheOf({ orm }: Database): Map<string, Known> {
  let cache = caches.get(orm);
  if (!cache) {
    cache = new Map();
    caches.set(orm, cache);
  }
  return cache;
}

/**
 * Remembers an account as it was read or charged. The first charge of a window stays the first one until it leaves the window, whatever
 * other processes write. The total may change at any time, so it decides nothing.
 */
export function rememberWindows(db: Database, { key, total, windows }: SubjectState): void {
  const cache = cacheOf(db);
  const firsts = new Map<number, { base: number; oldestAt: Date }>();
  for (const { windowMs, base, oldestAt } of windows) if (oldestAt) firsts.set(windowMs, { base, oldestAt });
  cache.delete(key);
  if (firsts.size < windows.length) return;
  cache.set(key, { total, firsts });
  if (cache.size > mostAccounts) cache.delete(cache.keys().next().value as string);
}

/** The account as it was remembered; null if a window's first charge is not known or has left the window. */
export function recallWindows(
  db: Database,
  { key, windows }: Pick<SubjectState, 'key'> & { windows: readonly Pick<WindowState, 'limit' | 'windowMs'>[] },
  now: Date,
): SubjectState | null {
  const known = cacheOf(db).get(key);
  if (!known) return null;
  const { total, firsts } = known;
  const states: WindowState[] = [];
  for (const window of windows) {
    const first = firsts.get(window.windowMs);
    if (!first || first.oldestAt.getTime() <= now.getTime() - window.windowMs) return null;
    states.push({ ...window, ...first });
  }
  return { key, total, windows: states };
}

/** Forgets an account whose total has turned out to be different. */
export function forgetWindows(db: Database, key: string): void {
  cacheOf(db).delete(key);
}
