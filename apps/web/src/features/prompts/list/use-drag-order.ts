import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Within this distance from an edge of the window, the page scrolls, in pixels. */
const edgePx = 56;
const scrollPx = 12;

/** A row that is dragged, and the place where it would be dropped, from 0. */
type Drag = { id: string; to: number };

/**
 * Dragging the rows of a list to another place with a mouse, a pen or a finger. A row has its id as `data-row` and a handle that calls
 * `begin`. The rows stay where they are until the row is dropped; Escape ends it without a change.
 */
export function useDragOrder(options: {
  list: RefObject<HTMLElement | null>;
  /** The ids of the rows in their order. */
  ids: readonly string[];
  onDrop: (id: string, to: number) => void;
}) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;

  const onMove = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!drag) return;
    const { clientY } = event;
    if (clientY < edgePx) window.scrollBy(0, -scrollPx);
    else if (clientY > window.innerHeight - edgePx) window.scrollBy(0, scrollPx);
    const rows = [...(options.list.current?.querySelectorAll('[data-row]') ?? [])];
    const others = rows.filter((row) => row.getAttribute('data-row') !== drag.id);
    const to = others.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return (top + bottom) / 2 < clientY;
    }).length;
    if (to !== drag.to) setDrag({ ...drag, to });
  });
  const onUp = useEffectEvent(() => {
    if (drag && options.ids.indexOf(drag.id) !== drag.to) options.onDrop(drag.id, drag.to);
    setDrag(null);
  });
  useEffect(() => {
    if (!isDragging) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const end = () => setDrag(null);
    window.addEventListener('pointermove', (event) => onMove(event), { signal });
    window.addEventListener('pointerup', () => onUp(), { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('blur', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
    return () => listeners.abort();
  }, [isDragging]);

  /** Where the line that shows the place belongs: above or below a row, or at none. */
  const lineAt = (id: string): 'above' | 'below' | null => {
    if (!drag) return null;
    const others = options.ids.filter((one) => one !== drag.id);
    if (options.ids.indexOf(drag.id) === drag.to) return null;
    if (others[drag.to] === id) return 'above';
    return drag.to === others.length && others.at(-1) === id ? 'below' : null;
  };

  return {
    draggedId: drag?.id ?? null,
    lineAt,
    begin(id: string, event: PointerEvent) {
      if (event.button !== 0) return;
      // A mouse would select text on its way.
      event.preventDefault();
      setDrag({ id, to: options.ids.indexOf(id) });
    },
  };
}
