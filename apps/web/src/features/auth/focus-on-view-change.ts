import { useEffect, useRef } from 'react';

/** When the card changes to another view, moves the focus to its heading, so that screen readers announce it. Does nothing on the first render. */
export function useFocusOnViewChange(view: unknown) {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.getElementById('auth-heading')?.focus();
  }, [view]);
}
