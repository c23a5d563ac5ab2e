import type { File } from '@noek/contract/files/schemas';
import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { byteSize } from '../../../../components/byte-size.ts';
import { FileIcon } from '../file-icon.tsx';
import { isBeingRead, previewAddress } from '../file-kind.ts';
import { useSharedIn, useShowFiles } from '../show-files.ts';
import { readingText, filesTexts as texts } from '../texts.ts';
import { useFileNow } from '../use-file-now.ts';

/** One of the files of a message. A press opens it in the viewer. */
export default function FileItem({ files, at }: { files: readonly File[]; at: number }) {
  const sent = files[at] as File;
  const show = useShowFiles();
  const sharedIn = useSharedIn();
  const [isBroken, setBroken] = useState(false);
  const { file, isGone } = useFileNow(sent, { isOwn: show !== null && sharedIn === null, isDoubted: isBroken });
  const isPicture = file.width !== undefined && show !== null && !isBroken && !isGone;
  const open = (className: string, children: ReactNode) =>
    show && !isGone ? (
      <button type="button" aria-haspopup="dialog" className={className} onClick={() => show(files, at)}>
        {children}
      </button>
    ) : (
      <span className={className}>{children}</span>
    );
  if (isPicture)
    return open(
      'block overflow-clip rounded-card border border-border hover:border-border-strong',
      <img
        src={previewAddress(sharedIn, file.id)}
        alt={file.name}
        width={file.width}
        height={file.height}
        loading="lazy"
        decoding="async"
        className={clsx(
          'block w-auto object-cover',
          files.length === 1 ? 'h-auto max-h-72 max-w-full' : 'size-36 max-sm:size-28',
        )}
        onError={() => setBroken(true)}
      />,
    );
  return (
    <>
      {open(
        clsx(
          'flex min-h-14 max-w-72 items-center gap-3 rounded-card border border-border bg-surface-raised px-3 py-2 text-start',
          show && !isGone && 'hover:border-border-strong hover:bg-surface-hover',
        ),
        <>
          <FileIcon file={file} className="size-5 flex-none text-accent-ink" />
          <span className="min-w-0">
            <span dir="auto" className="block truncate font-medium text-sm">
              {file.name}
            </span>
            <span className="block text-text-muted text-xs tabular-nums">
              {byteSize(file.size)}
              {isGone && ` · ${texts.deleted}`}
              {!isGone && isBeingRead(file) && ` · ${readingText(file)}`}
            </span>
          </span>
        </>,
      )}
      {!isGone && file.state === 'failed' && (
        <p className="mt-1 flex max-w-72 items-start gap-1.5 text-danger-ink text-xs">
          <CircleAlert className="mt-0.5 size-3.5 flex-none" aria-hidden />
          <span className="min-w-0">{file.problem ?? texts.failed}</span>
        </p>
      )}
    </>
  );
}
