import type { Memory } from '@noek/contract/memory/schemas';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { trpc } from '../../../api/trpc.ts';

/** What a line of the thread says about a memory. `key` names the line, also when it comes into view again. */
export type Told = { key: string; memoryId: string; isThere: boolean };

/** The lines of this page that the list has contradicted, with the number of the read that did so. */
const contradictedBy = new WeakMap<QueryClient, Map<string, number>>();

const listKey = getQueryKey(trpc.memory.list, undefined, 'query');

/**
 * The person's memories. The list may be older than the change that a line reports, which was made here, in another tab or in another
 * chat. So the first read that contradicts a line does not count, and leads to one more read for all such lines. A line that comes into
 * view again leads to no read. `isSure`: the list is right about this line.
 */
export function useKnownMemories(told: readonly Told[]) {
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  const { data } = trpc.memory.list.useQuery(undefined, {
    enabled: told.length > 0,
    // A read that brings the same list counts, too.
    notifyOnChangeProps: ['data', 'isFetching'],
  });
  const reads = queries.getQueryState(listKey)?.dataUpdateCount ?? 0;
  const known: ReadonlyMap<string, Memory> = new Map(data?.memories.map((memory) => [memory.id, memory]));
  const contradicted = contradictedBy.get(queries) ?? new Map<string, number>();
  contradictedBy.set(queries, contradicted);
  const isContradicted = ({ memoryId, isThere }: Told) => known.has(memoryId) !== isThere;
  const news = data === undefined ? [] : told.filter((line) => isContradicted(line) && !contradicted.has(line.key));
  const newKeys = news.map(({ key }) => key).join('\n');
  useEffect(() => {
    if (newKeys === '') return;
    for (const key of newKeys.split('\n')) contradicted.set(key, reads);
    readOnce(queries, () => void utils.memory.list.invalidate());
  }, [newKeys, contradicted, reads, queries, utils]);
  return {
    known,
    isSure: (line: Told) =>
      data !== undefined && (!isContradicted(line) || reads > (contradicted.get(line.key) ?? Number.POSITIVE_INFINITY)),
  };
}

const asked = new WeakSet<QueryClient>();

/** Reads once for all lines that ask for it in the same turn. */
function readOnce(queries: QueryClient, read: () => void): void {
  if (asked.has(queries)) return;
  asked.add(queries);
  queueMicrotask(() => {
    asked.delete(queries);
    read();
  });
}
