import type { Import } from '@noek/contract/archive/imports';
import { Undo2 } from 'lucide-react';
import { reasonOr } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { ConfirmButton } from '../../../../components/dialogs/confirm-button.tsx';
import { addedText, importTexts } from '../texts.ts';
import { isUnderWay, useChangedLists } from './use-imports.ts';

const texts = importTexts.imports;

/** Whether an import has added anything that can be removed. */
export const canUndo = (given: Import): boolean =>
  !isUnderWay(given) && given.undone === null && addedText(given) !== '';

/** Removes what an import has added, after a question. */
export function UndoImport({ given }: { given: Import }) {
  const utils = trpc.useUtils();
  const readAgain = useChangedLists();
  const undo = trpc.archive.undoImport.useMutation({
    onSuccess() {
      toast({ title: texts.undoneToast });
      readAgain();
    },
    meta: { failed: reasonOr(texts.undoFailed) },
    onSettled: () => utils.archive.imports.invalidate(),
  });
  return (
    <ConfirmButton
      size="sm"
      variant="quiet"
      disabled={undo.isPending}
      question={{ ...texts.question, question: texts.question.question(addedText(given)) }}
      destructive
      onConfirm={() => undo.mutate({ id: given.id })}
    >
      <Undo2 className="icon" aria-hidden />
      {undo.isPending ? texts.undoing : texts.undo}
    </ConfirmButton>
  );
}
