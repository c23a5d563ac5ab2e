import { ColorDialog } from './color-dialog.tsx';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { ProjectDialog } from './opened-dialog.ts';
import { ProjectForm } from './project-form.tsx';

/** The dialogs of projects. */
export default function ProjectDialogs({ dialog, onClose }: { dialog: ProjectDialog; onClose: () => void }) {
  if (dialog.kind === 'move') return <MoveDialog {...dialog} onClose={onClose} />;
  if (dialog.kind === 'delete') return <DeleteProjectDialog project={dialog.project} onClose={onClose} />;
  if (dialog.kind === 'color') return <ColorDialog project={dialog.project} onClose={onClose} />;
  if (dialog.kind === 'rename') return <ProjectForm project={dialog.project} onClose={onClose} />;
  return <ProjectForm {...dialog} onClose={onClose} />;
}
