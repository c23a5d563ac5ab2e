import { useSyncExternalStore } from 'react';

/** The conversation whose link is being managed, or none. */
let managed: number | null = null;
const listeners = new Set<() => void>();

/** Opens the dialog about the link of a conversation (null: closes it), from wherever its mark stands. */
export function manageLink(conversationId: number | null) {
  managed = conversationId;
  for (const listener of listeners) listener();
}

/** The conversation whose link is being managed. */
export const useManagedLink = (): number | null => useSyncExternalStore(onChange, () => managed);

function onChange(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
