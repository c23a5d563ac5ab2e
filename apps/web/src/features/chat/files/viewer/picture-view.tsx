import { clsx } from 'clsx';
import { type PointerEvent, useRef, useState } from 'react';
import { filesTexts } from '../texts.ts';
import { useSwipe } from './use-swipe.ts';
import { Message } from './viewer-states.tsx';

/** A picture, as large as the place allows; `zoom` times larger, it is moved by scrolling or dragging. */
export function PictureView(props: {
  name: string;
  address: string;
  zoom: number;
  onZoom: (zoom: number) => void;
  onStep: (by: number) => void;
}) {
  const { name, address, zoom, onZoom, onStep } = props;
  const [fit, setFit] = useState<{ width: number; height: number } | null>(null);
  const [isBroken, setBroken] = useState(false);
  const place = useRef<HTMLElement>(null);
  const swipe = useSwipe(onStep, zoom <= 1);
  /** Drags the picture with the mouse. On touch, it scrolls. */
  const drag = ({ buttons, pointerType, movementX, movementY }: PointerEvent) => {
    if (buttons === 1 && pointerType === 'mouse' && zoom > 1) place.current?.scrollBy(-movementX, -movementY);
  };
  if (isBroken) return <Message>{filesTexts.viewer.broken}</Message>;
  return (
    <section
      ref={place}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      aria-label={filesTexts.viewer.content(name)}
      className={clsx(
        'scroll-area grid min-h-0 flex-1 overflow-auto',
        zoom > 1 ? 'cursor-move' : 'touch-pan-y',
        // Otherwise the row grows with the picture.
        zoom === 1 && 'grid-rows-[minmax(0,1fr)]',
      )}
      {...swipe}
      onPointerMove={drag}
      onDoubleClick={() => onZoom(zoom > 1 ? 1 : 2)}
    >
      <img
        src={address}
        alt={name}
        draggable={false}
        className={clsx('m-auto block select-none', zoom === 1 ? 'max-h-full max-w-full object-contain' : 'max-w-none')}
        style={zoom === 1 || !fit ? undefined : { width: fit.width * zoom, height: fit.height * zoom }}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          const { clientWidth = 0, clientHeight = 0 } = place.current ?? {};
          const scale = Math.min(1, clientWidth / naturalWidth, clientHeight / naturalHeight);
          setFit({ width: naturalWidth * scale, height: naturalHeight * scale });
        }}
        onError={() => setBroken(true)}
      />
    </section>
  );
}
