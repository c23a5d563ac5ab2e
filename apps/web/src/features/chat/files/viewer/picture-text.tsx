import type { File } from '@noek/contract/files/schemas';
import { ScanText } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { usePublicConfig } from '../../../../api/base/public-config.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button } from '../../../../components/base/button.tsx';
import { CopyButton } from '../../message/copy-button.tsx';
import { filesTexts } from '../texts.ts';

const texts = filesTexts.viewer;

/** Below one of the person's pictures: a button that has its text read, how far that is, and then the text. */
export function PictureText({ file }: { file: File }) {
  const { readsPictures } = usePublicConfig();
  const utils = trpc.useUtils();
  const [isHidden, setHidden] = useState(false);
  const isRead = file.pagesRead === undefined && file.characters !== undefined;
  const { data } = trpc.files.pages.useQuery(
    { fileId: file.id, from: 1 },
    { enabled: isRead && file.characters !== 0, staleTime: Number.POSITIVE_INFINITY },
  );
  const read = trpc.files.readText.useMutation({
    onSuccess: (now) => utils.files.file.setData({ fileId: file.id }, now),
  });
  if (!readsPictures || isHidden) return null;
  const text = data?.pages[0]?.text;
  if (isRead && text !== undefined)
    return (
      <section
        aria-label={texts.textOf(file.name)}
        className="flex max-h-[40%] flex-none flex-col border-border border-t bg-surface-raised"
      >
        <div className="flex items-center justify-between gap-2 px-4 py-1.5">
          <h3 className="font-medium text-sm">{texts.readFromPicture}</h3>
          <div className="flex items-center">
            <CopyButton text={text} label={texts.copyText} />
            <Button size="sm" variant="ghost" onClick={() => setHidden(true)}>
              {texts.hideText}
            </Button>
          </div>
        </div>
        <p
          dir="auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
          tabIndex={0}
          className="scroll-area min-h-0 overflow-y-auto whitespace-pre-wrap wrap-anywhere px-4 pb-4 text-sm leading-relaxed"
        >
          {text}
        </p>
        {file.problem && <p className="px-4 pb-3 text-sm text-text-muted">{file.problem}</p>}
      </section>
    );
  return (
    <div className="flex flex-none flex-wrap items-center justify-center gap-3 border-border border-t px-4 py-1.5 text-sm">
      {file.pagesRead !== undefined || read.isPending ? (
        <p role="status" className="py-2 text-text-muted">
          {texts.readingText}
        </p>
      ) : isRead ? (
        <p role="status" className="py-2 text-text-muted">
          {file.problem ?? texts.noTextInPicture}
        </p>
      ) : (
        <>
          {read.error && (
            <p role="alert" className="text-danger-ink">
              {errorText(read.error)}
            </p>
          )}
          <Button size="sm" variant="ghost" onClick={() => read.mutate({ fileId: file.id })}>
            <ScanText className="icon" aria-hidden />
            {texts.readText}
          </Button>
        </>
      )}
    </div>
  );
}
