import { errorText } from '../../../api/base/error-text.ts';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { LoadingItems } from '../section-states.tsx';
import { ExportPart } from './export-part.tsx';
import { ImportPart } from './import-part.tsx';
import { exportTexts } from './texts.ts';
import { useArchiveJobs } from './use-archive-jobs.ts';

/** The content of the section "Export" of the account page: exports everything as one archive, and imports an archive. */
export function ExportPanel() {
  const jobs = useArchiveJobs();
  if (jobs.isPending) return <LoadingItems label={exportTexts.loading} lines={2} />;
  if (!jobs.data)
    return <Unreadable text={errorText(jobs.error, exportTexts.failed)} onRetry={() => void jobs.refetch()} />;
  return (
    <div className="grid gap-8">
      <ExportPart job={jobs.data.export} />
      <ImportPart job={jobs.data.import} />
    </div>
  );
}
