import { type RefCallback, useEffect, useState } from 'react';

/**
 * For whoever works with the keyboard: when what has the focus goes (a row that was archived, the button of a mode that
 * ended), the focus moves on to the row that takes its place, else to the bar above the rows (`data-list-bar`), else to the
 * tab. The returned ref belongs to the element around it all.
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
    // A dialog gives the focus back in a timer of its own, begun when it goes.
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

/** On which row it stands, from 1; 0: on none. */
const positionOf = (element: Element): number =>
  Number(element.closest('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0);

/** Nothing has the focus, or only what is around all this. */
const isNowhere = (around: Element): boolean => document.activeElement?.contains(around) ?? true;

function successor(around: Element, position: number): HTMLElement | null {
  const at = (row: number) => around.querySelector<HTMLElement>(`[aria-posinset="${row}"] [data-row-control]`);
  const panel = around.closest('[role="tabpanel"]');
  return (
    (position > 0 ? (at(position) ?? at(position - 1)) : null) ??
    around.querySelector<HTMLElement>('[data-list-bar] button') ??
    document.getElementById(panel?.getAttribute('aria-labelledby') ?? '')
  );
}
