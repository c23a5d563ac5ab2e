import { AlertDialog } from '../../../components/alert-dialog.tsx';

/** Asks before somebody signs out whose messages still wait to be sent: nothing of them stays on the device. */
export default function SignOutDialog(props: {
  waiting: number;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}) {
  return (
    <AlertDialog
      open
      onOpenChange={props.onOpenChange}
      title="Sign out"
      question={
        props.waiting === 1
          ? 'A message of yours has not been sent yet. If you sign out now, it is lost.'
          : `${props.waiting} messages of yours have not been sent yet. If you sign out now, they are lost.`
      }
      confirm="Sign out"
      cancel="Stay signed in"
      destructive
      onConfirm={props.onConfirm}
    />
  );
}
