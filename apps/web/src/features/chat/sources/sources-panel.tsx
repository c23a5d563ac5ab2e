import type { Source } from '@noek/contract/chat/answers';
import { clsx } from 'clsx';
import { BookMarked, ExternalLink, FileText, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { useBackToClose } from '../../../components/dialogs/back-to-close.ts';
import { useReturnFocus } from '../../../components/dialogs/return-focus.ts';
import { useMedia } from '../../../components/page/use-media.ts';
import { useShowFiles } from '../files/show-files.ts';
import { safeLink } from '../markdown/safe-link.ts';
import { sourcesTexts } from './texts.ts';
import './sources-panel.css';

/**
 * Lists the sources of an answer, each with its passage. On a wide page it is beside the conversation, which can still be used; on a
 * narrower one it is a drawer at the side, and on a phone one from below.
 */
export default function SourcesPanel(props: {
  sources: readonly Source[];
  /** The number of the source to begin with; 0: the first. */
  first: number;
  /** Counts how often a source was chosen. Each time, the focus moves to it. */
  opened: number;
  /** The place beside the conversation. */
  beside: HTMLElement | null;
  onClose: () => void;
}) {
  const { sources, first, opened, beside, onClose } = props;
  const isBeside = useMedia('(min-width: 64rem)');
  const returnFocus = useReturnFocus();
  const list = useRef<HTMLOListElement>(null);
  /** Puts the focus on the source that was asked for, which also brings it into view. */
  const focusSource = () => {
    const item = list.current?.querySelector<HTMLElement>(`[data-source="${first}"]`);
    (item?.querySelector<HTMLElement>('a, button') ?? item)?.focus();
    return item !== null && item !== undefined;
  };
  const isNew = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per choice; the panel itself opens with the focus
  useEffect(() => {
    if (isNew.current) isNew.current = false;
    else focusSource();
  }, [opened]);
  useBackToClose(!isBeside, onClose);
  return (
    <Radix.Root key={String(isBeside)} open modal={!isBeside} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal container={isBeside ? beside : undefined}>
        {!isBeside && (
          <Radix.Overlay className="fixed inset-0 z-(--z-dialog) bg-scrim data-[state=open]:animate-fade-in" />
        )}
        <Radix.Content
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            if (focusSource()) event.preventDefault();
          }}
          onCloseAutoFocus={returnFocus.onCloseAutoFocus}
          data-beside={isBeside || undefined}
          onInteractOutside={(event) => isBeside && event.preventDefault()}
          className="sources-panel flex flex-col border-border outline-none max-lg:fixed max-lg:z-(--z-dialog) max-lg:bg-surface-raised max-lg:shadow-dialog max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[85dvh] max-md:rounded-t-[1rem] max-md:border-t md:w-104 md:border-l md:max-lg:inset-y-0 md:max-lg:right-0 lg:w-[clamp(19rem,27vw,26rem)] lg:flex-none"
        >
          <div className="flex flex-none items-center justify-between pt-3 pr-2.5 pb-1 pl-5">
            <Radix.Title className="text-lg">{sourcesTexts.title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={sourcesTexts.close}>
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          <Radix.Description className="flex-none px-5 pb-3 text-sm text-text-muted">
            {sourcesTexts.description}
          </Radix.Description>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
          <ol ref={list} tabIndex={0} className="scroll-area min-h-0 flex-1 space-y-1 overflow-y-auto px-2.5 pb-5">
            {sources.map((source) => (
              <SourceItem key={source.number} source={source} isChosen={source.number === first} />
            ))}
          </ol>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function SourceItem({ source, isChosen }: { source: Source; isChosen: boolean }) {
  const { number, url, title, site, quote, kind, revision, fileId, page } = source;
  const target = safeLink(url);
  const showFiles = useShowFiles();
  const openFile = fileId !== undefined && showFiles ? () => showFiles([{ id: fileId, name: title }], 0, page) : null;
  return (
    <li
      data-source={number}
      // Without a link in it, it takes the focus itself.
      tabIndex={target || openFile ? undefined : -1}
      className={clsx(
        'grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 rounded-card px-2.5 py-3 focus-visible:bg-surface-hover has-focus-visible:bg-surface-hover',
        isChosen && 'bg-surface-hover',
      )}
    >
      <span className="text-right font-medium text-sm text-text-muted tabular-nums leading-6">{number}</span>
      <div className="min-w-0">
        {target ? (
          <a className="font-medium hover:underline" href={target} target="_blank" rel="noopener noreferrer">
            <span className="wrap-anywhere">{title}</span>
            <ExternalLink className="ml-1.5 inline size-3.5 align-[-0.1em] text-text-muted" aria-hidden />
            <span className="sr-only">{sourcesTexts.opensNew}</span>
          </a>
        ) : openFile ? (
          <button
            type="button"
            aria-haspopup="dialog"
            className="text-start font-medium wrap-anywhere hover:underline"
            onClick={openFile}
          >
            {title}
          </button>
        ) : (
          <span className="font-medium wrap-anywhere">{title}</span>
        )}
        <p className="truncate text-sm text-text-muted">
          {kind === 'knowledge' && <BookMarked className="icon mr-1.5 inline align-[-0.2em]" aria-hidden />}
          {kind === 'file' && <FileText className="icon mr-1.5 inline align-[-0.2em]" aria-hidden />}
          {revision === undefined ? site : sourcesTexts.revision(site, revision)}
        </p>
        {quote && (
          <blockquote
            dir="auto"
            className="mt-2 border-border-strong border-l-2 pl-3 text-sm text-text-muted wrap-anywhere"
          >
            {quote}
          </blockquote>
        )}
      </div>
    </li>
  );
}
