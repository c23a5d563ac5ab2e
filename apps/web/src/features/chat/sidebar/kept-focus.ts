import { type RefCallback, useEffect, useState } from 'react';

/**
 * Keeps the focus for keyboard users. When the focused element disappears (a row that was archived, the button of a mode that ended), the
 * focus moves to the row that takes its place; without one, to the bar above the rows (`data-list-bar`, its `data-list-entry` or its first
 * button) or to the tab. Attach the returned ref to the element that contains all of these.
 */
export function useKeptFocus(): RefCallback<HTMLElement> {
  const [around, setAround] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!around) return;
    let last: { element: Element; position: number } | null = null;
    const onFocus = (event: FocusEvent) => {
      const element = event.target as Element;
      last = element.matches(':focus-visible') ? { element, position: positionOf(element) } : null;
    };
    const moveOn = () => {
      if (!last || last.element.isConnected || !isNowhere(around)) return;
      const { position } = last;
      last = null;
      successor(around, position)?.focus();
    };
    // A closing dialog returns the focus in a timer; this one must run after it.
    const observer = new MutationObserver(() => last && !last.element.isConnected && setTimeout(moveOn));
    observer.observe(around, { childList: true, subtree: true });
    observer.observe(document.body, { childList: true });
    around.addEventListener('focusin', onFocus);
    return () => {
      observer.disconnect();
      around.removeEventListener('focusin', onFocus);
    };
  }, [around]);
  return setAround;
}

/** The position of the row that contains the element, from 1; 0 if it is in no row. */
const positionOf = (element: Element): number =>
  Number(element.closest('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0);

/** Whether nothing has the focus, or only an element that contains the list. */
const isNowhere = (around: Element): boolean => document.activeElement?.contains(around) ?? true;

function successor(around: Element, position: number): HTMLElement | null {
  const at = (row: number) => around.querySelector<HTMLElement>(`[aria-posinset="${row}"] [data-row-control]`);
  const panel = around.closest('[role="tabpanel"]');
  return (
    (position > 0 ? (at(position) ?? at(position - 1)) : null) ??
    around.querySelector<HTMLElement>('[data-list-bar] [data-list-entry]') ??
    around.querySelector<HTMLElement>('[data-list-bar] button') ??
    document.getElementById(panel?.getAttribute('aria-labelledby') ?? '')
  );
}
