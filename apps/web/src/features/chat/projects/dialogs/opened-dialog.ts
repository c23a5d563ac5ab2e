import type { Project } from '@noek/contract/projects/schemas';
import { createAtom, useSelector } from '@tanstack/react-store';
import type { Moved } from '../move-conversations.ts';

/** The dialogs of projects. `move`: into the project that is created. */
export type ProjectDialog =
  | { kind: 'move'; moved: Moved; onMoved?: () => void }
  | { kind: 'create'; move?: Extract<ProjectDialog, { kind: 'move' }>; name?: string }
  | { kind: 'rename' | 'color' | 'delete'; project: Project };

const opened = createAtom<ProjectDialog | null>(null);

/** Opens a dialog of projects (null: closes it). */
export const openProjectDialog = (dialog: ProjectDialog | null): void => opened.set(() => dialog);

/** The dialog that is open, or null. */
export const useProjectDialog = (): ProjectDialog | null => useSelector(opened);
