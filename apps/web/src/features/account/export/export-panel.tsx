import type { ArchiveJob } from '@noek/contract/archive/schemas';
import { Download } from 'lucide-react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { JobProgress } from '../job-progress.tsx';
import { LoadingItems } from '../section-states.tsx';
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

/** Starts an export, shows its progress, and offers the archive for download. */
function ExportPart({ job }: { job: ArchiveJob | null }) {
  const utils = trpc.useUtils();
  const start = trpc.archive.startExport.useMutation({ onSettled: () => utils.archive.jobs.invalidate() });
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-sm text-text-muted">
        {exportTexts.intro} {exportTexts.kept}
      </p>
      <div className="grid w-full gap-3 empty:absolute" role="status">
        {isRunning(job) && (
          <JobProgress
            text={job.status === 'waiting' ? exportTexts.waiting : exportTexts.running(job.progress)}
            label={exportTexts.progress}
            percent={job.progress}
          />
        )}
        {job?.status === 'done' && (
          <p className="text-sm">
            {exportTexts.ready} {exportTexts.until(job.expiresAt)}
          </p>
        )}
        {job?.status === 'failed' && <Notice tone="danger">{job.error}</Notice>}
        {start.isError && <Notice tone="danger">{errorText(start.error, exportTexts.notStarted)}</Notice>}
      </div>
      {!isRunning(job) && (
        <div className="flex flex-wrap gap-3">
          {job?.status === 'done' && (
            <a
              className={buttonClass('primary', 'sm')}
              href={`/api/account/export/${encodeURIComponent(job.id)}`}
              download
            >
              <Download className="icon" aria-hidden />
              {exportTexts.download(job.bytes ?? 0)}
            </a>
          )}
          <Button size="sm" variant="quiet" disabled={start.isPending} onClick={() => start.mutate()}>
            {labelOf(job)}
          </Button>
        </div>
      )}
    </div>
  );
}

function labelOf(job: ArchiveJob | null): string {
  if (job?.status === 'failed') return exportTexts.tryAgain;
  return job?.status === 'done' ? exportTexts.again : exportTexts.start;
}

const isRunning = (job: ArchiveJob | null | undefined): job is ArchiveJob & { status: 'waiting' | 'running' } =>
  job?.status === 'waiting' || job?.status === 'running';
