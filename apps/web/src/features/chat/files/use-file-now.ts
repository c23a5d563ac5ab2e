import type { File } from '@noek/contract/files/schemas';
import { errorCode } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';

/** How often a file that is being read is asked about, in milliseconds. Reading takes at most about 20 seconds. */
const askEveryMs = 1_500;
const mostAsks = 40;

/**
 * A file of a message as it is now. A message keeps what was known when it was sent; while that says that the file is being read, the server
 * is asked.
 */
export function useFileNow(sent: File, isOwn: boolean): { file: File; isGone: boolean } {
  const { data, error } = trpc.files.file.useQuery(
    { fileId: sent.id },
    {
      enabled: isOwn && sent.state === 'reading',
      staleTime: 60_000,
      refetchInterval: ({ state }) =>
        state.data?.state === 'reading' && state.dataUpdateCount < mostAsks ? askEveryMs : false,
    },
  );
  return { file: data ?? sent, isGone: errorCode(error) === 'NOT_FOUND' };
}
