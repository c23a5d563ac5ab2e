import { Suspense, useEffect } from 'react';
import { codePart } from '../../../../components/base/code-part.ts';
import { openProjectDialog, useProjectDialog } from './opened-dialog.ts';

const ProjectDialogs = codePart(() => import('./project-dialogs.tsx')).lazy();

/** The dialog that `openProjectDialog` opens. Render it once per chat screen, where there is a menu that calls it. */
export function OpenedProjectDialog() {
  const dialog = useProjectDialog();
  useEffect(() => () => openProjectDialog(null), []);
  if (!dialog) return null;
  return (
    <Suspense fallback={null}>
      <ProjectDialogs dialog={dialog} onClose={() => openProjectDialog(null)} />
    </Suspense>
  );
}
