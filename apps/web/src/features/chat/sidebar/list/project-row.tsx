import type { Project } from '@noek/contract/projects/schemas';
import { clsx } from 'clsx';
import { ArrowUpRight, ChevronRight, Ellipsis, FolderOpen, SquarePen } from 'lucide-react';
import { type DragEvent, memo, useEffect, useState } from 'react';
import { TextButton } from '../../../../components/base/button.tsx';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { DropdownMenu, MenuItem } from '../../../../components/dialogs/dropdown-menu.tsx';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { openDialog } from '../../open/open-dialog.ts';
import { ProjectDot } from '../../projects/project-dot.tsx';
import { ProjectMenuItems } from '../../projects/project-menu-items.tsx';
import { projectTexts } from '../../projects/texts.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { chatTexts } from '../../texts.ts';
import { droppedRow, isRowDragged } from './dragged-row.ts';
import { setProjectOpen } from './open-projects.ts';
import type { ProjectList } from './project-lists.ts';
import { rowControl } from './virtual-list.tsx';
import './conversation-row.css';

const texts = projectTexts.row;

const line = 'flex h-10 min-w-0 flex-1 items-center gap-2 rounded-control px-2.5 text-left text-[0.875rem] max-md:h-11';

type Dropped = NonNullable<ReturnType<typeof droppedRow>>;

/** A project in the list: it unfolds its chats, has a menu, and takes rows that are dropped on it. */
export const ProjectRow = memo(function ProjectRow(props: {
  project: Project;
  isOpen: boolean;
  tabIndex: 0 | -1;
  onPick: () => void;
  onDrop: (conversation: Dropped, project: Project) => void;
  /** It is unfolded and in view. */
  onSeen: (projectId: string) => void;
}) {
  const { project, isOpen, tabIndex, onPick, onDrop, onSeen } = props;
  const { id, name, color } = project;
  const { conversationId, projectId, openProject } = useChatNavigation();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOpen) onSeen(id);
  }, [isOpen, id, onSeen]);
  const { conversation } = useOpenConversation();
  // The open chat is marked in its own row, or here while that row is folded away.
  const isCurrent = conversationId === null ? projectId === id : !isOpen && conversation?.projectId === id;
  const openPage = () => {
    onPick();
    openProject(id);
  };
  const drag = {
    onDragOver(event: DragEvent) {
      if (!isRowDragged(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(true);
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!isRowDragged(event)) return;
      event.preventDefault();
      setOver(false);
      const row = droppedRow(event);
      if (row) onDrop(row, project);
    },
  };
  return (
    <div
      className={clsx(
        'conversation-row group relative mb-px flex items-center rounded-control',
        isCurrent ? 'bg-surface-active' : 'hover:bg-surface-hover',
        isOver && 'outline-2 outline-accent -outline-offset-2',
      )}
      {...drag}
    >
      <button
        type="button"
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        aria-keyshortcuts="ArrowRight ArrowLeft F2 Delete"
        className={clsx(line, 'row-link row-link-2')}
        onClick={() => setProjectOpen(id, !isOpen)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight' && !isOpen) setProjectOpen(id, true);
          else if (event.key === 'ArrowLeft' && isOpen) setProjectOpen(id, false);
          else if (event.key === 'F2') openDialog({ kind: 'rename-project', project });
          else if (event.key === 'Delete') openDialog({ kind: 'delete-project', project });
        }}
        {...rowControl}
      >
        <ChevronRight
          aria-hidden
          className={clsx('-ml-1 size-3.5 flex-none text-text-muted transition-transform', isOpen && 'rotate-90')}
        />
        <ProjectDot color={color} />
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {name}
        </span>
      </button>
      <span className="row-actions absolute right-1 flex coarse:static coarse:mr-0.5">
        <IconButton
          label={`${projectTexts.open} “${name}”`}
          hint={projectTexts.open}
          tabIndex={tabIndex}
          className="size-7! hover:bg-surface-active coarse:hidden"
          onClick={openPage}
        >
          <ArrowUpRight aria-hidden />
        </IconButton>
        <DropdownMenu
          trigger={
            <IconButton
              label={texts.actionsFor(name)}
              hint={chatTexts.more}
              tabIndex={tabIndex}
              className="size-7! hover:bg-surface-active coarse:size-10!"
            >
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem onSelect={openPage}>
            <FolderOpen aria-hidden />
            {projectTexts.open}
          </MenuItem>
          <ProjectMenuItems project={project} />
        </DropdownMenu>
      </span>
    </div>
  );
});

/** The first row of an unfolded project. Its chats are still loading below it, or could not be read. */
export function NewChatRow(props: {
  project: Project;
  list: ProjectList | undefined;
  tabIndex: 0 | -1;
  onPick: () => void;
}) {
  const { project, list, tabIndex, onPick } = props;
  const { newChatIn } = useOpenConversation();
  const isFailed = list?.isError === true && !list.data;
  return (
    <div className="mb-px ml-4.5">
      <button
        type="button"
        tabIndex={tabIndex}
        className={clsx(line, 'w-full text-text-muted hover:bg-surface-hover hover:text-text')}
        onClick={() => {
          onPick();
          newChatIn(project.id);
        }}
        {...rowControl}
      >
        <SquarePen aria-hidden className="icon size-3.5!" />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {texts.newChatIn(project.name)}
        </span>
      </button>
      {isFailed && (
        <p className="px-2.5 pb-1.5 text-text-muted text-xs">
          {texts.failed} <TextButton onClick={list.retry}>{chatTexts.tryAgain}</TextButton>
        </p>
      )}
      {!list?.data && !isFailed && (
        <div role="status" aria-label={texts.loading(project.name)} className="flex h-10 items-center px-2.5">
          <Skeleton className="h-3.5 w-3/5" />
        </div>
      )}
    </div>
  );
}

/** The last row of an unfolded project with more chats. */
export function MoreRow({ list, tabIndex }: { list: ProjectList; tabIndex: 0 | -1 }) {
  return (
    <div className="mb-px ml-4.5">
      <button
        type="button"
        tabIndex={tabIndex}
        aria-busy={list.isFetchingNextPage || undefined}
        className={clsx(line, 'w-full text-sm text-text-muted hover:bg-surface-hover hover:text-text')}
        onClick={list.fetchNextPage}
        {...rowControl}
      >
        {list.isFetchingNextPage ? texts.loadingMore : texts.more}
      </button>
    </div>
  );
}
