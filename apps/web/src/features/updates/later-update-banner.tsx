import { lazy, Suspense, useEffect, useState } from 'react';
import { keepTrying } from '../../components/keep-trying.ts';

const UpdateBanner = lazy(() => keepTrying(() => import('./update-banner.tsx')));

/** The first page is there and at rest by then. */
const afterMs = 5_000;

/** The update banner, once the page has done what it was opened for. */
export function LaterUpdateBanner() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{late && <UpdateBanner />}</Suspense>;
}
