import { Download, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type KeyboardEvent, useState } from 'react';
import { errorCode, errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { byteSize } from '../../../../components/byte-size.ts';
import { useBackToClose } from '../../../../components/dialogs/back-to-close.ts';
import { escapeCloses } from '../../../../components/dialogs/escape-closes.ts';
import { useReturnFocus } from '../../../../components/dialogs/return-focus.ts';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { contentAddress, isBeingRead, isIncluded, kindOf, type SharedIn, unitOf } from '../file-kind.ts';
import type { ShownFile } from '../show-files.ts';
import { filesTexts } from '../texts.ts';
import { FileContent } from './file-content.tsx';
import { Loading, Message } from './viewer-states.tsx';
import { ViewerToolbar } from './viewer-toolbar.tsx';

const texts = filesTexts.viewer;
const askEveryMs = 1_500;
const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6] as const;

/** Shows files one by one over the whole page. Arrows turn pages or go to the next file, + and − zoom. */
export default function FileViewer(props: {
  files: readonly ShownFile[];
  /** The file to begin with, and its page. */
  at: number;
  page: number | undefined;
  sharedIn: SharedIn;
  onClose: () => void;
}) {
  const { files, sharedIn, onClose } = props;
  const [at, setAt] = useState(props.at);
  const [page, setPage] = useState(props.page ?? 1);
  const [zoom, setZoom] = useState(1);
  /** How many pages a PDF was found to have. */
  const [found, setFound] = useState<number | null>(null);
  const returnFocus = useReturnFocus();
  useBackToClose(true, onClose);
  const shown = files[at] as ShownFile;
  const { file, error, isGone, refetch } = useShownFile(shown.id, sharedIn);
  const kind = file ? kindOf(file) : null;
  const unit = kind && unitOf(kind);
  const pages = unit ? (found ?? file?.pages ?? 1) : 1;
  const canZoom = kind === 'picture' || kind === 'pdf';

  const showFile = (next: number) => {
    if (!files[next]) return;
    setAt(next);
    setPage(1);
    setZoom(1);
    setFound(null);
  };
  const turn = (by: number) => setPage(Math.min(Math.max(1, page + by), pages));
  const step = (by: number) => (unit && pages > 1 ? turn(by) : showFile(at + by));
  const changeZoom = (by: number) => {
    const next = zooms[zooms.indexOf(zoom as 1) + by];
    if (next !== undefined) setZoom(next);
  };
  const act = (key: string): boolean => {
    // A picture that is larger than the screen is moved with the arrows.
    const isMoved = zoom > 1 && kind === 'picture';
    if (key === 'ArrowLeft' && !isMoved) step(-1);
    else if (key === 'ArrowRight' && !isMoved) step(1);
    else if (key === 'PageUp' && unit) turn(-1);
    else if (key === 'PageDown' && unit) turn(1);
    else if (key === 'Home' && unit) turn(-pages);
    else if (key === 'End' && unit) turn(pages);
    else if ((key === '+' || key === '=') && canZoom) changeZoom(1);
    else if (key === '-' && canZoom) changeZoom(-1);
    else if (key === '0' && canZoom) setZoom(1);
    else return false;
    return true;
  };
  const closing = escapeCloses(onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    const isOurs = !event.altKey && !event.ctrlKey && !event.metaKey && !event.defaultPrevented;
    if (isOurs && act(event.key)) event.preventDefault();
    else closing.onKeyDown(event);
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-dialog) bg-scrim data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...returnFocus}
          {...closing}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-(--z-dialog) flex flex-col overflow-clip border-border bg-background outline-none md:inset-5 md:rounded-[1rem] md:border md:shadow-dialog"
        >
          <header className="flex flex-none items-center gap-2 border-border border-b py-2 pr-2.5 pl-4">
            <div className="min-w-0 flex-1">
              <Radix.Title dir="auto" className="truncate font-medium text-base">
                {file?.name ?? shown.name}
              </Radix.Title>
              <Radix.Description className="truncate text-text-muted text-xs tabular-nums">
                {[
                  file && byteSize(file.size),
                  file?.width && `${file.width} × ${file.height}`,
                  files.length > 1 && texts.fileOf(at + 1, files.length),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Radix.Description>
            </div>
            {file && (
              <a
                href={contentAddress(sharedIn, file.id)}
                download={file.name}
                className="inline-flex min-h-10 items-center gap-2 rounded-control px-3 font-medium text-sm text-text-muted hover:bg-surface-hover hover:text-text"
              >
                <Download className="size-4.5 flex-none" aria-hidden />
                <span className="max-sm:sr-only">{texts.download}</span>
              </a>
            )}
            <Radix.Close asChild>
              <IconButton label={texts.close} size="lg">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col bg-surface">
            {file ? (
              <FileContent
                key={file.id}
                {...{ file, sharedIn, page, zoom }}
                onZoom={setZoom}
                onPages={setFound}
                onStep={(by) => (kind === 'picture' ? showFile(at + by) : step(by))}
              />
            ) : isGone ? (
              <Message>{texts.gone}</Message>
            ) : error ? (
              <div className="m-auto p-6">
                <Unreadable text={errorText(error)} onRetry={() => void refetch()} />
              </div>
            ) : (
              <Loading />
            )}
          </div>
          <ViewerToolbar
            file={{ at, count: files.length, show: showFile }}
            page={unit && pages > 1 ? { unit, at: page, count: pages, turn } : null}
            zoom={
              canZoom
                ? { now: zoom, change: changeZoom, isLeast: zoom === zooms[0], isMost: zoom === zooms.at(-1) }
                : null
            }
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What is known about a file: the person's own, or one that a shared conversation includes. */
function useShownFile(fileId: string, sharedIn: SharedIn) {
  const own = trpc.files.file.useQuery(
    { fileId },
    {
      enabled: sharedIn === null,
      staleTime: 60_000,
      refetchInterval: ({ state }) => (state.data && isBeingRead(state.data) ? askEveryMs : false),
    },
  );
  // The page of the conversation has read it.
  const shared = trpc.chat.shared.useQuery(
    { conversationId: sharedIn ?? 0, unlessOwn: true },
    {
      enabled: sharedIn !== null,
      refetchOnMount: false,
      select: ({ messages }) =>
        messages
          .flatMap(({ files }) => files)
          .filter(isIncluded)
          .find(({ id }) => id === fileId) ?? null,
    },
  );
  if (sharedIn !== null)
    return { file: shared.data, error: shared.error, isGone: shared.data === null, refetch: shared.refetch };
  return { file: own.data, error: own.error, isGone: errorCode(own.error) === 'NOT_FOUND', refetch: own.refetch };
}
