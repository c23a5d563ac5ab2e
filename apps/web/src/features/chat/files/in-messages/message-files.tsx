import type { File } from '@noek/contract/files/schemas';
import { clsx } from 'clsx';
import { Suspense } from 'react';
import { codePart } from '../../../../components/base/code-part.ts';
import { filesTexts as texts } from '../texts.ts';

const FileItem = codePart(() => import('./file-item.tsx')).lazy();

/** The files that were sent with a message: pictures as previews, then the others as chips. */
export function MessageFiles(props: { files: readonly File[] }) {
  if (props.files.length === 0) return null;
  const isPicture = ({ width }: File) => width !== undefined;
  const files = [...props.files.filter(isPicture), ...props.files.filter((file) => !isPicture(file))];
  return (
    <ul
      aria-label={texts.ofMessage}
      className="mb-2 flex max-w-[min(85%,36rem)] flex-wrap items-end justify-end gap-2 max-md:max-w-[88%]"
    >
      {files.map((file, at) => (
        <li key={file.id} className={clsx('grid min-w-0 justify-items-end', isPicture(file) ? 'min-h-24' : 'min-h-14')}>
          <Suspense fallback={null}>
            <FileItem files={files} at={at} />
          </Suspense>
        </li>
      ))}
    </ul>
  );
}
