import type { Conversation } from '@noek/contract/chat/schemas';
import { useRef, useState } from 'react';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { sidebarTexts } from '../texts.ts';

/** Ids are read in pages of 1,000. "Select all" covers at most this many pages, the newest conversations first. */
const maxPages = 100;

export type Selection = {
  ids: ReadonlySet<number>;
  /** The selected rows, and the ids of those further down that are not loaded. */
  rows: readonly Conversation[];
  unloaded: readonly number[];
  /** The whole list is selected, including conversations that are not loaded. */
  isAll: boolean;
  /** The ids of the whole list are being read in order to select it. */
  reading: boolean;
  set: (id: number, selected: boolean) => void;
  setAll: (selected: boolean) => void;
};

type State = {
  ids: ReadonlySet<number>;
  /** The ids of conversations that were not loaded when the whole list was selected. */
  unloaded: ReadonlySet<number>;
  whole: boolean;
  reading: boolean;
};
const nothing: State = { ids: new Set(), unloaded: new Set(), whole: false, reading: false };

/**
 * The selection of conversations in a list; null while select mode is off. Ending select mode clears the selection. A row
 * that is removed from the list is removed from the selection.
 */
export function useSelection(list: {
  archived: boolean;
  rows: readonly Conversation[];
  more: boolean;
  /** The rows are those that the device kept. The server's list may be shorter. */
  isKept: boolean;
}) {
  const utils = trpc.useUtils();
  const [state, setState] = useState<State | null>(null);
  /** Incremented with each change, so that ids read for an earlier selection are dropped. */
  const version = useRef(0);
  const update = (next: State | null) => {
    version.current += 1;
    setState(next);
  };

  const loadedIds = list.rows.map(({ id }) => id);
  const readAll = async (before: State) => {
    update({ ...before, reading: true });
    const requested = version.current;
    try {
      const read = await readIds((cursor) =>
        utils.client.chat.conversationIds.query({
          archived: list.archived,
          ...(!list.archived && { project: 'none' }),
          ...(cursor !== null && { cursor }),
        }),
      );
      if (requested !== version.current) return;
      const loaded = new Set(list.isKept ? [] : loadedIds);
      const unloaded = new Set(read.filter((id) => !loaded.has(id)));
      update({ ids: new Set([...loadedIds, ...read]), unloaded, whole: true, reading: false });
    } catch (error) {
      if (requested !== version.current) return;
      update(before);
      tellFailure(sidebarTexts.selection.failed, error);
    }
  };

  const selection =
    state &&
    selectionOf(state, list, {
      set: (id, selected) => {
        const ids = new Set(state.ids);
        if (selected) ids.add(id);
        else ids.delete(id);
        update({ ...state, ids, reading: false });
      },
      setAll: (selected) => {
        if (!selected) update(nothing);
        else if (list.more) void readAll(state);
        else update({ ...nothing, ids: new Set(loadedIds), whole: true });
      },
    });
  return { selection, begin: () => update(nothing), end: () => update(null) };
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
