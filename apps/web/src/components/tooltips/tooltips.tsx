import { Suspense, useEffect, useState } from 'react';
import { codePart } from '../base/code-part.ts';
import { onFirstInput } from '../base/on-first-input.ts';

const TooltipLayer = codePart(() => import('./tooltip-layer.tsx')).lazy();

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
