import type { Import } from '@noek/contract/archive/imports';
import { useEffect, useEffectEvent, useRef } from 'react';
import { trpc } from '../../../../api/trpc.ts';

/** The interval between reads while an import waits or runs, in milliseconds. */
const refetchMs = 1_000;

export const isUnderWay = ({ state }: Import) => state === 'waiting' || state === 'running';

/** The imports of the person, the newest first. They are read again every second while one waits or runs. */
export function useImports() {
  const imports = trpc.archive.imports.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? refetchMs : false),
  });
  useImportedLists(imports.data?.imports);
  return imports;
}

/** Reads the lists again that imports change, for use after one has ended or was undone. */
export function useChangedLists(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.chat.conversations.invalidate();
    void utils.chat.search.invalidate();
    void utils.memory.list.invalidate();
    void utils.files.list.invalidate();
    void utils.archive.space.invalidate();
  };
}

/** Reads lists again when an import ends while this page is open. A short one may never be seen running. */
function useImportedLists(imports: readonly Import[] | undefined): void {
  const readAgain = useEffectEvent(useChangedLists());
  const ended = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!imports) return;
    const now = new Set(imports.filter((one) => !isUnderWay(one)).map(({ id }) => id));
    const before = ended.current;
    ended.current = now;
    if (before && [...now].some((id) => !before.has(id))) readAgain();
  }, [imports]);
}
