import { useState } from 'react';

export type Selection = {
  ids: ReadonlySet<number>;
  set: (ids: readonly number[], selected: boolean) => void;
};

/** The mode in which rows are selected: null while it is off. Switched off, it forgets what was selected. */
export function useSelection(): { selection: Selection | null; begin: () => void; end: () => void } {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null);
  const set: Selection['set'] = (changed, selected) =>
    setIds((before) => {
      const after = new Set(before);
      for (const id of changed) {
        if (selected) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  return { selection: ids && { ids, set }, begin: () => setIds(new Set()), end: () => setIds(null) };
}
