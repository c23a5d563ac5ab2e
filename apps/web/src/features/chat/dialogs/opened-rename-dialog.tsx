import { Suspense, useEffect } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { renameConversation, useRenamedConversation } from './rename-open.ts';

const RenameDialog = codePart(() => import('./rename-dialog.tsx')).lazy((module) => module.RenameDialog);

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
