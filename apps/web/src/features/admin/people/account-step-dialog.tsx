import type { AdminUser } from '@noek/contract/admin/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { adminTexts } from '../texts.ts';
import { SubscriptionChoice } from './subscription-choice.tsx';
import { useDecision } from './use-decision.ts';
import { peopleKey } from './use-people.ts';

/** Asks before an account is suspended, a suspension is lifted, or all sessions end, and for the reason. */
export function AccountStepDialog(props: {
  step: 'suspend' | 'lift' | 'endSessions';
  user: AdminUser;
  onClose: () => void;
}) {
  const { step, user, onClose } = props;
  const texts = adminTexts[step];
  const utils = trpc.useUtils();
  const { client } = utils;
  const subscription = useDecision(user.id, { asked: step === 'suspend', required: step === 'suspend' });
  const { decision } = subscription;
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: async (reason: string) => {
      const given = { id: user.id, reason };
      if (step === 'suspend')
        await client.admin.suspendUser.mutate({ ...given, ...(decision && { subscription: decision }) });
      else if (step === 'lift') await client.admin.liftSuspension.mutate(given);
      else await client.admin.endUserSessions.mutate(given);
    },
    onSuccess() {
      void queries.invalidateQueries({ queryKey: peopleKey });
      void utils.admin.payersWithoutPlan.invalidate();
      toast({ title: texts.done });
      onClose();
    },
    meta: { failed: texts.failed },
    onError: subscription.refused,
  });
  const send = async (reason: string) => {
    if (subscription.check(reason)) await act.mutateAsync(reason);
  };
  return (
    <Dialog title={texts.title(user.name)} description={texts.question} busy={act.isPending} onClose={onClose}>
      <ReasonForm
        label={texts.reason}
        submit={texts.confirm}
        submitting={adminTexts.working}
        destructive={step !== 'lift'}
        isOptional={step !== 'suspend'}
        onSend={send}
        onCancel={onClose}
      >
        {subscription.payment && (
          <SubscriptionChoice
            payment={subscription.payment}
            value={decision}
            error={subscription.error}
            onChange={subscription.choose}
          />
        )}
      </ReasonForm>
    </Dialog>
  );
}
