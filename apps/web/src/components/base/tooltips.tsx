import { lazy, Suspense, useEffect, useState } from 'react';
import { keepTrying } from './keep-trying.ts';
import { onFirstInput } from './on-first-input.ts';

const TooltipLayer = lazy(() => keepTrying(() => import('../tooltips/tooltip-layer.tsx')));

/** The tooltips of the whole page; once per app. Their code loads on the first input. */
export function Tooltips() {
  const [used, setUsed] = useState(false);
  useEffect(() => onFirstInput(() => setUsed(true)), []);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <TooltipLayer />
    </Suspense>
  );
}
