import { StoredValue } from '../../components/stored-value.ts';
import type { Arrival } from '../session/arrival.ts';

const kept = new StoredValue<Partial<Arrival>>(
  'noek_arrival',
  { parse: (text) => JSON.parse(text ?? '{}') as Partial<Arrival>, print: (arrival) => JSON.stringify(arrival) },
  'sessionStorage',
);

/**
 * What the sign-in page was opened for. It is not in the address any more, so this tab keeps it for when the page is
 * loaded again, or comes back with the error of another sign-in ([2.28]).
 */
export function recallArrival(arrival: Arrival, navigation = navigationType()): Arrival {
  const { returnTo, forceLogin, action, error } = arrival;
  const asked = returnTo !== null || forceLogin || action !== null;
  if (!asked && (error !== null || navigation !== 'navigate')) return { ...arrival, ...kept.get() };
  kept.set({ returnTo, forceLogin, ...(action === 'login_required' && { action }) });
  return arrival;
}

function navigationType(): string {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type ?? 'navigate';
}
