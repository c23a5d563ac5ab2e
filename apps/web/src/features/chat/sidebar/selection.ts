import type { Conversation } from '@noek/contract/chat';
import { useRef, useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/toast.ts';
import { sidebarTexts } from './texts.ts';

/** A list reads its ids in pages of 1,000; whoever has more than this many pages selects the newest ones. */
const maxPages = 100;

export type Selection = {
  ids: ReadonlySet<number>;
  /** The selected rows, and the ids of those further down that are not loaded. */
  rows: readonly Conversation[];
  unloaded: readonly number[];
  /** All of the list is selected, what is not loaded included. */
  isAll: boolean;
  /** The list is being read, to select all of it. */
  reading: boolean;
  set: (id: number, selected: boolean) => void;
  setAll: (selected: boolean) => void;
};

type State = {
  ids: ReadonlySet<number>;
  /** Those that were not loaded when all of the list was selected. */
  unloaded: ReadonlySet<number>;
  whole: boolean;
  reading: boolean;
};
const nothing: State = { ids: new Set(), unloaded: new Set(), whole: false, reading: false };

/**
 * The mode in which conversations of a list are selected: null while it is off. Switched off, it forgets what was selected.
 * A row that leaves the list leaves the selection.
 */
export function useSelection(list: { archived: boolean; rows: readonly Conversation[]; more: boolean }) {
  const utils = trpc.useUtils();
  const [state, setState] = useState<State | null>(null);
  /** Changes with every wish, so that a list that was read for an earlier one selects nothing. */
  const wish = useRef(0);
  const turn = (next: State | null) => {
    wish.current += 1;
    setState(next);
  };

  const loadedIds = list.rows.map(({ id }) => id);
  const readAll = async (before: State) => {
    turn({ ...before, reading: true });
    const mine = wish.current;
    try {
      const read = await readIds((cursor) =>
        utils.client.chat.conversationIds.query({ archived: list.archived, ...(cursor !== null && { cursor }) }),
      );
      if (mine !== wish.current) return;
      const loaded = new Set(loadedIds);
      const unloaded = new Set(read.filter((id) => !loaded.has(id)));
      turn({ ids: new Set([...loadedIds, ...read]), unloaded, whole: true, reading: false });
    } catch (error) {
      if (mine !== wish.current) return;
      turn(before);
      toast({
        title: sidebarTexts.selection.failed,
        description: errorText(error),
        variant: 'destructive',
      });
    }
  };

  const selection =
    state &&
    selectionOf(state, list, {
      set: (id, selected) => {
        const ids = new Set(state.ids);
        if (selected) ids.add(id);
        else ids.delete(id);
        turn({ ...state, ids, reading: false });
      },
      setAll: (selected) => {
        if (!selected) turn(nothing);
        else if (list.more) void readAll(state);
        else turn({ ...nothing, ids: new Set(loadedIds), whole: true });
      },
    });
  return { selection, begin: () => turn(nothing), end: () => turn(null) };
}

function selectionOf(
  { ids, unloaded, whole, reading }: State,
  { rows, more }: { rows: readonly Conversation[]; more: boolean },
  actions: Pick<Selection, 'set' | 'setAll'>,
): Selection {
  const loaded = new Set(rows.map(({ id }) => id));
  const isAll = rows.every(({ id }) => ids.has(id)) && [...unloaded].every((id) => ids.has(id)) && (whole || !more);
  return {
    ids,
    rows: rows.filter(({ id }) => ids.has(id)),
    unloaded: [...ids].filter((id) => unloaded.has(id) && !loaded.has(id)),
    isAll,
    reading,
    ...actions,
  };
}

async function readIds(
  read: (cursor: string | null) => Promise<{ conversationIds: number[]; nextCursor: string | null }>,
): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page++) {
    const { conversationIds, nextCursor } = await read(cursor);
    ids.push(...conversationIds);
    cursor = nextCursor;
    if (cursor === null) break;
  }
  return ids;
}
