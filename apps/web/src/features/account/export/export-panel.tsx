import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { LoadingItems } from '../section-states.tsx';
import { ExportPart } from './export-part.tsx';
import { isRunning } from './is-running.ts';
import { exportTexts } from './texts.ts';

/** The interval between reads while an export runs, in milliseconds. */
const refetchMs = 1_000;

/** The content of the section "Export" of the account page: exports everything as one archive. */
export function ExportPanel() {
  const jobs = trpc.archive.jobs.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (isRunning(state.data?.export) ? refetchMs : false),
  });
  if (jobs.isPending) return <LoadingItems label={exportTexts.loading} lines={2} />;
  if (!jobs.data)
    return <Unreadable text={errorText(jobs.error, exportTexts.failed)} onRetry={() => void jobs.refetch()} />;
  return <ExportPart job={jobs.data.export} />;
}
