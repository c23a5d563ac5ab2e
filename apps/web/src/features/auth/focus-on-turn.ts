import { useEffect, useRef } from 'react';

/** When the card turns to another view, the focus goes to its heading, so that it is read out; not on arrival. */
export function useFocusOnTurn(view: unknown) {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.getElementById('auth-heading')?.focus();
  }, [view]);
}
