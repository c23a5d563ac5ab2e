import { createAtom, useSelector } from '@tanstack/react-store';

const managed = createAtom<number | null>(null);

/** Opens the dialog that manages the link of a conversation (null: closes it). */
export const manageLink = (conversationId: number | null): void => managed.set(conversationId);

/** The conversation whose link is being managed, or null. */
export const useManagedLink = (): number | null => useSelector(managed);
