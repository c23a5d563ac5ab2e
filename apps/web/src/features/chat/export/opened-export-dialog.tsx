import { Suspense, useEffect } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { exportConversation, useExportedConversation } from './export-dialog-open.ts';

const ExportDialog = codePart(() => import('./export-dialog.tsx')).lazy();

/** The dialog that `exportConversation` opens. Render it once per chat screen, where there is a menu that calls it. */
export function OpenedExportDialog() {
  const conversation = useExportedConversation();
  useEffect(() => () => exportConversation(null), []);
  if (!conversation) return null;
  return (
    <Suspense fallback={null}>
      <ExportDialog conversation={conversation} onClose={() => exportConversation(null)} />
    </Suspense>
  );
}
