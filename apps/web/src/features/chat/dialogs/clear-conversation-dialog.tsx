import { AlertDialog } from '../../../components/alert-dialog.tsx';

/** Asks before a conversation is cleared away, which deletes it. */
export default function ClearConversationDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string | undefined;
  onConfirm: () => void;
}) {
  return (
    <AlertDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title="Clear conversation"
      question={
        <>
          Are you sure you want to clear this conversation? “{props.title || 'Untitled Conversation'}” and its messages
          are deleted.
        </>
      }
      confirm="Clear"
      destructive
      onConfirm={props.onConfirm}
    />
  );
}
