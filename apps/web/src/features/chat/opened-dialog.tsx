import type { ComponentType } from 'react';
import { codePart } from '../../components/base/code-part.ts';
import { ClearConversationDialog, DeleteConversationDialog } from './dialogs/deletion-dialogs.tsx';
import { GuestLimitDialog } from './dialogs/guest-limit-dialog.tsx';
import { RenameDialog } from './dialogs/rename-dialog.tsx';
import { ShortcutsDialog } from './dialogs/shortcuts-dialog.tsx';
import { SignOutDialog } from './dialogs/sign-out-dialog.tsx';
import { ExportDialog } from './export/export-dialog.tsx';
import type { ChatDialog, DialogOf } from './open/open-dialog.ts';
import { ColorDialog } from './projects/dialogs/color-dialog.tsx';
import { DeleteProjectDialog } from './projects/dialogs/delete-project-dialog.tsx';
import { MoveDialog } from './projects/dialogs/move-dialog.tsx';
import { ProjectForm } from './projects/dialogs/project-form.tsx';
import { ManageLinkDialog } from './sharing/manage-link-dialog.tsx';
import { TrashDialog } from './sidebar/trash/trash-dialog.tsx';

/** It shows messages, whose code the other dialogs do not need. */
const ShareDialog = codePart(() => import('./sharing/share-dialog.tsx')).lazy();

const ShareDocumentDialog = codePart(() => import('./sharing/documents/share-document-dialog.tsx')).lazy();

/** What a dialog gets: what `openDialog` was called with, and how it closes. */
type Dialogs = { [Kind in ChatDialog['kind']]: ComponentType<DialogOf<Kind> & { onClose: () => void }> };

const dialogs: Dialogs = {
  'guest-limit': GuestLimitDialog,
  'clear-conversation': ClearConversationDialog,
  'delete-conversation': DeleteConversationDialog,
  'sign-out': SignOutDialog,
  shortcuts: ShortcutsDialog,
  trash: TrashDialog,
  rename: RenameDialog,
  export: ExportDialog,
  share: (props) => <ShareDialog key={props.conversation.id} {...props} />,
  link: (props) => <ManageLinkDialog key={props.conversationId} {...props} />,
  'share-document': (props) => <ShareDocumentDialog key={props.document.id} {...props} />,
  move: MoveDialog,
  'create-project': ProjectForm,
  'rename-project': ProjectForm,
  'color-project': ColorDialog,
  'delete-project': DeleteProjectDialog,
};

/** The dialog that `openDialog` has opened. All of them load with the first, because each is small. */
export default function OpenedDialog({ dialog, onClose }: { dialog: ChatDialog; onClose: () => void }) {
  const Dialog = dialogs[dialog.kind] as ComponentType<ChatDialog & { onClose: () => void }>;
  return <Dialog {...dialog} onClose={onClose} />;
}
