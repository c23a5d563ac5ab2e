import { useEffect, useRef } from 'react';

/**
 * When the page changes to another view, moves the focus to the view's heading, so that screen readers announce it. Does nothing on the
 * first render. The heading has the id `headingId` and `tabIndex={-1}`.
 */
export function useFocusOnViewChange(view: unknown, headingId: string) {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.getElementById(headingId)?.focus();
  }, [view, headingId]);
}
