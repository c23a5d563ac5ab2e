import type { PersonFactors } from '@noek/contract/admin/security';
import { isBlank } from '@noek/contract/text/characters';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { ReasonField } from '../reason-field.tsx';
import { adminTexts } from '../texts.ts';
import { securityTexts } from './texts.ts';

const texts = securityTexts.removal;

/** Asks before the authenticator app of a person is removed, and for the reason. */
export function RemoveFactorDialog({ person, onClose }: { person: PersonFactors; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const utils = trpc.useUtils();
  const remove = trpc.admin.resetSecondFactor.useMutation({
    onSuccess() {
      void utils.admin.factors.invalidate();
      toast({ title: texts.done });
      onClose();
    },
    meta: { failed: texts.failed },
  });
  const isMissing = isBlank(reason);
  return (
    <Dialog title={texts.title(person.name)} description={texts.question} busy={remove.isPending} onClose={onClose}>
      <form
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isMissing && !remove.isPending) remove.mutate({ id: person.id, reason: reason.trim() });
        }}
      >
        <FormRefusal text={remove.isError ? errorText(remove.error) : undefined} />
        <ReasonField label={texts.reason} help={texts.reasonHelp} value={reason} onChange={setReason} />
        <FormButtons
          submit={remove.isPending ? adminTexts.working : texts.confirm}
          disabled={isMissing || remove.isPending}
          destructive
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
