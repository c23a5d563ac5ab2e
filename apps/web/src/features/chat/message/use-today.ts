import { useSyncExternalStore } from 'react';

/** The start of a day in the reader's time zone, in milliseconds since 1970. */
export const startOfDay = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

const startOfToday = (): number => startOfDay(new Date());

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tell(): void {
  for (const listener of listeners) listener();
}

function waitForMidnight(): void {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  timer = setTimeout(() => {
    tell();
    waitForMidnight();
  }, midnight.getTime() - now.getTime());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    waitForMidnight();
    // A timer does not run while the machine sleeps.
    document.addEventListener('visibilitychange', tell);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tell);
  };
}

/** The start of today in the reader's time zone, in milliseconds since 1970. The component renders again at midnight. */
export const useToday = (): number => useSyncExternalStore(subscribe, startOfToday);
