import { useMemo, useRef } from 'react';

/**
 * Focus handlers for the content of a dialog without a trigger element. When it closes, the focus returns to the element that had
 * it before, unless another element has taken it. A menu that opened it is gone by then, so the focus returns to the menu's button.
 */
export function useReturnFocus() {
  const from = useRef<Element | null>(null);
  return useMemo(
    () => ({
      onOpenAutoFocus: () => {
        from.current = lasting(document.activeElement);
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

/** The element, or the button of the menu that it is in: a menu closes when one of its items opens a dialog. */
function lasting(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
}
