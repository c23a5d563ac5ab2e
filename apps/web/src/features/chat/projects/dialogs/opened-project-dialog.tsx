import { lazy, Suspense, useEffect } from 'react';
import { keepTrying } from '../../../../components/base/keep-trying.ts';
import { openProjectDialog, useProjectDialog } from './opened-dialog.ts';

const ProjectDialogs = lazy(() => keepTrying(() => import('./project-dialogs.tsx')));

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
