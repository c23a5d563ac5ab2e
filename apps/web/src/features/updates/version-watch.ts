import { asText, StoredValue } from '../../components/stored-value.ts';

/** The version that this browser last saw, and the one that somebody did not want to hear of again. */
const seen = new StoredValue('noek_version', asText);
const dismissed = new StoredValue('noek_version_dismissed', asText);

const pollEveryMs = 120_000;
/** Timers are a little late, and not always as much. */
const toleranceMs = 1_000;

/** The newest version that is not on this page, if it should be offered. */
export type Offer = string | null;

/**
 * Compares the version that this browser last saw with the server's, now and every 120 seconds while the page is looked
 * at. `onOffer` hears what to offer whenever that changes. Returns what ends it.
 */
export function watchVersion(onOffer: (offer: Offer) => void): () => void {
  // Not the time of day, which may be set back.
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

/** Loads the page anew, as the version that the server has now; `offered` if it does not say. */
export async function reloadNow(offered: string): Promise<void> {
  seen.set((await serverVersion('')) ?? offered);
  window.location.reload();
}

/** Not offered again; a still newer version is. */
export const dismiss = (offered: string): void => dismissed.set(offered);

/** Null when there is no answer. */
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
