import { reasonOr } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button } from '../../../../components/base/button.tsx';
import { importTexts } from '../texts.ts';

const texts = importTexts.imports;

/** Cancels an import that waits or runs. */
export function CancelImport({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const cancel = trpc.archive.cancelImport.useMutation({
    onSettled: () => utils.archive.imports.invalidate(),
    meta: { failed: reasonOr(texts.cancelFailed) },
  });
  return (
    <Button size="sm" variant="quiet" disabled={cancel.isPending} onClick={() => cancel.mutate({ id })}>
      {cancel.isPending ? texts.cancelling : texts.cancel}
    </Button>
  );
}
