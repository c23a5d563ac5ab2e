import type { PayerWithoutPlan } from '@noek/contract/admin/schemas';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { adminTexts } from '../texts.ts';
import { SubscriptionChoice } from './subscription-choice.tsx';
import { useDecision } from './use-decision.ts';

const texts = adminTexts.payers;

/** Decides what happens to the subscription of a person who pays for SuperNoek without having it. */
export function DecideDialog({ payer, onClose }: { payer: PayerWithoutPlan; onClose: () => void }) {
  const { id, name } = payer.user;
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
  const send = async (reason: string) => {
    if (subscription.check(reason) && decision) await change.mutateAsync({ id, subscription: decision, reason });
  };
  return (
    <Dialog title={texts.dialog(name)} description={payer.advice} busy={change.isPending} onClose={onClose}>
      <ReasonForm
        label={decision === 'keep' ? adminTexts.payment.reason : adminTexts.edit.reason}
        submit={texts.confirm}
        submitting={adminTexts.working}
        isOptional
        onSend={send}
        onCancel={onClose}
      >
        <SubscriptionChoice
          payment={subscription.payment ?? payer.payment}
          value={decision}
          error={subscription.error}
          onChange={subscription.choose}
        />
      </ReasonForm>
    </Dialog>
  );
}
