import { reloadIfOutdated } from './outdated-page.ts';

/** Delays before the retries, in milliseconds. The last one repeats. */
const delaysMs = [500, 1_000, 2_000, 5_000, 10_000] as const;

/**
 * Retries a dynamic import until it succeeds: a plain `lazy(() => import(…))` that fails without a connection would break the whole
 * page. If the server has a newer build, which may lack this code, the page is reloaded. Never rejects.
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
