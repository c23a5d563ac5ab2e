import { type RefCallback, useCallback, useState } from 'react';

/** The width of an element in pixels, and the ref for it; 0 until it is known. */
export function useWidth<Of extends HTMLElement>(): [ref: RefCallback<Of>, width: number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Of | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
