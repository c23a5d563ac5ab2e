import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { dialogTexts } from './texts.ts';

/** Asks before a user with unsent messages signs out, because signing out removes the messages from this device. */
export default function SignOutDialog(props: {
  waiting: number;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}) {
  return (
    <AlertDialog
      open
      onOpenChange={props.onOpenChange}
      title={dialogTexts.signOut.title}
      question={dialogTexts.signOut.question(props.waiting)}
      confirm={dialogTexts.signOut.confirm}
      cancel={dialogTexts.signOut.cancel}
      destructive
      onConfirm={props.onConfirm}
    />
  );
}
