import { useEffect, useEffectEvent } from 'react';

/** Something open over the page, such as a dialog, and the address it was opened at. */
type Layer = { id: string; href: string; close: () => void };

/** What is open, the topmost last. */
const layers: Layer[] = [];
/** The entry of a layer that was closed in another way is being left. */
let isLeaving = false;
let isListening = false;
let made = 0;

const layerIn = (state: unknown): string | undefined => (state as { noekLayer?: string } | null)?.noekLayer;
const isStale = (id: string | undefined) => id !== undefined && !layers.some((layer) => layer.id === id);

/** Writes the entry past the router, which does not need to know of it: the address stays the same. */
function enter(id: string): void {
  const state = { ...window.history.state, noekLayer: id };
  const write = isStale(layerIn(window.history.state)) ? History.prototype.replaceState : History.prototype.pushState;
  write.call(window.history, state, '');
}

function leave(): void {
  isLeaving = true;
  window.history.back();
}

function onPopState(event: PopStateEvent): void {
  const here = layerIn(event.state);
  const top = layers.at(-1);
  const wasLeaving = isLeaving;
  isLeaving = false;
  if (wasLeaving) {
    event.stopImmediatePropagation();
    // Another layer was opened in the meantime.
    if (top && here !== top.id) enter(top.id);
    else if (isStale(here)) leave();
  } else if (top && here !== top.id) {
    // Otherwise the router shows the other address.
    if (window.location.href === top.href) event.stopImmediatePropagation();
    top.close();
    // It may refuse to close, because something is being saved.
    setTimeout(() => {
      if (layers.at(-1) === top && layerIn(window.history.state) !== top.id) enter(top.id);
      else if (isStale(layerIn(window.history.state))) leave();
    });
  } else if (isStale(here)) leave();
}

/**
 * While `isOpen`, Back closes what is open, as the back gesture of phones does for apps, instead of leaving the page. It gets an entry
 * in the history of the tab, which is removed when it closes in another way.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    if (!isListening) window.addEventListener('popstate', onPopState, { capture: true });
    isListening = true;
    made += 1;
    const layer: Layer = { id: `${Date.now()}-${made}`, href: window.location.href, close: () => close() };
    enter(layer.id);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      // What was pressed in it may open another page first.
      setTimeout(() => {
        if (layerIn(window.history.state) === layer.id && window.location.href === layer.href) leave();
      }, 50);
    };
  }, [isOpen]);
}
