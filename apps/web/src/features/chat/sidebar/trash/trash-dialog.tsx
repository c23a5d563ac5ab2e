import type { Conversation } from '@noek/contract/chat/schemas';
import { ArchiveRestore, Trash2, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { TextButton } from '../../../../components/base/button.tsx';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { DialogToastPlace } from '../../../../components/base/toasts/toast-place.tsx';
import { exactLabel } from '../../../../components/dates/date-labels.ts';
import { AlertDialog } from '../../../../components/dialogs/alert-dialog.tsx';
import { useBackToClose } from '../../../../components/dialogs/back-to-close.ts';
import { overlayClass, panelClass } from '../../../../components/dialogs/dialog-classes.ts';
import { escapeCloses } from '../../../../components/dialogs/escape-closes.ts';
import { useReturnFocus } from '../../../../components/dialogs/return-focus.ts';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { chatTexts, titleOf } from '../../texts.ts';
import { ListEnd, LoadingRows } from '../list/list-states.tsx';
import { rowControl, VirtualList } from '../list/virtual-list.tsx';
import { trashLabel, trashTexts } from './texts.ts';
import { useTrash } from './use-trash.ts';

/** Deleted conversations, for as long as they can be restored. */
export default function TrashDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { query, rows, restore, restoreAll, restoringAll, deleteForever } = useTrash();
  const [asking, setAsking] = useState<Conversation | null>(null);
  const returnFocus = useReturnFocus();
  useBackToClose(props.open, () => props.onOpenChange(false));
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            {...returnFocus}
            onKeyDown={escapeCloses(() => props.onOpenChange(false))}
            className={`${panelClass} flex max-h-[min(36rem,calc(100dvh-2.5rem))] min-h-72 max-w-136! flex-col px-0! pt-6! pb-0! outline-none`}
          >
            <div className="flex-none border-border border-b px-6 pb-4">
              <Radix.Title className="text-lg">{trashTexts.title}</Radix.Title>
              <div className="mt-1 flex min-h-(--size-control-sm) flex-wrap items-center justify-between gap-x-4">
                <Radix.Description className="text-sm text-text-muted">{trashTexts.lead}</Radix.Description>
                {rows.length > 1 && (
                  <TextButton
                    className="-mx-1 coarse:min-h-10"
                    disabled={restoringAll}
                    onClick={() => void restoreAll()}
                  >
                    {trashTexts.restoreAll}
                  </TextButton>
                )}
              </div>
            </div>
            <Radix.Close asChild>
              <IconButton size="lg" label={chatTexts.close} className="absolute top-4 right-4">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
            <div className="flex min-h-0 flex-1 flex-col px-2 py-2">
              {query.isPending ? (
                <LoadingRows />
              ) : query.isError && rows.length === 0 ? (
                <Unreadable className="m-2" text={errorText(query.error)} onRetry={() => void query.refetch()} />
              ) : rows.length === 0 && !query.hasNextPage ? (
                <CentredMessage title={trashTexts.empty} text={trashTexts.emptyHint} />
              ) : (
                <VirtualList
                  rows={rows}
                  label={trashTexts.list}
                  more={query.hasNextPage}
                  rowHeight={57}
                  end={<ListEnd query={query} />}
                >
                  {(conversation, tabIndex) => (
                    <TrashRow
                      conversation={conversation}
                      tabIndex={tabIndex}
                      onRestore={() => restore(conversation)}
                      onDelete={() => setAsking(conversation)}
                    />
                  )}
                </VirtualList>
              )}
            </div>
            <DialogToastPlace className="px-4" />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
      <AlertDialog
        open={asking !== null}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title={trashTexts.deletePermanently}
        question={trashTexts.deleteQuestion(asking ? titleOf(asking) : '')}
        confirm={trashTexts.deletePermanently}
        destructive
        onConfirm={() => asking && deleteForever(asking)}
      />
    </Radix.Root>
  );
}

function TrashRow(props: {
  conversation: Conversation;
  tabIndex: 0 | -1;
  onRestore: () => void;
  onDelete: () => void;
}) {
  const { conversation, tabIndex } = props;
  const title = titleOf(conversation);
  const deletedAt = conversation.deletedAt ?? '';
  return (
    <div className="mb-px flex min-h-14 items-center gap-2 rounded-control py-1.5 pr-1 pl-2 hover:bg-surface-hover">
      <div className="grid min-w-0 flex-1">
        <span dir="auto" className="truncate text-[0.875rem]">
          {title}
        </span>
        <span className="text-text-muted text-xs tabular-nums" title={exactLabel(deletedAt)}>
          {trashLabel(deletedAt, new Date())}
        </span>
      </div>
      <TextButton
        className="flex min-h-10 items-center gap-1.5 px-2"
        aria-label={trashTexts.restoreOne(title)}
        tabIndex={tabIndex}
        onClick={props.onRestore}
        {...rowControl}
      >
        <ArchiveRestore aria-hidden className="icon" />
        <span className="max-sm:hidden">{trashTexts.restore}</span>
      </TextButton>
      <IconButton
        size="lg"
        label={trashTexts.deleteOne(title)}
        hint={trashTexts.deletePermanently}
        tabIndex={tabIndex}
        onClick={props.onDelete}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}
