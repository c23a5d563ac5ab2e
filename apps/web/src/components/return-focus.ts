import { useMemo, useRef } from 'react';

/**
 * Handlers for the content of a dialog that nothing on the page is the trigger of: when it closes, the focus goes back to
 * where it was when it opened, unless something else has taken it.
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
