import { useEffect } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { FilePicker } from './file-picker.tsx';
import { ImportList } from './list/import-list.tsx';
import { useImports } from './list/use-imports.ts';
import { forgetRunOfOthers, readFiles, useImportRun } from './run/import-run.ts';
import { RunStatus } from './run/run-status.tsx';
import { importTexts } from './texts.ts';
import { WhereToExport } from './where-to-export.tsx';

/** The content of the section "Import" of the account page: takes exports, and shows the imports of the person. */
export function ImportPanel({ userId }: { userId: string }) {
  const run = useImportRun();
  const imports = useImports();
  // It is only a note: without it, the server still refuses what does not fit.
  const space = trpc.archive.space.useQuery(undefined, { staleTime: 0 });
  useEffect(() => forgetRunOfOthers(userId), [userId]);
  const isFree = run.step === 'none' || run.step === 'refused';
  return (
    <div className="grid gap-5">
      <div className="grid gap-1 text-sm text-text-muted">
        <p>{importTexts.intro}</p>
        {space.data && <p>{importTexts.space(space.data)}</p>}
      </div>
      {isFree && <FilePicker onFiles={(files) => readFiles(userId, files)} />}
      <RunStatus run={run} space={space.data ?? null} />
      {isFree && !(run.step === 'refused' && run.problem === 'not-recognized') && (
        <details className="group text-sm">
          <summary className="w-fit cursor-pointer rounded-chip py-1.5 text-text-muted hover:text-text">
            {importTexts.howTo}
          </summary>
          <WhereToExport />
        </details>
      )}
      <ImportList query={imports} />
    </div>
  );
}
