import type { UsedFile } from '@noek/contract/files/schemas';
import { FileImage, FileText } from 'lucide-react';
import { useSharedIn, useShowFiles } from '../show-files.ts';
import { filesTexts, givenText } from '../texts.ts';
import { useIsGone } from '../use-file-now.ts';

/** What an answer was given of files. */
export function UsedFiles({ files }: { files: readonly UsedFile[] }) {
  const show = useShowFiles();
  const shown = files.map(({ fileId, name }) => ({ id: fileId, name }));
  return files.map((file, at) => (
    <UsedFileItem key={file.fileId} file={file} onOpen={show ? () => show(shown, at, file.pages?.[0]?.[0]) : null} />
  ));
}

function UsedFileItem({ file, onOpen }: { file: UsedFile; onOpen: (() => void) | null }) {
  const sharedIn = useSharedIn();
  const isGone = useIsGone(file.fileId, onOpen !== null && sharedIn === null);
  const Icon = file.isPicture ? FileImage : FileText;
  // What was given of a file may have a reason, too: only its beginning was read.
  const more = file.given === 'passages' ? file.reason : undefined;
  const name = <span className="wrap-anywhere line-clamp-2">{file.name}</span>;
  return (
    <li className="flex items-start gap-2.5 border-border border-b py-2 last:border-b-0">
      <Icon className="icon mt-0.5 flex-none text-text-muted" aria-hidden />
      <div className="min-w-0">
        {onOpen && !isGone ? (
          <button
            type="button"
            aria-haspopup="dialog"
            dir="auto"
            className="block rounded-chip text-start font-medium text-sm hover:underline hover:underline-offset-3"
            onClick={onOpen}
          >
            {name}
          </button>
        ) : (
          <p dir="auto" className="font-medium text-sm">
            {name}
          </p>
        )}
        <p className="text-sm text-text-muted tabular-nums">
          {givenText(file)}
          {isGone && ` · ${filesTexts.deleted}`}
        </p>
        {more && <p className="text-sm text-text-muted">{more}</p>}
      </div>
    </li>
  );
}
