import { Suspense, useEffect, useState } from 'react';
import { codePart } from '../base/code-part.ts';
import type { TooltipSide } from '../base/tooltip.ts';
import { hasFinePointer } from '../page/fine-pointer.ts';
import type { ShownTooltip } from './tooltip-bubble.tsx';

const TooltipBubble = codePart(() => import('./tooltip-bubble.tsx')).lazy();

const openDelayMs = 700;
/** Within this time after a tooltip has closed, the next one opens immediately. In milliseconds. */
const skipDelayMs = 300;
/** The time to move the pointer from the element onto its tooltip, in milliseconds. */
const graceMs = 120;

/** A touch of this length opens the tooltip of a `<time>` element, in milliseconds. A browser's own menu opens at about the same time. */
const longPressMs = 500;

/**
 * Shows the tooltips of the whole page; loaded by `Tooltips`. One set of listeners serves all of them, so that long lists stay cheap. The code
 * that positions a tooltip loads with the first one.
 */
export default function TooltipLayer() {
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
    const previous = anchor;
    anchor = next;
    clearTimeout(timer);
    if (!next) {
      if (previous) timer = setTimeout(close, graceMs);
      return;
    }
    const skip = open || performance.now() - closedAt < skipDelayMs;
    if (open) close();
    if (skip || delay === 0) reveal();
    else timer = setTimeout(reveal, delay);
  };

  /** The `<time>` element that is being touched. */
  let touched: Element | null = null;
  const press = (time: Element | null) => {
    close();
    anchor = null;
    touched = time;
    if (!time) return;
    timer = setTimeout(() => {
      anchor = time;
      reveal();
    }, longPressMs);
  };
  const release = () => {
    if (!open) clearTimeout(timer);
  };
  /** A long press shows the tooltip. It neither follows the link around the `<time>` element nor opens the browser's menu for the link. */
  const keep = (event: Event) => {
    if (!open || anchor !== touched || !touched?.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'click') touched = null;
  };

  const target = (event: Event, selector: string) =>
    event.target instanceof Element ? event.target.closest(selector) : null;
  const handlers: { [Type in keyof DocumentEventMap]?: (event: DocumentEventMap[Type]) => void } = {
    pointerover(event) {
      if (event.pointerType === 'touch') return;
      if (target(event, '[data-tooltip-bubble]')) clearTimeout(timer);
      else enter(target(event, '[data-tooltip]'), openDelayMs);
    },
    pointerdown(event) {
      if (event.pointerType === 'touch') press(target(event, 'time[data-tooltip]'));
      else close();
    },
    pointerup: release,
    pointercancel: release,
    contextmenu: keep,
    click: keep,
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
  // The pointer or the focus may have been there before this code had loaded.
  const focused = document.querySelector('[data-tooltip]:focus-visible');
  if (focused) enter(focused, 0);
  else if (hasFinePointer()) enter(document.querySelector('[data-tooltip]:hover'), openDelayMs);
  return () => {
    clearTimeout(timer);
    for (const [type, handler] of Object.entries(handlers))
      document.removeEventListener(type, handler as EventListener, true);
  };
}
