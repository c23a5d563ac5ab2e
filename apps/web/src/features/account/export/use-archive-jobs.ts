import type { ArchiveJob } from '@noek/contract/archive/schemas';
import { useEffect, useRef } from 'react';
import { trpc } from '../../../api/trpc.ts';

/** The interval between reads while an export or import runs, in milliseconds. */
const refetchMs = 1_000;

export const isRunning = (job: ArchiveJob | null | undefined): job is ArchiveJob & { status: 'waiting' | 'running' } =>
  job?.status === 'waiting' || job?.status === 'running';

/** The user's newest export and import, read again every second while one is running. */
export function useArchiveJobs() {
  const jobs = trpc.archive.jobs.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isRunning(state.data?.export) || isRunning(state.data?.import) ? refetchMs : false,
  });
  useImportedLists(jobs.data?.import);
  return jobs;
}

/** Reads the lists again that an import has changed, once it ends on this page. A short one may never be seen running. */
function useImportedLists(job: ArchiveJob | null | undefined) {
  const utils = trpc.useUtils();
  /** The import that had ended; null for none, undefined before that is known. */
  const ended = useRef<string | null>(undefined);
  useEffect(() => {
    if (job === undefined) return;
    const before = ended.current;
    if (isRunning(job)) ended.current ??= null;
    else ended.current = job?.id ?? null;
    if (before === undefined || ended.current === before) return;
    void utils.chat.conversations.invalidate();
    void utils.memory.list.invalidate();
    void utils.files.list.invalidate();
    void utils.archive.space.invalidate();
  }, [job, utils]);
}
