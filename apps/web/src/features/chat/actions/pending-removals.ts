import { createAtom, useSelector } from '@tanstack/react-store';

/** How many actions are removing rows that are not loaded from each list. */
const counts = { open: createAtom(0), archived: createAtom(0) };

const countOf = (archived: boolean) => (archived ? counts.archived : counts.open);

/**
 * Stops a list from loading more pages while rows that are not loaded are removed from it: the next page would show those
 * rows. Returns the function that ends this.
 */
export function beginRemoval(archived: boolean): () => void {
  const count = countOf(archived);
  count.set((before) => before + 1);
  return () => count.set((before) => before - 1);
}

export const useIsRemoving = (archived: boolean): boolean => useSelector(countOf(archived), (count) => count !== 0);
