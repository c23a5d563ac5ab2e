import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the search, from wherever its button stands. */
export function setSearchOpen(open: boolean) {
  isOpen = open;
  for (const listener of listeners) listener();
}

export const useSearchOpen = (): boolean => useSyncExternalStore(onChange, () => isOpen);

function onChange(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
