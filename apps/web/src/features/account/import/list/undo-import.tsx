import type { Import } from '@noek/contract/archive/imports';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button } from '../../../../components/base/button.tsx';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { AlertDialog } from '../../../../components/dialogs/alert-dialog.tsx';
import { addedText, importTexts } from '../texts.ts';
import { isUnderWay, useChangedLists } from './use-imports.ts';

const texts = importTexts.imports;

/** Whether an import has added anything that can be removed. */
export const canUndo = (given: Import): boolean =>
  !isUnderWay(given) && given.undone === null && addedText(given) !== '';

/** Removes what an import has added, after a question. */
export function UndoImport({ given }: { given: Import }) {
  const [asking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const readAgain = useChangedLists();
  const undo = trpc.archive.undoImport.useMutation({
    onSuccess() {
      toast({ title: texts.undoneToast });
      readAgain();
    },
    onError: (error) => toast({ title: errorText(error, texts.undoFailed), variant: 'destructive' }),
    onSettled: () => utils.archive.imports.invalidate(),
  });
  return (
    <>
      <Button size="sm" variant="quiet" disabled={undo.isPending} onClick={() => setAsking(true)}>
        <Undo2 className="icon" aria-hidden />
        {undo.isPending ? texts.undoing : texts.undo}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.question.title}
        question={texts.question.question(addedText(given))}
        note={texts.question.note}
        confirm={texts.question.confirm}
        destructive
        onConfirm={() => undo.mutate({ id: given.id })}
      />
    </>
  );
}
