import type { Memory } from '@noek/contract/memory/schemas';
import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { memoryTexts } from '../texts.ts';

const texts = memoryTexts.deleteQuestion;

/** Asks for confirmation before several memories are deleted. */
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
      title={texts.title}
      question={texts.question(memories.length)}
      confirm={texts.confirm}
      destructive
      onConfirm={() => props.onConfirm(memories)}
    />
  );
}
