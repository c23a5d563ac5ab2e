import { reloadIfOutdated } from './outdated-page.ts';

/** Waits before the attempts, in milliseconds; the last one repeats. */
const delaysMs = [500, 1_000, 2_000, 5_000, 10_000] as const;

/**
 * Loads code that a page needs later, for as long as it takes: without a connection, `lazy(() => import(…))` alone would
 * bring the whole page down. Code of a build that is gone comes with the page of the new one, which is opened then. Resolves
 * when it is there; never rejects.
 */
export async function keepTrying<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch {
      if (attempt > 0 && (await reloadIfOutdated())) return new Promise(() => {});
      await delayOrOnline(delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0);
    }
  }
}

function delayOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
  });
}
