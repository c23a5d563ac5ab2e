import type { Memory } from '@noek/contract/memory';
import { AlertDialog } from '../../components/alert-dialog.tsx';

/** Asks before several memories are deleted together. */
export function DeleteQuestion(props: {
  memories: readonly Memory[];
  onClose: () => void;
  onConfirm: (memories: readonly Memory[]) => void;
}) {
  const { memories } = props;
  return (
    <AlertDialog
      open={memories.length > 0}
      onOpenChange={(open) => !open && props.onClose()}
      title="Delete memories"
      question={`Are you sure you want to delete ${memories.length} memories? Noek will no longer remember them.`}
      confirm="Delete"
      destructive
      onConfirm={() => props.onConfirm(memories)}
    />
  );
}
