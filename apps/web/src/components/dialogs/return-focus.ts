import { useMemo, useRef } from 'react';

/**
 * Focus handlers for the content of a dialog without a trigger element. When it closes, the focus returns to the element that had
 * it before, unless another element has taken it.
 */
export function useReturnFocus() {
  const from = useRef<Element | null>(null);
  return useMemo(
    () => ({
      onOpenAutoFocus: () => {
        from.current = document.activeElement;
      },
      onCloseAutoFocus: (event: Event) => {
        event.preventDefault();
        const { activeElement } = document;
        const isTaken = activeElement !== document.body && !activeElement?.contains(from.current);
        if (!isTaken && from.current instanceof HTMLElement && from.current.isConnected)
          from.current.focus({ preventScroll: true });
      },
    }),
    [],
  );
}
