import { createAtom, useSelector } from '@tanstack/react-store';

/** How many changes of conversations that are not loaded are running. */
const count = createAtom(0);

/**
 * Stops the lists from loading more pages while conversations that are not loaded are changed: the next page would show those rows. Returns
 * the function that ends this.
 */
export function beginRemoval(): () => void {
  count.set((before) => before + 1);
  return () => count.set((before) => before - 1);
}

export const useIsRemoving = (): boolean => useSelector(count, (running) => running !== 0);
