import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { waitingChanges } from '../../session/waiting-changes/waiting-change.ts';
import { useSend } from '../session/sends.ts';
import { dialogTexts } from './texts.ts';

/** Asks before a user with unsent messages or changes signs out, because signing out removes them from this device. */
export default function SignOutDialog(props: { onOpenChange: (open: boolean) => void; onConfirm: () => void }) {
  const { all } = useSend();
  return (
    <AlertDialog
      open
      onOpenChange={props.onOpenChange}
      title={dialogTexts.signOut.title}
      question={dialogTexts.signOut.question(all.length, waitingChanges.get().length)}
      confirm={dialogTexts.signOut.confirm}
      cancel={dialogTexts.signOut.cancel}
      destructive
      onConfirm={props.onConfirm}
    />
  );
}
