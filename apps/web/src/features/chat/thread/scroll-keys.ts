import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';

const open = '[role="dialog"], [role="alertdialog"], [role="menu"]';
/** What a page key leaves in view of the previous page, in pixels. */
const overlapPx = 48;

/** Whether a key of the focused element belongs to the conversation: nothing is focused, or something without a use for it. */
function isFree(target: EventTarget | null, box: HTMLTextAreaElement | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target === box) return box.value === '';
  if (target === document.body) return true;
  return target.closest('#main, header') !== null && !target.matches('input, textarea, select, [contenteditable]');
}

/**
 * Home, End, Page Up and Page Down scroll the conversation without a click into it first, also from the empty message box. `onUp` and
 * `onEnd` are called for keys that lead away from the end and to it.
 */
export function useScrollKeys(options: {
  scroller: RefObject<HTMLElement | null>;
  box: RefObject<HTMLTextAreaElement | null>;
  onUp: () => void;
  onEnd: () => void;
}): void {
  const { scroller, box } = options;
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const area = scroller.current;
    if (!area || event.defaultPrevented || isOfInputMethod(event) || document.querySelector(open)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !isFree(event.target, box.current)) return;
    const page = Math.max(area.clientHeight - overlapPx, area.clientHeight / 2);
    if (event.key === 'Home' || event.key === 'PageUp') {
      options.onUp();
      if (event.key === 'Home') area.scrollTop = 0;
      else area.scrollTop -= page;
    } else if (event.key === 'End') options.onEnd();
    else if (event.key === 'PageDown') area.scrollTop += page;
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
