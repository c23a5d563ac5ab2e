import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button } from '../../../../components/base/button.tsx';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { importTexts } from '../texts.ts';

const texts = importTexts.imports;

/** Cancels an import that waits or runs. */
export function CancelImport({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const cancel = trpc.archive.cancelImport.useMutation({
    onSettled: () => utils.archive.imports.invalidate(),
    onError: (error) => toast({ title: errorText(error, texts.cancelFailed), variant: 'destructive' }),
  });
  return (
    <Button size="sm" variant="quiet" disabled={cancel.isPending} onClick={() => cancel.mutate({ id })}>
      {cancel.isPending ? texts.cancelling : texts.cancel}
    </Button>
  );
}
