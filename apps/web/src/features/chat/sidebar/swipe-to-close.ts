import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A movement becomes a swipe after this distance, if it is more sideways than up or down. In pixels. */
const beginsAtPx = 8;
/** A drawer that has moved by this part of its width closes; so does one that moves faster than this, in pixels per millisecond. */
const closesAt = 0.35;
const closesAtSpeed = 0.5;

type Swipe = { x: number; y: number; at: number; moved: number; isOn: boolean };

/**
 * Lets a drawer at the left edge follow a finger, and closes it when the finger has pulled it far or fast enough. The element needs
 * `touch-action: pan-y`. Its closing animation starts where the finger left it.
 */
export function useSwipeToClose(onClose: () => void) {
  const swipe = useRef<Swipe | null>(null);
  const wasSwiped = useRef(false);

  function onPointerDown({ pointerType, isPrimary, clientX, clientY, timeStamp }: PointerEvent<HTMLElement>) {
    wasSwiped.current = false;
    swipe.current =
      pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY, at: timeStamp, moved: 0, isOn: false } : null;
  }
  function onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    const { current } = swipe;
    if (!current) return;
    const [sideways, down] = [clientX - current.x, clientY - current.y];
    if (!current.isOn) {
      if (Math.abs(down) > beginsAtPx && Math.abs(down) >= Math.abs(sideways)) swipe.current = null;
      if (!swipe.current || sideways > -beginsAtPx) return;
      current.isOn = true;
      wasSwiped.current = true;
      currentTarget.setPointerCapture?.(pointerId);
      currentTarget.style.transition = 'none';
    }
    current.moved = Math.min(0, sideways);
    currentTarget.style.transform = `translateX(${current.moved}px)`;
  }
  function onPointerUp({ currentTarget, timeStamp }: PointerEvent<HTMLElement>) {
    const { current } = swipe;
    swipe.current = null;
    if (!current?.isOn) return;
    const isFar = -current.moved > currentTarget.offsetWidth * closesAt;
    const isFast = -current.moved / Math.max(1, timeStamp - current.at) > closesAtSpeed;
    if (isFar || isFast) onClose();
    else letGo(currentTarget);
  }
  function onPointerCancel({ currentTarget }: PointerEvent<HTMLElement>) {
    if (swipe.current?.isOn) letGo(currentTarget);
    swipe.current = null;
  }
  /** The end of a swipe is not a click on the element under the finger. */
  function onClickCapture(event: MouseEvent) {
    if (!wasSwiped.current) return;
    wasSwiped.current = false;
    event.preventDefault();
    event.stopPropagation();
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture };
}

/** Back to its place, with the transition of the stylesheet. */
function letGo({ style }: HTMLElement) {
  style.transition = '';
  style.transform = '';
}
