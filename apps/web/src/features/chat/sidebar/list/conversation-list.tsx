import type { Conversation, ConversationAction } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button } from '../../../../components/base/button.tsx';
import { AlertDialog } from '../../../../components/dialogs/alert-dialog.tsx';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { useForgetAlso } from '../../../memory/forget-also.tsx';
import { actOnConversations } from '../../actions/act-on-conversations.ts';
import type { Chosen } from '../../actions/change-conversations.ts';
import { useIsRemoving } from '../../actions/pending-removals.ts';
import { useTogglePin } from '../../actions/pin-conversation.ts';
import { deleteNote, deleteQuestion, deleteTitle } from '../../actions/texts.ts';
import { type ConversationPages, listedIn } from '../../cache/conversation-cache.ts';
import { listInput } from '../../cache/list-inputs.ts';
import { firstPages } from '../../cache/refreshed-lists.ts';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { groupLabel } from '../../message/day-labels.ts';
import { useToday } from '../../message/use-today.ts';
import { openDialog } from '../../open/open-dialog.ts';
import { moveConversations } from '../../projects/move-conversations.ts';
import { projectTexts } from '../../projects/texts.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useSession } from '../../session/session.ts';
import { useFollowProjects, useProjects } from '../../session/use-projects.ts';
import { openShare } from '../../sharing/share/open-share.ts';
import { useKeptFocus } from '../kept-focus.ts';
import { sidebarTexts } from '../texts.ts';
import { ConversationRow, type RowProps } from './conversation-row.tsx';
import { listRows } from './list-rows.ts';
import { ListEnd, LoadingRows } from './list-states.tsx';
import { useOpenProjects, useUnfoldedProject } from './open-projects.ts';
import { pinnedFirst } from './pinned-first.ts';
import { useProjectLists } from './project-lists.ts';
import { MoreRow, NewChatRow, ProjectRow } from './project-row.tsx';
import type { RowAction } from './row-actions.tsx';
import { useSelection } from './selection.ts';
import { BulkActions, type BulkOffer, CountBar, SelectionBar } from './selection-bars.tsx';
import { VirtualList } from './virtual-list.tsx';

type ListOf = {
  archived: boolean;
  label: string;
  /** What every row offers. */
  actions: RowProps['actions'];
  bulk: readonly BulkOffer[];
  empty: { title: string; text: string };
};
const lists: Record<'chats' | 'archived', ListOf> = {
  chats: {
    archived: false,
    label: sidebarTexts.list.chats,
    actions: { icons: ['share', 'archive'], menu: ['share', 'rename', 'pin', 'move', 'export', 'archive', 'delete'] },
    bulk: [
      { action: 'archive', label: sidebarTexts.row.archive },
      { action: 'move', label: projectTexts.move.menu },
    ],
    empty: { title: sidebarTexts.list.noChats, text: sidebarTexts.list.noChatsHint },
  },
  archived: {
    archived: true,
    label: sidebarTexts.list.archived,
    actions: { icons: ['unarchive', 'delete'], menu: ['share', 'rename', 'move', 'export', 'unarchive', 'delete'] },
    bulk: [
      { action: 'unarchive', label: sidebarTexts.row.unarchive },
      { action: 'delete', label: sidebarTexts.row.delete },
    ],
    empty: { title: sidebarTexts.list.noArchived, text: sidebarTexts.list.noArchivedHint },
  },
};
const none: Chosen = { rows: [] };
const noProjects: readonly never[] = [];
const countOf = ({ rows, unloaded = [] }: Chosen) => rows.length + unloaded.length;
const idsOf = ({ rows, unloaded = [] }: Chosen) => [...rows.map(({ id }) => id), ...unloaded];
/** Whether some of them are shared by link; those that are not loaded may be. */
const mayHaveLink = ({ rows, unloaded = [] }: Chosen) => unloaded.length > 0 || rows.some(({ shared }) => shared);
/** A list that was scrolled far down starts again with this many pages. */
const keptPages = 2;

/**
 * One tab of the sidebar: its conversations, newest first, loaded while scrolling, with a mode to select several. The chats are those that are
 * pinned, then the projects, then the others.
 */
