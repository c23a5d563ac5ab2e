import type { Conversation } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { ArchiveRestore, Trash2, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
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
import { deleteQuestion } from '../../actions/texts.ts';
import { ProjectDot } from '../../projects/project-dot.tsx';
import { projectTexts } from '../../projects/texts.ts';
import { chatTexts, titleOf } from '../../texts.ts';
import { ListEnd, LoadingRows } from '../list/list-states.tsx';
import { rowControl, VirtualList } from '../list/virtual-list.tsx';
import { trashLabel, trashTexts } from './texts.ts';
import { useTrash } from './use-trash.ts';

/** Deleted conversations and projects, for as long as they can be restored. */
export function TrashDialog({ onClose }: { onClose: () => void }) {
  const trash = useTrash();
  const { query, projects, restoreAll, restoringAll } = trash;
  const rows: TrashItem[] = [
    ...(projects.data ?? []).map((project) => ({ id: project.id, project })),
    ...trash.rows.map((conversation) => ({ id: conversation.id, conversation })),
  ];
  const [asking, setAsking] = useState<TrashItem | null>(null);
  const returnFocus = useReturnFocus();
  useBackToClose(true, onClose);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            {...returnFocus}
            {...escapeCloses(onClose)}
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
              {query.isPending || (projects.isPending && rows.length === 0) ? (
                <LoadingRows />
              ) : (query.isError || projects.isError) && rows.length === 0 ? (
                <Unreadable
                  className="m-2"
                  text={errorText(query.error ?? projects.error)}
                  onRetry={() => trash.retry()}
                />
              ) : rows.length === 0 && !query.hasNextPage ? (
                <CentredMessage title={trashTexts.empty} text={trashTexts.emptyHint} />
              ) : (
                <VirtualList
                  rows={rows}
                  label={trashTexts.list}
                  more={query.hasNextPage}
                  rowHeight={57}
                  {...(projects.data?.length && {
                    groupOf: (item: TrashItem) => ('project' in item ? trashTexts.projects : trashTexts.conversations),
                  })}
                  end={<ListEnd query={query} />}
                >
                  {(item, tabIndex) => (
                    <TrashRow
                      title={nameOf(item)}
                      deletedAt={('project' in item ? item.project : item.conversation).deletedAt ?? ''}
                      mark={'project' in item && <ProjectDot color={item.project.color} />}
                      tabIndex={tabIndex}
                      onRestore={() => {
                        void ('project' in item
                          ? trash.restoreProject(item.project)
                          : trash.restore(item.conversation));
                      }}
                      onDelete={() => setAsking(item)}
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
        question={
          asking && 'project' in asking
            ? projectTexts.trash.deleteForeverQuestion(asking.project.name)
            : deleteQuestion(1)
        }
        {...(asking && !('project' in asking) && { note: trashTexts.deleteNote(nameOf(asking)) })}
        confirm={trashTexts.deletePermanently}
        destructive
        onConfirm={() => {
          if (!asking) return;
          void ('project' in asking
            ? trash.deleteProjectForever(asking.project)
            : trash.deleteForever(asking.conversation));
        }}
      />
    </Radix.Root>
  );
}

type TrashItem = { id: string; project: Project } | { id: number; conversation: Conversation };

const nameOf = (item: TrashItem): string => ('project' in item ? item.project.name : titleOf(item.conversation));

function TrashRow(props: {
  title: string;
  deletedAt: string;
  /** Before the title. */
  mark: ReactNode;
  tabIndex: 0 | -1;
  onRestore: () => void;
  onDelete: () => void;
}) {
  const { title, deletedAt, mark, tabIndex } = props;
  return (
    <div className="mb-px flex min-h-14 items-center gap-2 rounded-control py-1.5 pr-1 pl-2 hover:bg-surface-hover">
      <div className="grid min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2 text-[0.875rem]">
          {mark}
          <span dir="auto" className="min-w-0 truncate">
            {title}
          </span>
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
