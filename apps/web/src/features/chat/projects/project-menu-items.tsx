import type { Project } from '@noek/contract/projects/schemas';
import { Palette, Pencil, Trash2 } from 'lucide-react';
import { MenuItem, MenuSeparator } from '../../../components/dialogs/dropdown-menu.tsx';
import { openDialog } from '../open/open-dialog.ts';
import { projectTexts } from './texts.ts';

/** What a menu does with a project, wherever it is. */
export function ProjectMenuItems({ project }: { project: Project }) {
  return (
    <>
      <MenuItem onSelect={() => openDialog({ kind: 'rename-project', project })}>
        <Pencil aria-hidden />
        {projectTexts.rename}
      </MenuItem>
      <MenuItem onSelect={() => openDialog({ kind: 'color-project', project })}>
        <Palette aria-hidden />
        {projectTexts.color}
      </MenuItem>
      <MenuSeparator />
      <MenuItem destructive onSelect={() => openDialog({ kind: 'delete-project', project })}>
        <Trash2 aria-hidden />
        {projectTexts.delete}
      </MenuItem>
    </>
  );
}
