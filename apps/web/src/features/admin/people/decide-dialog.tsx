import type { PayerWithoutPlan } from '@noek/contract/admin/schemas';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { ReasonField } from '../reason-field.tsx';
import { adminTexts } from '../texts.ts';
import { SubscriptionChoice } from './subscription-choice.tsx';
import { useDecision } from './use-decision.ts';

const texts = adminTexts.payers;

/** Decides what happens to the subscription of a person who pays for SuperNoek without having it. */
export function DecideDialog({ payer, onClose }: { payer: PayerWithoutPlan; onClose: () => void }) {
  const { id, name } = payer.user;
  const [reason, setReason] = useState('');
  const subscription = useDecision(id, { asked: true, required: true, known: payer.payment });
  const utils = trpc.useUtils();
  const change = trpc.admin.changeUser.useMutation({
    onSuccess() {
      void utils.admin.payersWithoutPlan.invalidate();
      toast({ title: texts.done });
      onClose();
    },
    meta: { failed: texts.failed },
  });
  const { decision } = subscription;
  return (
    <Dialog title={texts.dialog(name)} description={payer.advice} busy={change.isPending} onClose={onClose}>
      <form
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (change.isPending || !subscription.check(reason) || !decision) return;
          change.mutate({ id, subscription: decision, reason: reason.trim() });
        }}
      >
        <FormRefusal text={change.isError ? errorText(change.error) : undefined} />
        <SubscriptionChoice
          payment={subscription.payment ?? payer.payment}
          value={decision}
          error={subscription.error}
          onChange={subscription.choose}
        />
        <ReasonField
          label={decision === 'keep' ? adminTexts.payment.reason : adminTexts.edit.reason}
          value={reason}
          onChange={setReason}
        />
        <FormButtons
          submit={change.isPending ? adminTexts.working : texts.confirm}
          disabled={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
