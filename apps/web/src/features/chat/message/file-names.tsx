import type { File as SentFile } from '@noek/contract/files/schemas';
import { FileText, Image } from 'lucide-react';

/** The names of the files of a message that is being sent. */
export function FileNames({ files }: { files: readonly SentFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="mb-1.5 flex max-w-[min(85%,36rem)] flex-wrap justify-end gap-1.5">
      {files.map(({ id, name, width }) => {
        const Icon = width === undefined ? FileText : Image;
        return (
          <li
            key={id}
            className="inline-flex min-w-0 items-center gap-1.5 rounded-full border border-border-strong px-2.5 py-1 text-sm"
          >
            <Icon className="icon flex-none" aria-hidden />
            <span className="truncate">{name}</span>
          </li>
        );
      })}
    </ul>
  );
}
