import type { Conversation } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { clsx } from 'clsx';
import { Link2, Link2Off } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { exactLabel, updatedLabel } from '../../../../components/dates/date-labels.ts';
import { Checkbox } from '../../../../components/fields/checkbox.tsx';
import { ChatLink, useChatNavigation } from '../../chat-navigation.tsx';
import { ProjectDot } from '../../projects/project-dot.tsx';
import { projectTexts } from '../../projects/texts.ts';
import { TitleField } from '../../rename/title-field.tsx';
import { useRename } from '../../rename/use-rename.ts';
import { useActivity } from '../../streaming/activity.ts';
import { startDrag } from './dragged-row.ts';
import { type RowAction, RowActions } from './row-actions.tsx';
import type { Selection } from './selection.ts';
import { usePrefetch } from './use-prefetch.ts';
import { rowControl } from './virtual-list.tsx';
import './conversation-row.css';
import { titleOf } from '../../texts.ts';
import { sidebarTexts } from '../texts.ts';

export type RowProps = {
  conversation: Conversation;
  /** The project to name in the row. */
  project?: Project | undefined;
  /** It is below its project. */
  isNested?: boolean;
  tabIndex: 0 | -1;
  /** The actions that every row of the list offers. */
  actions: { icons: readonly RowAction[]; menu: readonly RowAction[] };
  onAction: (action: RowAction, conversation: Conversation) => void;
  onPick: () => void;
  /** Null outside select mode. */
  selection: Selection | null;
  /** Closes the field of this row's title; null while it is not open. */
  onRenamed: (() => void) | null;
};

const line = 'flex h-10 min-w-0 flex-1 items-center gap-2 rounded-control px-2.5 text-[0.875rem] max-md:h-11';

/** One row of the list: title and date, icons on hover and focus, a menu, and a check box in select mode. */
export const ConversationRow = memo(function ConversationRow(props: RowProps) {
  const { conversation, project, selection, onRenamed } = props;
  const current = useIsOpen(conversation);
  const selected = selection?.ids.has(conversation.id) ?? null;
  // In select mode, the mark of the open conversation would look like a selection.
  const marked = selected ?? current;
  return (
    <div
      className={clsx(
        'conversation-row group relative mb-px flex items-center rounded-control',
        props.isNested && 'ml-4.5',
        marked ? 'bg-surface-active' : 'hover:bg-surface-hover',
        current && 'forced-colors:outline-2 forced-colors:outline-[Highlight] forced-colors:-outline-offset-2',
      )}
    >
      {onRenamed ? (
        <RenamedLine conversation={conversation} onRenamed={onRenamed} />
      ) : selection ? (
        <SelectLine conversation={conversation} project={project} selection={selection} tabIndex={props.tabIndex} />
      ) : (
        <LinkLine {...props} />
      )}
    </div>
  );
});

const useIsOpen = ({ id }: Conversation): boolean => useChatNavigation().conversationId === id;

type Titled = { conversation: Conversation; project: Project | undefined };

function TitleAndDate({ conversation, project, current }: Titled & { current: boolean }) {
  const exact = exactLabel(conversation.updatedAt);
  return (
    <>
      {project && <ProjectDot color={project.color} className="size-2" />}
      {/* The icons of a hovered row replace its date. The browser's own tooltip does not cover them. */}
      <span dir="auto" className={clsx('min-w-0 flex-1 truncate', current && 'font-medium')} title={exact}>
        {titleOf(conversation)}
      </span>
      {project && <span className="sr-only">{projectTexts.row.inProject(project.name)}</span>}
      {!current && <ActivityMark conversationId={conversation.id} />}
      {conversation.shared && (
        <span className="flex-none text-text-muted" title={sidebarTexts.row.sharedHint}>
          <Link2 aria-hidden className="size-3" />
          <span className="sr-only">{sidebarTexts.row.shared}</span>
        </span>
      )}
      {conversation.shareTakenDownAt && (
        <span className="flex-none text-danger-ink" title={sidebarTexts.row.takenDown}>
          <Link2Off aria-hidden className="size-3" />
          <span className="sr-only">{sidebarTexts.row.takenDown}</span>
        </span>
      )}
      <time
        dateTime={conversation.updatedAt}
        className="row-date select-none whitespace-nowrap text-text-muted text-xs tabular-nums"
        {...tooltip(exact)}
      >
        {updatedLabel(conversation.updatedAt)}
      </time>
    </>
  );
}

