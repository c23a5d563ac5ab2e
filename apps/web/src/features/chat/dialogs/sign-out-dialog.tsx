import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { waitingChanges } from '../../session/waiting-changes/waiting-change.ts';
import { useSend } from '../session/sends.ts';
import { useSession } from '../session/session.ts';
import { dialogTexts } from './texts.ts';

/** Asks before a user with unsent messages or changes signs out, because signing out removes them from this device. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { all } = useSend();
  const { signOut } = useSession();
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={dialogTexts.signOut.title}
      question={dialogTexts.signOut.question(all.length, waitingChanges.get().length)}
      confirm={dialogTexts.signOut.confirm}
      cancel={dialogTexts.signOut.cancel}
      destructive
      onConfirm={signOut}
    />
  );
}
