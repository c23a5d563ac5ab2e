import { useSelector } from '@tanstack/react-store';
import { Suspense, useEffect, useState } from 'react';
import { codePart } from '../code-part.ts';
import { currentToast } from './toast.ts';

const ToastRegion = codePart(() => import('./toast-region.tsx')).lazy();

/** The code of the region loads with the first toast or after this time, when the page has long been usable. In milliseconds. */
const loadAfterMs = 6_000;

/** The region for toasts; once per app. */
export function Toaster() {
  const latest = useSelector(currentToast);
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!latest && !idle) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion latest={latest} />
    </Suspense>
  );
}
