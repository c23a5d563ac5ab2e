import type { File } from '@noek/contract/files/schemas';
import { errorCode } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { isBeingRead } from './file-kind.ts';

/** Whether one of the person's files was deleted, as far as the server says. */
export function useIsGone(fileId: string, isOwn: boolean): boolean {
  const { error } = trpc.files.file.useQuery({ fileId }, { enabled: isOwn, staleTime: 60_000 });
  return errorCode(error) === 'NOT_FOUND';
}

/** How often a file that is being read is asked about, in milliseconds: at first, and when it takes longer than most. A scan may take minutes. */
const askEveryMs = 1_500;
const fewAsks = 40;
const askLaterEveryMs = 10_000;

/**
 * A file of a message as it is now. A message keeps what was known when it was sent; while that says that the file is being read, or if
 * `isDoubted`, the server is asked.
 */
export function useFileNow(
  sent: File,
  { isOwn, isDoubted }: { isOwn: boolean; isDoubted: boolean },
): { file: File; isGone: boolean } {
  const { data, error } = trpc.files.file.useQuery(
    { fileId: sent.id },
    {
      enabled: isOwn && !sent.deleted && (isDoubted || isBeingRead(sent)),
      staleTime: 60_000,
      refetchInterval: ({ state }) =>
        !state.data || !isBeingRead(state.data)
          ? false
          : state.dataUpdateCount < fewAsks
            ? askEveryMs
            : askLaterEveryMs,
    },
  );
  return { file: sent.deleted ? sent : (data ?? sent), isGone: sent.deleted ?? errorCode(error) === 'NOT_FOUND' };
}
