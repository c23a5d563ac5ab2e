import { Suspense, useEffect } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { manageLink, useManagedLink } from './managed-link.ts';

const ManageLinkDialog = codePart(() => import('./manage-link-dialog.tsx')).lazy();

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