/** Shows that an answer is running in a conversation, or has ended since the person was last there. */
function ActivityMark({ conversationId }: { conversationId: number }) {
  const now = useActivity(conversationId);
  if (!now) return null;
  const isRunning = now === 'running';
  return (
    <span className="flex-none" title={sidebarTexts.row[now]}>
      <span
        aria-hidden
        className={clsx(
          'block size-2 rounded-full forced-colors:border',
          isRunning ? 'border-2 border-accent motion-safe:animate-pulse' : 'bg-accent',
        )}
      />
      <span className="sr-only">{sidebarTexts.row[now]}</span>
    </span>
  );
}

function SelectLine(props: Titled & { selection: Selection; tabIndex: 0 | -1 }) {
  const { conversation, project, selection, tabIndex } = props;
  const box = `select-${conversation.id}`;
  return (
    <label className={clsx(line, 'cursor-pointer')} htmlFor={box}>
      <Checkbox
        id={box}
        tabIndex={tabIndex}
        checked={selection.ids.has(conversation.id)}
        onCheckedChange={(value) => selection.set(conversation.id, value === true)}
        className="mr-1"
        {...rowControl}
      />
      <TitleAndDate conversation={conversation} project={project} current={false} />
    </label>
  );
}

function LinkLine(props: RowProps) {
  const { conversation, tabIndex } = props;
  const { icons, menu } = props.actions;
  const current = useIsOpen(conversation);
  const onAction = (action: RowAction) => props.onAction(action, conversation);
  return (
    <>
      <ChatLink
        to={conversation.id}
        tabIndex={tabIndex}
        onClick={(event) => {
          if (!event.metaKey && !event.ctrlKey && !event.shiftKey) props.onPick();
        }}
        onDragStart={(event) => startDrag(event, conversation)}
        onDoubleClick={() => onAction('rename')}
        onKeyDown={(event) => {
          if (event.key === 'F2') onAction('rename');
          else if (event.key === 'Delete') onAction('delete');
        }}
        aria-keyshortcuts="F2 Delete"
        aria-current={current ? 'page' : undefined}
        className={clsx(line, 'row-link', icons.length > 1 ? 'row-link-3' : 'row-link-2')}
        {...rowControl}
        {...usePrefetch(conversation.id)}
      >
        <TitleAndDate conversation={conversation} project={props.project} current={current} />
      </ChatLink>
      <RowActions
        conversation={conversation}
        title={titleOf(conversation)}
        icons={icons}
        menu={menu}
        tabIndex={tabIndex}
        onAction={onAction}
      />
    </>
  );
}

function RenamedLine({ conversation, onRenamed }: { conversation: Conversation; onRenamed: () => void }) {
  const rename = useRename();
  const closedByKeyboard = useRef(false);
  const row = useRef<HTMLDivElement>(null);
  // When the field closes, the link of the row is back and takes over the focus.
  useEffect(() => {
    const item = row.current?.closest('li');
    return () => {
      if (closedByKeyboard.current) item?.querySelector<HTMLElement>('[data-row-control]')?.focus();
    };
  }, []);
  return (
    <div ref={row} className="min-w-0 flex-1 px-0.5 py-1">
      <TitleField
        title={conversation.title}
        onSave={(title) => rename(conversation.id, title)}
        onClose={(byKeyboard) => {
          closedByKeyboard.current = byKeyboard;
          onRenamed();
        }}
      />
    </div>
  );
}
