import type { Memory, MemoryList } from '@noek/contract/memory/schemas';

/** The list without some memories. */
export function withoutMemories(list: MemoryList, ids: ReadonlySet<string>): MemoryList {
  return counted(
    list,
    list.memories.filter(({ id }) => !ids.has(id)),
  );
}

/** The list with the memories inserted or replaced, newest first. */
export function withMemories(list: MemoryList, memories: readonly Memory[]): MemoryList {
  const ids = new Set(memories.map(({ id }) => id));
  const rest = list.memories.filter(({ id }) => !ids.has(id));
  return counted(list, [...memories, ...rest].toSorted(newestFirst));
}

const newestFirst = (a: Memory, b: Memory) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0);

const counted = (list: MemoryList, memories: Memory[]): MemoryList => ({
  ...list,
  memories,
  count: list.count + memories.length - list.memories.length,
});
