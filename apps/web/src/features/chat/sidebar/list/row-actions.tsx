import type { Conversation, ConversationAction } from '@noek/contract/chat/schemas';
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  FolderInput,
  Link2,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  Share,
  Trash2,
} from 'lucide-react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../../components/dialogs/dropdown-menu.tsx';
import { pinLabels } from '../../actions/texts.ts';
import { exportTexts } from '../../export/texts.ts';
import { openDialog } from '../../open/open-dialog.ts';
import { projectTexts } from '../../projects/texts.ts';
import { linkState } from '../../sharing/share/share-link.ts';
import { shareTexts } from '../../sharing/share/texts.ts';
import { chatTexts } from '../../texts.ts';
import { sidebarTexts } from '../texts.ts';

export type RowAction = Exclude<ConversationAction, 'restore'> | 'share' | 'rename' | 'pin' | 'move' | 'export';

type Shown = { label: string; icon: LucideIcon };
const actions: Record<RowAction, Shown> = {
  share: { label: chatTexts.share, icon: Share },
  rename: { label: chatTexts.rename, icon: Pencil },
  pin: { label: pinLabels.pin, icon: Pin },
  move: { label: projectTexts.move.menu, icon: FolderInput },
  export: { label: exportTexts.menu, icon: Download },
  archive: { label: sidebarTexts.row.archive, icon: Archive },
  unarchive: { label: sidebarTexts.row.unarchive, icon: ArchiveRestore },
  delete: { label: sidebarTexts.row.delete, icon: Trash2 },
};

const unpin: Shown = { label: pinLabels.unpin, icon: PinOff };
const shownFor = (action: RowAction, { pinned }: Conversation): Shown =>
  action === 'pin' && pinned ? unpin : actions[action];

/** The actions of a row: with a fine pointer, icons on hover and focus; on every device, a menu with all of them. */
export function RowActions(props: {
  conversation: Conversation;
  title: string;
  icons: readonly RowAction[];
  menu: readonly RowAction[];
  tabIndex: 0 | -1;
  onAction: (action: RowAction) => void;
}) {
  const { conversation, title, tabIndex, onAction } = props;
  const link = linkState(conversation, new Date());
  return (
    <span className="row-actions absolute right-1 flex coarse:static coarse:mr-0.5">
      {props.icons.map((action) => {
        const { label, icon: Icon } = actions[action];
        return (
          <IconButton
            key={action}
            label={sidebarTexts.row.actionFor(label, title)}
            hint={label}
            tabIndex={tabIndex}
            className="size-7! hover:bg-surface-active coarse:hidden"
            onClick={() => onAction(action)}
          >
            <Icon aria-hidden />
          </IconButton>
        );
      })}
      <DropdownMenu
        trigger={
          <IconButton
            label={sidebarTexts.row.actionsFor(title)}
            hint={chatTexts.more}
            tabIndex={tabIndex}
            className="size-7! hover:bg-surface-active coarse:size-10!"
          >
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {props.menu.map((action) => {
          const { label, icon: Icon } = shownFor(action, conversation);
          return (
            <span key={action} className="contents">
              {action === 'delete' && <MenuSeparator />}
              {(action !== 'share' || link === 'none' || link === 'expired') && (
                <MenuItem destructive={action === 'delete'} onSelect={() => onAction(action)}>
                  <Icon aria-hidden />
                  {label}
                </MenuItem>
              )}
              {action === 'share' && link !== 'none' && (
                <MenuItem onSelect={() => openDialog({ kind: 'link', conversationId: conversation.id })}>
                  <Link2 aria-hidden />
                  {shareTexts.manageMenu}
                </MenuItem>
              )}
            </span>
          );
        })}
      </DropdownMenu>
    </span>
  );
}
