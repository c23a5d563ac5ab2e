import type { Arrival } from '../session/arrival.ts';

const key = 'noek_arrival';

/**
 * What the sign-in page was opened for. It is not in the address any more, so this tab keeps it for when the page is
 * loaded again, or comes back with the error of another sign-in ([2.28]).
 */
export function recallArrival(arrival: Arrival, navigation = navigationType()): Arrival {
  const { returnTo, forceLogin, action, error } = arrival;
  const asked = returnTo !== null || forceLogin || action !== null;
  try {
    if (!asked && (error !== null || navigation !== 'navigate')) {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Arrival>;
      return { ...arrival, ...kept };
    }
    const kept: Partial<Arrival> = { returnTo, forceLogin, ...(action === 'login_required' && { action }) };
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is switched off: it holds until the page is loaded again.
  }
  return arrival;
}

function navigationType(): string {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type ?? 'navigate';
}
