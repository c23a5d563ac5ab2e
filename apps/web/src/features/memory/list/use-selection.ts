import type { Memory } from '@noek/contract/memory/schemas';
import { useState } from 'react';

/** Selection mode for several memories. `chosen`: the selected memories that still exist. */
export function useSelection(memories: readonly Memory[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  return {
    on: ids !== null,
    chosen: memories.filter(({ id }) => ids?.has(id)),
    has: (id: string) => ids?.has(id) ?? false,
    toggle: () => setIds(ids ? null : new Set()),
    end: () => setIds(null),
    all: () => setIds(new Set(memories.map(({ id }) => id))),
    set: (id: string, selected: boolean) =>
      setIds((before) => {
        const after = new Set(before);
        if (selected) after.add(id);
        else after.delete(id);
        return after;
      }),
  };
}
