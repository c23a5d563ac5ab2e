import { createAtom, useSelector } from '@tanstack/react-store';

/** How many actions are taking chats that are not loaded out of a list: the list of chats, and the archived one. */
const counts = { open: createAtom(0), archived: createAtom(0) };

const countOf = (archived: boolean) => (archived ? counts.archived : counts.open);

/** While many leave a list, it is not asked for more: that would be more of those. Returns how to say that it is over. */
export function beginLeaving(archived: boolean): () => void {
  const count = countOf(archived);
  count.set((before) => before + 1);
  return () => count.set((before) => before - 1);
}

export const useLeaving = (archived: boolean): boolean => useSelector(countOf(archived), (count) => count !== 0);
