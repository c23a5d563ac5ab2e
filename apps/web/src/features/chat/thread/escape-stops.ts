import { useEffect, useEffectEvent } from 'react';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';

/** What Escape closes first. Menus and dialogs mark the key as used, but native lists do not. */
const open = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Escape stops the running answer, unless it closes something that is open. `onStop` is null while no answer runs. */
export function useEscapeStops(onStop: (() => void) | null): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isOfInputMethod(event) || event.repeat) return;
    const isInList = event.target instanceof Element && event.target.matches('select');
    if (isInList || document.querySelector(open)) return;
    onStop?.();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
