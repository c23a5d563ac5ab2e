import type { Conversation } from '@noek/contract/chat/schemas';
import {
  Archive,
  ArchiveRestore,
  BrushCleaning,
  Download,
  FolderInput,
  PanelRight,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import { MenuItem } from '../../../../components/dialogs/dropdown-menu.tsx';
import { useTogglePin } from '../../actions/pin-conversation.ts';
import { pinLabels } from '../../actions/texts.ts';
import { allDocuments, useChatNavigation } from '../../chat-navigation.tsx';
import { documentTexts } from '../../documents/texts.ts';
import { exportTexts } from '../../export/texts.ts';
import { openDialog } from '../../open/open-dialog.ts';
import { projectTexts } from '../../projects/texts.ts';
import { useSession } from '../../session/session.ts';
import { ShareMenuItems } from '../../sharing/share/share-button.tsx';
import { sidebarTexts } from '../../sidebar/texts.ts';
import { chatTexts } from '../../texts.ts';

/** What its owner can do with the open conversation besides deleting it, as items of a menu. */
export function ConversationItems({ conversation, onRename }: { conversation: Conversation; onRename: () => void }) {
  const { cache, act } = useSession();
  const togglePin = useTogglePin(cache);
  const { archived, pinned } = conversation;
  const { openDocument } = useChatNavigation();
  return (
    <>
      <ShareMenuItems conversation={conversation} />
      <MenuItem onSelect={onRename}>
        <Pencil aria-hidden />
        {chatTexts.rename}
      </MenuItem>
      {!archived && (
        <MenuItem onSelect={() => togglePin(conversation)}>
          {pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          {pinned ? pinLabels.unpin : pinLabels.pin}
        </MenuItem>
      )}
      <MenuItem onSelect={() => openDialog({ kind: 'move', moved: { rows: [conversation] } })}>
        <FolderInput aria-hidden />
        {projectTexts.move.menu}
      </MenuItem>
      <MenuItem onSelect={() => openDocument({ id: allDocuments })}>
        <PanelRight aria-hidden />
        {documentTexts.documents}
      </MenuItem>
      <MenuItem onSelect={() => openDialog({ kind: 'export', conversation })}>
        <Download aria-hidden />
        {exportTexts.menu}
      </MenuItem>
      <MenuItem onSelect={() => void act(archived ? 'unarchive' : 'archive', [conversation])}>
        {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        {archived ? sidebarTexts.row.unarchive : sidebarTexts.row.archive}
      </MenuItem>
    </>
  );
}

/** Deletes the open conversation, after a question. */
export const DeleteItem = ({ conversation }: { conversation: Conversation }) => (
  <MenuItem destructive onSelect={() => openDialog({ kind: 'delete-conversation', conversation })}>
    <Trash2 aria-hidden />
    {sidebarTexts.row.delete}
  </MenuItem>
);

/** Clears the open conversation, after a question. Only this is offered to guests. */
export const ClearItem = () => (
  <MenuItem destructive onSelect={() => openDialog({ kind: 'clear-conversation' })}>
    <BrushCleaning aria-hidden />
    {chatTexts.clearConversation}
  </MenuItem>
);
