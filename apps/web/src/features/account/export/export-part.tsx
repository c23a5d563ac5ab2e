import type { ArchiveJob } from '@noek/contract/archive/schemas';
import { Download } from 'lucide-react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { JobProgress } from '../job-progress.tsx';
import { isRunning } from './is-running.ts';
import { exportTexts as texts } from './texts.ts';

/** Starts an export, shows its progress, and offers the archive for download. */
export function ExportPart({ job }: { job: ArchiveJob | null }) {
  const utils = trpc.useUtils();
  const start = trpc.archive.startExport.useMutation({ onSettled: () => utils.archive.jobs.invalidate() });
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-sm text-text-muted">
        {texts.intro} {texts.kept}
      </p>
      <div className="grid w-full gap-3 empty:absolute" role="status">
        {isRunning(job) && (
          <JobProgress
            text={job.status === 'waiting' ? texts.waiting : texts.running(job.progress)}
            label={texts.progress}
            percent={job.progress}
          />
        )}
        {job?.status === 'done' && (
          <p className="text-sm">
            {texts.ready} {texts.until(job.expiresAt)}
          </p>
        )}
        {job?.status === 'failed' && <Notice tone="danger">{job.error}</Notice>}
        {start.isError && <Notice tone="danger">{errorText(start.error, texts.notStarted)}</Notice>}
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
              {texts.download(job.bytes ?? 0)}
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
  if (job?.status === 'failed') return texts.tryAgain;
  return job?.status === 'done' ? texts.again : texts.start;
}
