import { Suspense, useEffect, useState } from 'react';
import { codePart } from '../../components/base/code-part.ts';

const UpdateBanner = codePart(() => import('./update-banner.tsx')).lazy();

/** Late enough not to compete with the first page's requests. */
const afterMs = 5_000;

/** Loads the update banner once the page has settled. */
export function LaterUpdateBanner() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{late && <UpdateBanner />}</Suspense>;
}
