import { type RefObject, useEffect } from 'react';

/** A pointer that moves no farther than this between press and release still presses what it was on. In pixels. */
const sameSpotPx = 4;
const pressable = 'button, a[href], summary';

/**
 * A press of a button counts even if the list changes under the pointer before the release. While a virtual list measures its rows, it
 * hides them for a moment. The browser then reports the click for an ancestor of the button, and the press would be lost.
 */
export function useHeldPresses(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let pressed: { control: HTMLElement; x: number; y: number } | null = null;
    const onDown = ({ target, button, clientX: x, clientY: y }: PointerEvent) => {
      const control = target instanceof Element ? target.closest<HTMLElement>(pressable) : null;
      pressed = control && button === 0 ? { control, x, y } : null;
    };
    const onClick = (event: MouseEvent) => {
      if (!pressed || event.detail === 0) return;
      const { control, x, y } = pressed;
      pressed = null;
      const { target } = event;
      const isOther = !(target instanceof Node) || control.contains(target) || !target.contains(control);
      if (isOther || Math.hypot(event.clientX - x, event.clientY - y) > sameSpotPx) return;
      event.stopPropagation();
      control.click();
    };
    element.addEventListener('pointerdown', onDown, { capture: true, passive: true });
    element.addEventListener('click', onClick, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', onDown, { capture: true });
      element.removeEventListener('click', onClick, { capture: true });
    };
  }, [scroller]);
}
