import { useSyncExternalStore } from 'react';

/** How many actions take what is not loaded out of a list just now, the list of chats and the archived one. */
const counts = [0, 0];
const listeners = new Set<() => void>();

/** While many leave a list, it is not asked for more: that would be more of those. Returns how to say that it is over. */
export function beginLeaving(archived: boolean): () => void {
  add(archived, 1);
  return () => add(archived, -1);
}

export const useLeaving = (archived: boolean): boolean =>
  useSyncExternalStore(onChange, () => counts[Number(archived)] !== 0);

function add(archived: boolean, count: number): void {
  const index = Number(archived);
  counts[index] = (counts[index] ?? 0) + count;
  for (const listener of listeners) listener();
}

function onChange(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
