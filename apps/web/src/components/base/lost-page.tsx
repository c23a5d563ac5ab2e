import { lazy, Suspense } from 'react';
import { keepTrying } from './keep-trying.ts';

const NotFound = lazy(() => keepTrying(() => import('../page/not-found.tsx')));

/** The 404 page, whose code loads with it. `returnHref` is the address of the chat. */
export const LostPage = ({ returnHref }: { returnHref: string }) => (
  <Suspense fallback={null}>
    <NotFound returnHref={returnHref} />
  </Suspense>
);
