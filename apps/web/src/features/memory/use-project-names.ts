import type { Memory } from '@noek/contract/memory/schemas';
import { trpc } from '../../api/trpc.ts';
import { memoryTexts } from './texts.ts';

/** The names of the projects that memories belong to. Nothing is read while none belongs to a project. */
export function useProjectNames(memories: readonly Memory[]) {
  const ids = [...new Set(memories.flatMap(({ projectId }) => projectId ?? []))];
  const { data } = trpc.projects.list.useQuery(undefined, { enabled: ids.length > 0 });
  const nameOf = (projectId: string): string =>
    data?.find(({ id }) => id === projectId)?.name ?? memoryTexts.projects.unnamed;
  return {
    /** The name of a memory's project; null if it belongs to none. */
    projectOf: ({ projectId }: Memory): string | null => (projectId === null ? null : nameOf(projectId)),
    /** The projects with memories, by name. */
    projects: ids.map((id) => ({ id, name: nameOf(id) })).toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}
