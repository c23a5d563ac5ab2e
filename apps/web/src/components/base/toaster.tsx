import { useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useEffect, useState } from 'react';
import { keepTrying } from './keep-trying.ts';
import { currentToast } from './toast.ts';

const ToastRegion = lazy(() => keepTrying(() => import('../toast-region.tsx')));

/** The region for toasts; once per app. Its code loads after 2 seconds or with the first toast. */
export function Toaster() {
  const latest = useSelector(currentToast);
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 2_000);
    return () => clearTimeout(timer);
  }, []);
  if (!latest && !idle) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion latest={latest} />
    </Suspense>
  );
}
