import TrashDialog from '../sidebar/trash/trash-dialog.tsx';
import ClearConversationDialog from './clear-conversation-dialog.tsx';
import GuestLimitDialog from './guest-limit-dialog.tsx';
import type { ChatDialog } from './open-dialog.ts';
import ShortcutsDialog from './shortcuts-dialog.tsx';
import SignOutDialog from './sign-out-dialog.tsx';

/** The dialog that `openDialog` has opened. */
export default function OpenedDialog(props: {
  dialog: ChatDialog;
  /** How many messages a guest has. */
  guestLimit: number;
  onOpenChange: (open: boolean) => void;
  onSignOut: () => void;
}) {
  const { dialog, onOpenChange } = props;
  switch (dialog) {
    case 'guest-limit':
      return <GuestLimitDialog open onOpenChange={onOpenChange} limit={props.guestLimit} />;
    case 'clear-conversation':
      return <ClearConversationDialog onOpenChange={onOpenChange} />;
    case 'sign-out':
      return <SignOutDialog onOpenChange={onOpenChange} onConfirm={props.onSignOut} />;
    case 'shortcuts':
      return <ShortcutsDialog onOpenChange={onOpenChange} />;
    case 'trash':
      return <TrashDialog open onOpenChange={onOpenChange} />;
  }
}
