import { Suspense } from 'react';
import { codePart } from '../base/code-part.ts';

const NotFound = codePart(() => import('./not-found.tsx')).lazy();

/** The 404 page, whose code loads with it. `returnHref` is the address of the chat. */
export const LostPage = ({ returnHref }: { returnHref: string }) => (
  <Suspense fallback={null}>
    <NotFound returnHref={returnHref} />
  </Suspense>
);
