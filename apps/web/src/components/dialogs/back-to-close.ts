import { useEffect, useEffectEvent } from 'react';

/** Something open over the page, such as a dialog, and the address it was opened at. */
type Layer = { id: string; href: string; close: () => void };
/** What is written into the history entry of a layer: whose it is, and how many entries of layers are below it, itself included. */
type LayerState = { noekLayer?: string; noekDepth?: number; __TSR_key?: string };

/** What is open, the topmost last. */
const layers: Layer[] = [];
/** The entry at which the tab is, if its layer was closed in another way than by Back. */
let leftover: LayerState | null = null;
let made = 0;

const stateOf = (state: unknown): LayerState => (state as LayerState | null) ?? {};
const depthOf = (state: LayerState) => state.noekDepth ?? 0;
const isLeftover = ({ noekLayer }: LayerState) => noekLayer !== undefined && !layers.some(({ id }) => id === noekLayer);

/** Writes the entry past the router, which does not need to know of it: the address stays the same. */
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
    // Nothing has changed on the page: the entry belonged to something that is closed. So Back goes one further.
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
 * While `isOpen`, Back closes what is open, as the back gesture of phones does for apps, instead of leaving the page. For this it gets
 * an entry in the history of the tab. If it is closed in another way, the entry stays, and Back passes over it: going back from here
 * would be overtaken by what the person opens next.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // The same function is registered once. It is needed before anything is open: a reload keeps the entries.
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
