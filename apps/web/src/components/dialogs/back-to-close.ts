import { useEffect, useEffectEvent } from 'react';

/** A layer over the page, such as a dialog, and the address at which it was opened. */
type Layer = { id: string; href: string; close: () => void };
/** The state of a layer's history entry: the id of the layer, and the number of layer entries up to and including this one. */
type LayerState = { noekLayer?: string; noekDepth?: number; __TSR_key?: string };

/** The open layers, the topmost last. */
const layers: Layer[] = [];
/** The current entry of the tab, if its layer was closed in another way than with Back. */
let leftover: LayerState | null = null;
let made = 0;

const stateOf = (state: unknown): LayerState => (state as LayerState | null) ?? {};
const depthOf = (state: LayerState) => state.noekDepth ?? 0;
const isLeftover = ({ noekLayer }: LayerState) => noekLayer !== undefined && !layers.some(({ id }) => id === noekLayer);

/** Writes the entry without the router, which need not know of it because the address stays the same. */
function enter(id: string): void {
  const here = stateOf(window.history.state);
  const reuses = isLeftover(here);
  const state = { ...here, noekLayer: id, noekDepth: depthOf(here) + (reuses ? 0 : 1) };
  const write = reuses ? History.prototype.replaceState : History.prototype.pushState;
  write.call(window.history, state, '');
  leftover = null;
}

function lookHere(): void {
  const here = stateOf(window.history.state);
  leftover = isLeftover(here) ? here : null;
}

function onPopState(event: PopStateEvent): void {
  const here = stateOf(event.state);
  const top = layers.at(-1);
  const left = leftover;
  lookHere();
  if (left && left.__TSR_key === here.__TSR_key && depthOf(here) < depthOf(left)) {
    // The entry belonged to a layer that is already closed, so the page has not changed. Back therefore goes one entry further.
    event.stopImmediatePropagation();
    window.history.back();
  } else if (top && here.noekLayer !== top.id) {
    // Otherwise the router shows the other address.
    if (window.location.href === top.href) event.stopImmediatePropagation();
    top.close();
    // It may refuse to close, because something is being saved.
    setTimeout(() => {
      if (layers.at(-1) === top && stateOf(window.history.state).noekLayer !== top.id) enter(top.id);
    });
  }
}

/**
 * While `isOpen`, Back closes this layer instead of leaving the page, as the back gesture of phones does in apps. For this, the layer
 * gets an entry in the history of the tab. If the layer is closed in another way, the entry stays, and Back skips it. Going back from
 * here to remove it would collide with what the person opens next.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // The listener is needed before anything is open, because a reload keeps the entries. Adding it again has no effect.
    window.addEventListener('popstate', onPopState, { capture: true });
    lookHere();
    if (!isOpen) return;
    made += 1;
    const layer: Layer = { id: `${Date.now()}-${made}`, href: window.location.href, close: () => close() };
    enter(layer.id);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      lookHere();
    };
  }, [isOpen]);
}
