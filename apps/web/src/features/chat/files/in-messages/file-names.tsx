import { FileText, Image } from 'lucide-react';
import { filesTexts } from '../texts.ts';

export type FileName = { name: string; type: string; deleted?: true | undefined };

/** The names of the files of a message that is being sent, or was shared. */
export function FileNames({ files }: { files: readonly FileName[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="mb-1.5 flex max-w-[min(85%,36rem)] flex-wrap justify-end gap-1.5">
      {files.map(({ name, type, deleted }, at) => {
        const Icon = type.startsWith('image/') ? Image : FileText;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and none moves
            key={at}
            className="inline-flex min-w-0 items-center gap-1.5 rounded-full border border-border-strong px-2.5 py-1 text-sm"
          >
            <Icon className="icon flex-none" aria-hidden />
            <span className="truncate">{name}</span>
            {deleted && <span className="flex-none text-text-muted text-xs">{filesTexts.deleted}</span>}
          </li>
        );
      })}
    </ul>
  );
}
