import { lazy, Suspense, useEffect, useState } from 'react';
import { keepTrying } from './keep-trying.ts';
import type { ShownTooltip, TooltipSide } from './tooltip-bubble.tsx';

const TooltipBubble = lazy(() => keepTrying(() => import('./tooltip-bubble.tsx')));

const openDelayMs = 700;
/** Within this time after one closed, the next opens at once. */
const skipDelayMs = 300;
/** Time to move the pointer from the element onto its hint. */
const graceMs = 120;

/** Attributes that give an element a hint. It repeats or explains; it never carries the only label. */
export const tooltip = (text: string, side: TooltipSide = 'bottom') => ({
  'data-tooltip': text,
  'data-tooltip-side': side,
});

/**
 * Shows the hints of the whole page; once per app. One listener for all of them costs a long list of messages nothing,
 * and the code that places the hint loads with the first one.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<ShownTooltip | null>(null);
  useEffect(() => listenForTooltips(setShown), []);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <TooltipBubble shown={shown} />
    </Suspense>
  );
}

function listenForTooltips(show: (shown: ShownTooltip | null) => void) {
  let anchor: Element | null = null;
  let open = false;
  let closedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(timer);
    if (open) closedAt = performance.now();
    open = false;
    show(null);
  };
  const reveal = () => {
    const text = anchor?.getAttribute('data-tooltip');
    if (!anchor?.isConnected || !text) return;
    open = true;
    show({ anchor, text, side: (anchor.getAttribute('data-tooltip-side') as TooltipSide | null) ?? 'bottom' });
  };
  const enter = (next: Element | null, delay: number) => {
    if (next === anchor) return;
    const leaving = anchor;
    anchor = next;
    clearTimeout(timer);
    if (!next) {
      if (leaving) timer = setTimeout(close, graceMs);
      return;
    }
    const skip = open || performance.now() - closedAt < skipDelayMs;
    if (open) close();
    if (skip || delay === 0) reveal();
    else timer = setTimeout(reveal, delay);
  };

  const target = (event: Event, selector: string) =>
    event.target instanceof Element ? event.target.closest(selector) : null;
  const handlers: { [Type in keyof DocumentEventMap]?: (event: DocumentEventMap[Type]) => void } = {
    pointerover(event) {
      if (event.pointerType === 'touch') return;
      if (target(event, '[data-tooltip-bubble]')) clearTimeout(timer);
      else enter(target(event, '[data-tooltip]'), openDelayMs);
    },
    pointerdown: close,
    scroll: close,
    focusin(event) {
      const focused = target(event, '[data-tooltip]');
      if (focused?.matches(':focus-visible')) enter(focused, 0);
    },
    focusout: () => enter(null, 0),
    keydown(event) {
      if (event.key === 'Escape') close();
    },
  };
  for (const [type, handler] of Object.entries(handlers))
    document.addEventListener(type, handler as EventListener, true);
  return () => {
    clearTimeout(timer);
    for (const [type, handler] of Object.entries(handlers))
      document.removeEventListener(type, handler as EventListener, true);
  };
}
