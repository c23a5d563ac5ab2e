import type { Conversation } from '@noek/contract/chat';
import { clsx } from 'clsx';
import { Archive, ArchiveRestore, Ellipsis, type LucideIcon, Trash2 } from 'lucide-react';
import { Checkbox } from '../../../components/checkbox.tsx';
import { DropdownMenu, MenuItem } from '../../../components/dropdown-menu.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { ChatLink } from '../chat-navigation.tsx';
import { exactLabel, updatedLabel } from '../date-labels.ts';
import type { ConversationAction } from './action-texts.ts';

const actions: Record<ConversationAction, { label: string; icon: LucideIcon }> = {
  archive: { label: 'Archive', icon: Archive },
  unarchive: { label: 'Unarchive', icon: ArchiveRestore },
  delete: { label: 'Delete', icon: Trash2 },
};

/** One line of the list: title and date, icons on hover and focus, a menu on touch, a check box while selecting. */
export function ConversationRow(props: {
  conversation: Conversation;
  current: boolean;
  offers: readonly ConversationAction[];
  onAction: (action: ConversationAction) => void;
  onPick: () => void;
  /** Null: not selecting. */
  selected: boolean | null;
  onSelect: (selected: boolean) => void;
}) {
  const { conversation, current, offers, onAction, selected } = props;
  const title = conversation.title.trim() || 'Untitled Conversation';
  const date = (
    <span
      className={clsx(
        'whitespace-nowrap text-text-muted text-xs tabular-nums',
        selected === null && 'md:pointer-fine:group-focus-within:hidden md:pointer-fine:group-hover:hidden',
      )}
      title={exactLabel(conversation.updatedAt)}
    >
      {updatedLabel(conversation.updatedAt)}
    </span>
  );
  const line = 'flex h-10 min-w-0 flex-1 items-center gap-2 rounded-control px-2.5 text-[0.875rem] max-md:h-11';
  // While selecting, the mark of the open one would read as selected.
  const marked = selected ?? current;
  const frame = clsx(
    'group relative mb-px flex items-center rounded-control',
    marked ? 'bg-surface-active' : 'hover:bg-surface-hover',
    current && 'forced-colors:outline-2 forced-colors:outline-[Highlight] forced-colors:-outline-offset-2',
  );

  const box = `select-${conversation.id}`;
  if (selected !== null)
    return (
      <li className={frame}>
        <label className={clsx(line, 'cursor-pointer')} htmlFor={box}>
          <Checkbox id={box} checked={selected} onCheckedChange={(value) => props.onSelect(value === true)} />
          <span className="ml-1 min-w-0 flex-1 truncate">{title}</span>
          {date}
        </label>
      </li>
    );

  return (
    <li className={frame}>
      <ChatLink
        to={conversation.id}
        onClick={(event) => {
          if (!event.metaKey && !event.ctrlKey && !event.shiftKey) props.onPick();
        }}
        aria-current={current ? 'page' : undefined}
        className={clsx(
          line,
          'coarse:pr-1',
          offers.length > 1
            ? 'md:pointer-fine:group-focus-within:pr-19 md:pointer-fine:group-hover:pr-19'
            : 'md:pointer-fine:group-focus-within:pr-11 md:pointer-fine:group-hover:pr-11',
        )}
      >
        <span className={clsx('min-w-0 flex-1 truncate', current && 'font-medium')}>{title}</span>
        {date}
      </ChatLink>
      <span className="absolute right-1 flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 coarse:hidden">
        {offers.map((action) => {
          const { label, icon: Icon } = actions[action];
          return (
            <IconButton
              key={action}
              label={`${label} “${title}”`}
              hint={label}
              className="hover:bg-surface-active"
              onClick={() => onAction(action)}
            >
              <Icon aria-hidden />
            </IconButton>
          );
        })}
      </span>
      <span className="hidden coarse:block">
        <DropdownMenu
          trigger={
            <IconButton label={`Actions for “${title}”`} hint="Actions" size="lg" className="mr-0.5">
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          {offers.map((action) => {
            const { label, icon: Icon } = actions[action];
            return (
              <MenuItem key={action} destructive={action === 'delete'} onSelect={() => onAction(action)}>
                <Icon aria-hidden />
                {label}
              </MenuItem>
            );
          })}
        </DropdownMenu>
      </span>
    </li>
  );
}
