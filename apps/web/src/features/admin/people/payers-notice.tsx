import type { PayerWithoutPlan } from '@noek/contract/admin/schemas';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { adminTexts } from '../texts.ts';
import { SubscriptionChoice } from './subscription-choice.tsx';
import { useDecision } from './use-decision.ts';

const texts = adminTexts.payers;
const refetchMs = 60_000;

/** The people who are charged for SuperNoek without having it, and what can be done. Renders nothing if there are none. */
export function PayersNotice() {
  const { data } = trpc.admin.payersWithoutPlan.useQuery(undefined, { staleTime: 0, refetchInterval: refetchMs });
  const [deciding, setDeciding] = useState<PayerWithoutPlan | null>(null);
  if (!data || data.length === 0) return null;
  return (
    <>
      <Notice tone="warning" role="status" className="mb-5">
        <p className="font-medium">{texts.title(data.length)}</p>
        <ul className="mt-2 grid gap-3">
          {data.map((payer) => (
            <li key={payer.user.id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1.5">
              <div className="min-w-0 flex-1 basis-64">
                <p className="break-words">
                  <span dir="auto" className="font-medium">
                    {payer.user.name}
                  </span>{' '}
                  ({payer.user.email}): {texts.why[payer.why]}
                </p>
                <p>{payer.advice}</p>
              </div>
              <Button
                variant="warning"
                size="sm"
                aria-label={texts.decideFor(payer.user.name)}
                onClick={() => setDeciding(payer)}
              >
                {texts.decide}
              </Button>
            </li>
          ))}
        </ul>
      </Notice>
      {deciding && <DecideDialog payer={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

/** Decides what happens to the subscription of a person who pays for SuperNoek without having it. */
function DecideDialog({ payer, onClose }: { payer: PayerWithoutPlan; onClose: () => void }) {
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
