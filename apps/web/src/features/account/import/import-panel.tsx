import { clsx } from 'clsx';
import { FolderOpen } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
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

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Takes the files of an export: chosen with a button, or dropped here. */
function FilePicker({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const take = useEffectEvent((files: FileList | null | undefined) => {
    if (files && files.length > 0) onFiles([...files]);
  });
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragged(true);
    };
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && place.current?.contains(event.relatedTarget))) setDragged(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragged(false);
      take(event.dataTransfer?.files);
    };
    place.current?.addEventListener('dragover', over, { signal });
    place.current?.addEventListener('dragleave', leave, { signal });
    place.current?.addEventListener('drop', drop, { signal });
    return () => listeners.abort();
  }, []);
  return (
    <div
      ref={place}
      className={clsx(
        'grid justify-items-center gap-3 rounded-card border border-dashed px-5 py-6 text-center',
        isDragged ? 'border-accent bg-accent-soft' : 'border-border-strong',
      )}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept=".zip,.json,application/zip,application/json"
        aria-label={importTexts.files}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Choosing the same files again is a change, too.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <p className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1 text-sm">
        <Button size="sm" variant="quiet" onClick={() => input.current?.click()}>
          <FolderOpen className="icon" aria-hidden />
          {importTexts.chooseFiles}
        </Button>
        <span className="text-text-muted coarse:hidden">{importTexts.orDrop}</span>
      </p>
      <p className="text-balance text-sm text-text-muted">{importTexts.filesHint}</p>
    </div>
  );
}
