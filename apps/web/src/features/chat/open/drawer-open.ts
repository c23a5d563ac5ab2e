import { createAtom, useSelector } from '@tanstack/react-store';

const isOpen = createAtom(false);

/** Opens or closes the sidebar's drawer on a narrow screen. */
export const setDrawerOpen = (open: boolean): void => isOpen.set(open);

export const useDrawerOpen = (): boolean => useSelector(isOpen);
