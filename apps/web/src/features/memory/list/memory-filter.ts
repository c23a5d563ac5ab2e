import type { Importance } from '@noek/contract/memory/memory-text';
import type { Memory } from '@noek/contract/memory/schemas';
import { filterBy } from '@noek/contract/text/folded-words';

/** `project`: the id of one, `none` for those outside projects, or null for all. */
export type MemoryFilter = {
  text: string;
  category: string | null;
  importance: Importance | null;
  project: string | null;
};

export const noFilter: MemoryFilter = { text: '', category: null, importance: null, project: null };

export const isFiltering = ({ text, category, importance, project }: MemoryFilter) =>
  text.trim() !== '' || category !== null || importance !== null || project !== null;

/** The memories that contain every word of the text and have the chosen category, importance and project. */
export function filterMemories(memories: readonly Memory[], filter: MemoryFilter): Memory[] {
  const hasWords = filterBy(filter.text);
  return memories.filter((memory) => {
    if (filter.category !== null && memory.category !== filter.category) return false;
    if (filter.importance !== null && memory.importance !== filter.importance) return false;
    if (filter.project !== null && filter.project !== (memory.projectId ?? 'none')) return false;
    return hasWords(`${memory.title} ${memory.content} ${memory.category}`);
  });
}

/** Every category in use, in alphabetical order. */
export const categoriesOf = (memories: readonly Memory[]): string[] =>
  [...new Set(memories.map(({ category }) => category))].toSorted((a, b) => a.localeCompare(b));
