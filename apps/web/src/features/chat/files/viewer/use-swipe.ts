import { type PointerEvent, useRef } from 'react';

/** A finger has swiped after this distance, if it went more sideways than up or down. In pixels. */
const swipedAtPx = 50;

/** Calls `onStep` with 1 after a swipe to the left, with -1 after one to the right. The element needs `touch-action: pan-y`. */
export function useSwipe(onStep: (by: number) => void, isOn: boolean) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown({ pointerType, isPrimary, clientX, clientY }: PointerEvent) {
      from.current = isOn && pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY } : null;
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const { current } = from;
      from.current = null;
      if (!current) return;
      const [sideways, down] = [clientX - current.x, clientY - current.y];
      if (Math.abs(sideways) > swipedAtPx && Math.abs(sideways) > Math.abs(down)) onStep(sideways < 0 ? 1 : -1);
    },
    onPointerCancel() {
      from.current = null;
    },
  };
}
