import type { ReactNode } from 'react';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { titleOf } from '../texts.ts';
import { dialogTexts } from './texts.ts';

/** Asks before a conversation is cleared, which deletes it. */
export default function ClearConversationDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string | undefined;
  onConfirm: () => void;
  children?: ReactNode;
}) {
  return (
    <AlertDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={dialogTexts.clear.title}
      question={dialogTexts.clear.question(titleOf({ title: props.title ?? '' }))}
      confirm={dialogTexts.clear.confirm}
      destructive
      onConfirm={props.onConfirm}
    >
      {props.children}
    </AlertDialog>
  );
}
