import { lazy, Suspense, useEffect } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { manageLink, useManagedLink } from './managed-link.ts';

const ManageLinkDialog = lazy(() => keepTrying(() => import('./manage-link-dialog.tsx')));

/** The dialog that `manageLink` opens. Render it once per chat screen. */
export function ManagedLinkDialog() {
  const conversationId = useManagedLink();
  useEffect(() => () => manageLink(null), []);
  if (conversationId === null) return null;
  return (
    <Suspense fallback={null}>
      <ManageLinkDialog key={conversationId} conversationId={conversationId} onClose={() => manageLink(null)} />
    </Suspense>
  );
}
