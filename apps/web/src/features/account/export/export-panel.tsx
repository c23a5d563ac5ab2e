import { errorText } from '../../../api/base/error-text.ts';
import { TextButton } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { ExportPart } from './export-part.tsx';
import { ImportPart } from './import-part.tsx';
import { exportTexts } from './texts.ts';
import { useArchiveJobs } from './use-archive-jobs.ts';

/** The content of the section "Export" of the account page: everything as one archive, and the way back. */
export function ExportPanel() {
  const jobs = useArchiveJobs();
  if (jobs.isPending) return <p className="text-sm text-text-muted">{exportTexts.loading}</p>;
  if (!jobs.data)
    return (
      <Notice tone="warning">
        <p>{errorText(jobs.error, exportTexts.failed)}</p>
        <TextButton className="-ml-1" onClick={() => void jobs.refetch()}>
          {exportTexts.tryAgain}
        </TextButton>
      </Notice>
    );
  return (
    <div className="grid gap-8">
      <ExportPart job={jobs.data.export} />
      <ImportPart job={jobs.data.import} />
    </div>
  );
}
