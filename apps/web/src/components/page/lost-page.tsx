import { type ReactNode, Suspense } from 'react';
import { codePart } from '../base/code-part.ts';

const NotFound = codePart(() => import('./not-found.tsx')).lazy();

/** The 404 page, whose code loads with it. `returnHref` is the address of the chat; `signIn`: a link to sign in, for a page of an account. */
export const LostPage = (props: { returnHref: string; signIn?: ReactNode }) => (
  <Suspense fallback={null}>
    <NotFound {...props} />
  </Suspense>
);
