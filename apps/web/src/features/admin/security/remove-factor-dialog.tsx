import type { PersonFactors } from '@noek/contract/admin/security';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { adminTexts } from '../texts.ts';
import { securityTexts } from './texts.ts';

const texts = securityTexts.removal;

/** Asks before the authenticator app of a person is removed, and for the reason. */
export function RemoveFactorDialog({ person, onClose }: { person: PersonFactors; onClose: () => void }) {
  const utils = trpc.useUtils();
  const remove = trpc.admin.resetSecondFactor.useMutation({
    onSuccess() {
      void utils.admin.factors.invalidate();
      toast({ title: texts.done });
      onClose();
    },
    meta: { failed: texts.failed },
  });
  return (
    <Dialog title={texts.title(person.name)} description={texts.question} busy={remove.isPending} onClose={onClose}>
      <ReasonForm
        label={texts.reason}
        help={texts.reasonHelp}
        submit={texts.confirm}
        submitting={adminTexts.working}
        destructive
        onSend={(reason) => remove.mutateAsync({ id: person.id, reason })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
