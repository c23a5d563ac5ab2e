import type { AdminUser } from '@noek/contract/admin/schemas';
import { isBlank } from '@noek/contract/text/characters';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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
import { peopleKey } from './use-people.ts';

/** Asks before an account is suspended, a suspension is lifted, or all sessions end, and for the reason. */
export function AccountStepDialog(props: {
  step: 'suspend' | 'lift' | 'endSessions';
  user: AdminUser;
  onClose: () => void;
}) {
  const { step, user, onClose } = props;
  const texts = adminTexts[step];
  const [reason, setReason] = useState('');
  const utils = trpc.useUtils();
  const { client } = utils;
  const subscription = useDecision(user.id, { asked: step === 'suspend', required: step === 'suspend' });
  const { decision } = subscription;
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: async () => {
      const given = { id: user.id, reason: reason.trim() };
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
  const isMissing = step === 'suspend' && isBlank(reason);
  return (
    <Dialog title={texts.title(user.name)} description={texts.question} busy={act.isPending} onClose={onClose}>
      <form
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isMissing && !act.isPending && subscription.check(reason)) act.mutate();
        }}
      >
        <FormRefusal text={act.isError ? errorText(act.error) : undefined} />
        {subscription.payment && (
          <SubscriptionChoice
            payment={subscription.payment}
            value={decision}
            error={subscription.error}
            onChange={subscription.choose}
          />
        )}
        <ReasonField label={texts.reason} value={reason} onChange={setReason} />
        <FormButtons
          submit={act.isPending ? adminTexts.working : texts.confirm}
          disabled={isMissing || act.isPending}
          destructive={step !== 'lift'}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
