import type { ConversationPage } from '@noek/contract/chat/schemas';
import { InfiniteQueryObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TrpcClient } from '../../../../api/client.ts';
import { trpc } from '../../../../api/trpc.ts';
import type { ConversationPages } from '../../cache/conversation-cache.ts';
import { projectInput } from '../../cache/list-inputs.ts';

/** The loaded chats of one project. */
export type ProjectList = {
  /** undefined until they are read. */
  data: ConversationPages | undefined;
  isError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => void;
  retry: () => void;
};

type Observed = { stop: () => void; list: () => ProjectList };

/** Reads the chats of projects, each project's as soon as it has been seen unfolded. */
class ProjectLists {
  readonly #client: TrpcClient;
  readonly #queries: QueryClient;
  readonly #observed = new Map<string, Observed>();
  readonly #listeners = new Set<() => void>();
  #all: ReadonlyMap<string, ProjectList> = new Map();

  constructor(client: TrpcClient, queries: QueryClient) {
    this.#client = client;
    this.#queries = queries;
  }

  readonly all = (): ReadonlyMap<string, ProjectList> => this.#all;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** An unfolded project is in view. */
  readonly see = (projectId: string): void => {
    if (this.#observed.has(projectId)) return;
    const input = projectInput(projectId);
    const observer = new InfiniteQueryObserver<
      ConversationPage,
      unknown,
      ConversationPages,
      readonly unknown[],
      unknown
    >(this.#queries, {
      queryKey: getQueryKey(trpc.chat.conversations, input, 'infinite'),
      queryFn: ({ pageParam, signal }) =>
        this.#client.chat.conversations.query(
          { ...input, ...(typeof pageParam === 'string' && { cursor: pageParam }) },
          { signal },
        ),
      initialPageParam: null,
      getNextPageParam: (page) => page.nextCursor,
    });
    const list = (): ProjectList => {
      const { data, isError, hasNextPage, isFetchingNextPage } = observer.getCurrentResult();
      return {
        data,
        isError,
        hasNextPage,
        isFetchingNextPage,
        fetchNextPage: () => void observer.fetchNextPage(),
        retry: () => void observer.refetch(),
      };
    };
    this.#observed.set(projectId, { stop: observer.subscribe(this.#tell), list });
    this.#tell();
  };

  /** Folded projects are no longer read. */
  keepOnly(open: readonly string[]): void {
    for (const [projectId, { stop }] of this.#observed)
      if (!open.includes(projectId)) {
        stop();
        this.#observed.delete(projectId);
      }
    this.#tell();
  }

  readonly #tell = (): void => {
    this.#all = new Map([...this.#observed].map(([projectId, { list }]) => [projectId, list()]));
    for (const listener of this.#listeners) listener();
  };
}

/** The chats of the unfolded projects. Call `see` when one of these comes into view; its chats are read then. */
export function useProjectLists(open: readonly string[]) {
  const queries = useQueryClient();
  const { client } = trpc.useUtils();
  const [lists] = useState(() => new ProjectLists(client, queries));
  useEffect(() => lists.keepOnly(open), [lists, open]);
  useEffect(() => () => lists.keepOnly([]), [lists]);
  return { lists: useSyncExternalStore(lists.subscribe, lists.all), see: lists.see };
}