export function ConversationList(props: {
  list: keyof typeof lists;
  onPick: () => void;
  /** Shown below the rows. */
  footer?: ReactNode;
}) {
  const { archived, label, actions, bulk, empty } = lists[props.list];
  const { conversationId, open } = useChatNavigation();
  const root = useKeptFocus();
  const utils = trpc.useUtils();
  const { cache } = useSession();
  const togglePin = useTogglePin(cache);
  const query = trpc.chat.conversations.useInfiniteQuery(listInput(archived), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const pinned = trpc.chat.pinned.useQuery(undefined, { enabled: !archived });
  const list: ConversationPages | undefined = query.data;
  const listed = listedIn(list);
  const projects = useProjects();
  useFollowProjects(archived ? undefined : projects.data);
  const openProjects = useOpenProjects();
  const { conversation } = useOpenConversation();
  useUnfoldedProject(archived ? null : (conversation?.projectId ?? null));
  const { lists: projectLists, see } = useProjectLists(archived ? noProjects : openProjects);
  const today = useToday();
  const shown = listRows({
    conversations: archived ? listed : pinnedFirst(pinned.data ?? [], listed),
    isPinnedFirst: !archived,
    projects: projects.data ?? noProjects,
    open: openProjects,
    lists: projectLists,
    groupOf: ({ updatedAt }) => groupLabel(updatedAt, today),
  });
  const rows = shown.flatMap((row) => (row.kind === 'chat' ? row.conversation : []));
  const isRemoving = useIsRemoving();
  const more = query.hasNextPage && !isRemoving;
  /** The device keeps the first rows of a list only. Whether there are more is not known before the server has answered. */
  const isKept = list?.kept === true;
  const maybeMore = (more || isKept) && !isRemoving;
  const { selection, begin, end } = useSelection({ archived, rows, more: maybeMore, isKept });
  const [deleting, setDeleting] = useState<Chosen>(none);
  const forgetAlso = useForgetAlso(idsOf(deleting));
  const [renaming, setRenaming] = useState<number | null>(null);
  useEffect(
    () => () => {
      cache.lists.change(listInput(archived), (list) => firstPages(list, keptPages));
    },
    [cache, archived],
  );

  const run = async (action: ConversationAction, chosen: Chosen) => {
    end();
    const current = idsOf(chosen).find((id) => id === conversationId);
    const worked = await actOnConversations({ utils, cache }, action, chosen, () => {
      if (action !== 'delete') return;
      void forgetAlso.bringBack();
      if (current !== undefined) open(current);
    });
    if (action === 'delete' && worked.length > 0) void forgetAlso.forget();
    if (action === 'delete' && current !== undefined && worked.includes(current)) open(null);
  };
  const ask = (action: BulkOffer['action'], chosen: Chosen, onMoved?: () => void) => {
    if (action === 'move') openDialog({ kind: 'move', moved: chosen, ...(onMoved && { onMoved }) });
    else if (action === 'delete') setDeleting(chosen);
    else void run(action, chosen);
  };
  const onRowAction = (action: RowAction, conversation: Conversation) => {
    if (action === 'share') openShare(conversation);
    else if (action === 'rename') setRenaming(conversation.id);
    else if (action === 'pin') togglePin(conversation);
    else if (action === 'move') openDialog({ kind: 'move', moved: { rows: [conversation] } });
    else if (action === 'export') openDialog({ kind: 'export', conversation });
    else ask(action, { rows: [conversation] });
  };
  const latest = useRef({ onAction: onRowAction, onPick: props.onPick });
  latest.current = { onAction: onRowAction, onPick: props.onPick };
  const onDrop = useCallback(
    (row: Conversation, project: Project) => void moveConversations({ utils, cache }, { rows: [row] }, project),
    [utils, cache],
  );
  /** Always the same functions: a row renders again only when it changes. */
  const rowHandlers = useMemo<Pick<RowProps, 'onAction' | 'onPick'>>(
    () => ({
      onAction: (action, conversation) => latest.current.onAction(action, conversation),
      onPick: () => latest.current.onPick(),
    }),
    [],
  );

  if (query.isPending) return <LoadingRows />;
  if (query.isError && rows.length === 0)
    return <Unreadable className="m-2" text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  const newProject = archived ? undefined : () => openDialog({ kind: 'create-project' });
  const isEmpty = shown.length === 0 && !more;
  const toDelete = countOf(deleting);
  return (
    <div ref={root} className="contents">
      {isEmpty ? (
        <div className="flex-1">
          <CentredMessage {...empty}>
            {newProject && (
              <Button size="sm" variant="quiet" onClick={newProject}>
                {projectTexts.newProject}
              </Button>
            )}
          </CentredMessage>
        </div>
      ) : (
        <>
          {selection ? (
            <SelectionBar selection={selection} total={maybeMore ? null : rows.length} onCancel={end} />
          ) : (
            <CountBar
              count={rows.length}
              more={more}
              onSelect={begin}
              {...(newProject && { onNewProject: newProject })}
            />
          )}
          <VirtualList
            rows={shown}
            label={label}
            more={more}
            start={conversationId}
            keep={renaming}
            groupOf={({ group }) => group}
            end={<ListEnd query={query} more={more} />}
          >
            {(row, tabIndex) => {
              if (row.kind === 'project')
                return (
                  <ProjectRow
                    project={row.project}
                    isOpen={row.isOpen}
                    tabIndex={tabIndex}
                    onPick={rowHandlers.onPick}
                    onDrop={onDrop}
                    onSeen={see}
                  />
                );
              if (row.kind === 'new-chat')
                return (
                  <NewChatRow project={row.project} list={row.list} tabIndex={tabIndex} onPick={rowHandlers.onPick} />
                );
              if (row.kind === 'more') return <MoreRow list={row.list} tabIndex={tabIndex} />;
              return (
                <ConversationRow
                  conversation={row.conversation}
                  project={row.project}
                  isNested={row.isNested}
                  tabIndex={tabIndex}
                  actions={actions}
                  {...rowHandlers}
                  selection={selection}
                  onRenamed={renaming === row.id ? () => setRenaming(null) : null}
                />
              );
            }}
          </VirtualList>
        </>
      )}
      {selection && !isEmpty ? (
        <BulkActions
          offers={bulk}
          disabled={countOf(selection) === 0 || selection.reading}
          onAction={(action) => ask(action, selection, end)}
        />
      ) : (
        props.footer
      )}
      <AlertDialog
        open={toDelete > 0}
        onOpenChange={(isOpen) => !isOpen && setDeleting(none)}
        title={deleteTitle(toDelete)}
        question={deleteQuestion(Math.max(1, toDelete))}
        note={deleteNote(Math.max(1, toDelete), mayHaveLink(deleting))}
        confirm={sidebarTexts.row.delete}
        destructive
        onConfirm={() => void run('delete', deleting)}
      >
        {forgetAlso.box}
      </AlertDialog>
    </div>
  );
}
