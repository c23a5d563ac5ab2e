import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useStoredValue } from '../../../../components/base/stored-value/use-stored-value.ts';
import { documentTexts } from '../texts.ts';
import { holdReading } from './hold-reading.ts';
import { leastShare, mostShare, panelShare, standardShare } from './panel-share.ts';

const step = 0.02;
const largeStep = 0.1;

/** Changes the share without moving what is read. */
function resize(share: number): void {
  const scroller = document.querySelector<HTMLElement>('#main > section');
  const settle = scroller && holdReading(scroller, null);
  panelShare.set(Math.min(mostShare, Math.max(leastShare, share)));
  settle?.();
}

/** The border of the panel: it is dragged, or moved with the arrow keys, and a double click puts it back. */
export function Separator() {
  const share = useStoredValue(panelShare);
  const [isDragged, setIsDragged] = useState(false);
  const room = useRef({ left: 0, width: 1 });
  const settle = useRef<(() => void) | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const { currentTarget } = event;
    const place = currentTarget.closest('.document-place');
    const main = place?.previousElementSibling?.getBoundingClientRect();
    const own = place?.getBoundingClientRect();
    if (!main || !own) return;
    room.current = { left: main.left, width: own.right - main.left };
    currentTarget.setPointerCapture(event.pointerId);
    const scroller = document.querySelector<HTMLElement>('#main > section');
    settle.current = scroller && holdReading(scroller, null);
    setIsDragged(true);
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!isDragged) return;
    const { left, width } = room.current;
    const next = 1 - (clientX - left) / width;
    panelShare.set(Math.min(mostShare, Math.max(leastShare, next)));
  };
  const onPointerEnd = () => {
    settle.current?.();
    settle.current = null;
    setIsDragged(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = event.shiftKey ? largeStep : step;
    if (event.key === 'ArrowLeft') resize(share + by);
    else if (event.key === 'ArrowRight') resize(share - by);
    else if (event.key === 'Home') resize(mostShare);
    else if (event.key === 'End') resize(leastShare);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line cannot be moved
    <div
      role="separator"
      aria-label={documentTexts.panel.separator}
      aria-orientation="vertical"
      aria-valuemin={Math.round(leastShare * 100)}
      aria-valuemax={Math.round(mostShare * 100)}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      className="document-separator"
      data-dragged={isDragged || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onLostPointerCapture={onPointerEnd}
      onDoubleClick={() => resize(standardShare)}
      onKeyDown={onKeyDown}
    />
  );
}
