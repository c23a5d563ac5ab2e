import { useEffect } from 'react';
import { StoredValue } from '../../../../components/base/stored-value/stored-value.ts';
import { useStoredValue } from '../../../../components/base/stored-value/use-stored-value.ts';

/** At most this many are remembered, the last ones that were unfolded. */
const maxKept = 100;

const opened = new StoredValue<readonly string[]>('noek_open_projects', {
  parse: (text) => ((JSON.parse(text ?? '[]') ?? []) as unknown[]).filter((id) => typeof id === 'string'),
  print: (ids) => (ids.length === 0 ? null : JSON.stringify(ids)),
});

/** The ids of the projects that are unfolded in the sidebar, kept on this device. */
export const useOpenProjects = (): readonly string[] => useStoredValue(opened);

/** Unfolds a project in the sidebar, or folds it. */
export function setProjectOpen(projectId: string, isOpen: boolean): void {
  const others = opened.get().filter((id) => id !== projectId);
  opened.set(isOpen ? [...others, projectId].slice(-maxKept) : others);
}

/** Unfolds the project of the conversation that opens, so that its row shows. It can be folded again. `projectId`: null for none. */
export function useUnfoldedProject(projectId: string | null): void {
  useEffect(() => {
    if (projectId !== null && !opened.get().includes(projectId)) setProjectOpen(projectId, true);
  }, [projectId]);
}
