import { maxFilesOfMessage } from '@noek/contract/files/limits';
import type { File as SentFile } from '@noek/contract/files/schemas';
import { FileText, Image, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { TextButton } from '../../../../components/base/button.tsx';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { byteSize } from '../../../../components/byte-size.ts';
import { filesToSendTexts as texts } from '../../files-to-send/texts.ts';
import type { Upload } from '../../files-to-send/upload-queue.ts';
import { useUploads } from '../../files-to-send/uploads.ts';
import { isWaitingFile } from '../../files-to-send/waiting-file.ts';
import { PictureNotice } from '../../model-choice/picture-notice.tsx';
import { QuotesInBox } from '../../quote/quotes-in-box.tsx';
import { useDraftFiles, useOpenConversation } from '../../session/open-conversation.ts';
import { chatTexts } from '../../texts.ts';
import { useAdding } from './use-adding.ts';

/** The files of the draft, those that are being added, and what is offered or refused about them. */
export function FilesBox(props: Parameters<typeof useAdding>[0]) {
  const { id } = useOpenConversation();
  const { queue, toDrafts } = useUploads();
  const adding = useAdding(props);
  const isDragged = useDragged();
  const files = useDraftFiles();
  // A file that waits has its place among those of the draft.
  const here = adding.uploads.filter(
    ({ source }) => source instanceof File || !files.some((file) => file.id === source.id),
  );
  const remove = (file: SentFile) => toDrafts.remove(id, file);
  const hasPicture = files.some(({ width }) => width !== undefined);
  return (
    <>
      {isDragged && (
        <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-background/85">
          <p className="rounded-card border-2 border-accent border-dashed bg-surface-raised px-8 py-6 font-medium text-lg">
            {texts.drop}
          </p>
        </div>
      )}
      <QuotesInBox />
      {(files.length > 0 || here.length > 0) && (
        <ul aria-label={texts.list} className="flex max-h-44 scroll-area flex-wrap gap-2 px-3 pt-1 pb-1.5">
          {files.map((file) => {
            const upload = queue.of(file);
            if (upload) return <UploadRow key={file.id} upload={upload} onRemove={() => remove(file)} />;
            return (
              <Row key={file.id} name={file.name} picture={<Picture file={file} />} onRemove={() => remove(file)}>
                {isWaitingFile(file) ? texts.waiting : (file.problem ?? byteSize(file.size))}
              </Row>
            );
          })}
          {here.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onRemove={() => queue.cancel(upload.key)} />
          ))}
        </ul>
      )}
      <div className="px-4.5 text-sm empty:hidden" role="status">
        {adding.refusal && <p className="text-danger-ink">{adding.refusal}</p>}
        {adding.gone.length > 0 && <p className="text-danger-ink">{texts.gone(adding.gone.join(', '))}</p>}
        {files.length > maxFilesOfMessage && <p className="text-danger-ink">{texts.tooManyToSend}</p>}
        {adding.pasted !== null && (
          <p>
            {texts.longPaste} <TextButton onClick={adding.addPasted}>{texts.pasteAsFile}</TextButton>{' '}
            <TextButton onClick={adding.keepPasted}>{texts.keepAsText}</TextButton>
          </p>
        )}
        {hasPicture && <PictureNotice />}
      </div>
    </>
  );
}

function UploadRow({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const { key, progress, problem, isFinal } = upload;
  const { name, type } = upload.source;
  const { queue } = useUploads();
  const percent = Math.round(progress * 100);
  const text = problem ?? (percent < 100 ? texts.adding(percent) : texts.checking);
  return (
    <Row
      name={name}
      isFailed={problem !== null}
      picture={<Icon of={type.startsWith('image/') ? Image : FileText} />}
      onRemove={onRemove}
    >
      <span role={problem === null ? undefined : 'alert'}>{text}</span>
      {problem === null && (
        <progress
          className="mt-1 block h-1 w-full overflow-hidden rounded-full accent-accent"
          aria-label={name}
          value={progress}
          max={1}
        />
      )}
      {problem !== null && !isFinal && (
        <TextButton className="ms-1.5" onClick={() => queue.tryAgain(key)}>
          {chatTexts.tryAgain}
        </TextButton>
      )}
    </Row>
  );
}

function Row(props: {
  name: string;
  picture: ReactNode;
  isFailed?: boolean;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <li className="flex min-w-0 max-w-72 max-sm:w-full max-sm:max-w-none items-center gap-2.5 rounded-control border border-border-strong bg-surface py-1 ps-1.5">
      {props.picture}
      <div className="min-w-0 flex-1 leading-5">
        <p className="truncate text-sm" dir="auto" title={props.name}>
          {props.name}
        </p>
        <div className={props.isFailed ? 'text-danger-ink text-xs' : 'text-text-muted text-xs'}>{props.children}</div>
      </div>
      <IconButton label={texts.remove(props.name)} onClick={props.onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

const frame = 'size-10 flex-none rounded-control';

const Icon = ({ of: One }: { of: typeof FileText }) => (
  <span className={`${frame} grid place-items-center bg-surface-active`}>
    <One className="icon" aria-hidden />
  </span>
);

function Picture({ file }: { file: SentFile }) {
  const [isBroken, setBroken] = useState(false);
  if (file.width === undefined || isBroken) return <Icon of={file.type.startsWith('image/') ? Image : FileText} />;
  return (
    <img
      className={`${frame} object-cover`}
      src={`/api/files/${file.id}/preview`}
      alt=""
      onError={() => setBroken(true)}
    />
  );
}

/** Whether files are dragged over the page, outside of its parts that take files themselves. */
function useDragged(): boolean {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    // On the document: on the window, the message box prevents the default, as such a part does.
    const over = ({ dataTransfer, defaultPrevented }: DragEvent) =>
      setDragged(Boolean(dataTransfer?.types.includes('Files')) && !defaultPrevented);
    document.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setDragged(false), {
      signal,
    });
    window.addEventListener('drop', () => setDragged(false), { signal });
    return () => listeners.abort();
  }, []);
  return isDragged;
}
