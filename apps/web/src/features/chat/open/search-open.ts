import { createAtom, useSelector } from '@tanstack/react-store';

const isOpen = createAtom(false);

/** Opens or closes the search. */
export const setSearchOpen = (open: boolean): void => isOpen.set(open);

export const useSearchOpen = (): boolean => useSelector(isOpen);
