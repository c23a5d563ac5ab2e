import { lazy, Suspense, useEffect } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { renameConversation, useRenamedConversation } from './rename-open.ts';

const RenameDialog = lazy(() =>
  keepTrying(() => import('./rename-dialog.tsx').then((module) => ({ default: module.RenameDialog }))),
);

/** The dialog that `renameConversation` opens. Render it once per chat screen. */
export function OpenedRenameDialog() {
  const conversation = useRenamedConversation();
  useEffect(() => () => renameConversation(null), []);
  return (
    <Suspense fallback={null}>
      {conversation && <RenameDialog conversation={conversation} onClose={() => renameConversation(null)} />}
    </Suspense>
  );
}
