import type { Project } from '@noek/contract/projects/schemas';
import { useEffect, useRef } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useSession } from './session.ts';

/** The person's projects, by name. */
export function useProjects() {
  const { user, isCached } = useSession();
  return trpc.projects.list.useQuery(undefined, { enabled: user !== null || isCached });
}

/** One project; undefined while it is not known, and for none. */
export function useProject(projectId: string | null): Project | undefined {
  const { data } = trpc.projects.list.useQuery(undefined, { enabled: projectId !== null });
  return data?.find(({ id }) => id === projectId);
}

/** Reads the lists of chats again when a project went or came back elsewhere, because its chats left it or went with it. */
export function useFollowProjects(projects: readonly Project[] | undefined): void {
  const utils = trpc.useUtils();
  const before = useRef<readonly string[] | null>(null);
  const ids = projects?.map(({ id }) => id).toSorted();
  const key = ids?.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the ids
  useEffect(() => {
    if (!ids) return;
    const known = before.current;
    before.current = ids;
    if (!known || known.join(' ') === key) return;
    void utils.chat.conversations.invalidate();
    void utils.chat.pinned.invalidate();
  }, [key]);
}
