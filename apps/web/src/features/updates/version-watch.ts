const storedKey = 'noek_version';
const dismissedKey = 'noek_version_dismissed';

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
    const stored = read(storedKey);
    if (stored === null) write(storedKey, version);
    onOffer(stored === null || stored === version || read(dismissedKey) === version ? null : version);
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
  write(storedKey, (await serverVersion('')) ?? offered);
  window.location.reload();
}

/** Not offered again; a still newer version is. */
export const dismiss = (offered: string): void => write(dismissedKey, offered);

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

/** Where storage is switched off, every version is the first one. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is switched off or full.
  }
}
