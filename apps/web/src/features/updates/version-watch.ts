import { asText, StoredValue } from '../../components/base/stored-value/stored-value.ts';

/** The version that this browser last saw, and the one that was dismissed. */
const seen = new StoredValue('noek_version', asText);
const dismissed = new StoredValue('noek_version_dismissed', asText);

const pollEveryMs = 120_000;
/** Timers are late by varying amounts, so that two checks may be slightly less than an interval apart. */
const toleranceMs = 1_000;

/** A newer version to offer; null if there is none. */
export type Offer = string | null;

/**
 * Compares the version that this browser last saw with the server's, now and every 120 seconds while the page is visible. Calls
 * `onOffer` after each check. Returns a function that stops it.
 */
export function watchVersion(onOffer: (offer: Offer) => void): () => void {
  // A monotonic clock: the time of day may be set back.
  let checkedAt = Number.NEGATIVE_INFINITY;
  let ended = false;

  const check = async () => {
    checkedAt = performance.now();
    const version = await serverVersion(`?${Date.now()}`);
    if (ended || version === null) return;
    const before = seen.get();
    if (before === null) seen.set(version);
    onOffer(before === null || before === version || dismissed.get() === version ? null : version);
  };
  const checkIfDue = () => {
    const due = performance.now() - checkedAt > pollEveryMs - toleranceMs;
    if (due && document.visibilityState !== 'hidden') void check();
  };
  checkIfDue();
  const timer = setInterval(checkIfDue, pollEveryMs);
  document.addEventListener('visibilitychange', checkIfDue);
  return () => {
    ended = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', checkIfDue);
  };
}

/** Stores the server's current version (`offered` if it does not answer) and reloads the page. */
export async function reloadNow(offered: string): Promise<void> {
  seen.set((await serverVersion('')) ?? offered);
  window.location.reload();
}

/** Never offers this version again. A newer one is still offered. */
export const dismiss = (offered: string): void => dismissed.set(offered);

/** The server's version; null if there is no valid answer. */
async function serverVersion(query: string): Promise<string | null> {
  try {
    const answer = await fetch(`/api/version${query}`, { cache: 'no-store' });
    if (!answer.ok) return null;
    const { version } = (await answer.json()) as { version?: unknown };
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}
