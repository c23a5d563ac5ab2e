import { createAtom } from '@tanstack/react-store';
import { clsx } from 'clsx';
import { useCallback } from 'react';

/** The places on the page, in the order in which they appeared. */
export const toastPlaces = createAtom<readonly HTMLElement[]>([]);

/**
 * Where toasts are shown while it is mounted: it grows by the height of a toast, so that the toast covers nothing. The place of an open
 * dialog is preferred. Without any place, toasts are shown at the foot of the window.
 */
export function ToastPlace({ className }: { className?: string }) {
  const register = useCallback((place: HTMLElement | null) => {
    if (!place) return;
    toastPlaces.set((places) => [...places, place]);
    return () => toastPlaces.set((places) => places.filter((other) => other !== place));
  }, []);
  return <div ref={register} className={clsx('toast-place', className)} />;
}

/** The same in a dialog, as the last part of its content: below the dialog if there is room, otherwise inside it. */
export const DialogToastPlace = ({ className }: { className?: string }) => (
  <ToastPlace className={clsx('data-outside:absolute data-outside:inset-x-0 data-outside:top-full', className)} />
);
