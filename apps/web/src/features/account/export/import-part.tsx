import { maxArchiveBytes } from '@noek/contract/archive/limits';
import type { ArchiveJob } from '@noek/contract/archive/schemas';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { uploadFile } from '../../../api/upload-file.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { JobProgress } from './job-progress.tsx';
import { exportTexts } from './texts.ts';
import { isRunning } from './use-archive-jobs.ts';

const texts = exportTexts.import;
const headingId = 'import-heading';

/** A file that is refused before it is sent. */
class FileTooLarge extends Error {}

/** Imports an archive, and shows its progress and what it has added. */
export function ImportPart({ job }: { job: ArchiveJob | null }) {
  const utils = trpc.useUtils();
  // The used space changes when an import ends. It is only a note: without it, the server still refuses what does not fit.
  const space = trpc.archive.space.useQuery(undefined, { staleTime: 0 });
  const picker = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxArchiveBytes) throw new FileTooLarge();
      await uploadFile('/api/account/import', file);
      await utils.archive.jobs.invalidate();
    },
  });
  return (
    <section aria-labelledby={headingId} className="grid justify-items-start gap-4">
      <div>
        <h3 id={headingId} className="text-[0.9375rem]">
          {texts.heading}
        </h3>
        <p className="mt-1 text-sm text-text-muted">{texts.intro}</p>
        {space.data && <p className="mt-1 text-sm text-text-muted">{texts.space(space.data)}</p>}
      </div>
      <div className="grid w-full gap-3 empty:absolute" role="status">
        {upload.isPending && <JobProgress text={texts.uploading} label={texts.progress} percent={null} />}
        {!upload.isPending && isRunning(job) && (
          <JobProgress
            text={job.status === 'waiting' ? texts.waiting : texts.running(job.progress)}
            label={texts.progress}
            percent={job.progress}
          />
        )}
        {upload.isError && (
          <Notice tone="danger">
            {upload.error instanceof FileTooLarge ? texts.tooLarge : errorText(upload.error, texts.notStarted)}
          </Notice>
        )}
        {upload.isIdle || upload.isSuccess ? <Outcome job={job} /> : null}
      </div>
      <input
        ref={picker}
        type="file"
        accept=".zip,application/zip"
        aria-label={texts.file}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Choosing the same file again is a change, too.
          target.value = '';
          if (file) upload.mutate(file);
        }}
      />
      <Button
        size="sm"
        variant="quiet"
        disabled={upload.isPending || isRunning(job)}
        onClick={() => picker.current?.click()}
      >
        {texts.choose}
      </Button>
    </section>
  );
}

function Outcome({ job }: { job: ArchiveJob | null }) {
  if (job?.status === 'failed') return <Notice tone="danger">{job.error}</Notice>;
  if (job?.status !== 'done' || !job.result) return null;
  return <p className="text-sm">{texts.done(job.result)}</p>;
}
