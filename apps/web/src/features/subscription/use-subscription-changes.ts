import { refusalOf } from '@noek/contract/chat/sending';
import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../api/base/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/base/toasts/toast.ts';
import { useOneAtATime } from '../../components/use-one-at-a-time.ts';
import { subscriptionTexts } from './texts.ts';

const texts = subscriptionTexts.toasts;

/** Cancels and reactivates the subscription, one at a time. The outcome is shown in a toast. */
export function useSubscriptionChanges() {
  const utils = trpc.useUtils();
  const change = useMutation({
    async mutationFn(kind: 'cancel' | 'reactivate') {
      // An older read must not arrive after the change.
      await utils.subscription.status.cancel();
      return utils.client.subscription[kind].mutate();
    },
    onSuccess(after: SubscriptionStatus, kind) {
      utils.subscription.status.setData(undefined, after);
      toast(kind === 'cancel' ? texts.cancelled(after.currentPeriodEnd) : texts.reactivated);
    },
    meta: {
      failed: (error, kind: 'cancel' | 'reactivate') => ({
        title: kind === 'cancel' ? texts.cancelFailed : texts.reactivateFailed,
        ...(refusalOf(error) && { description: errorText(error) }),
      }),
    },
    onError: () => void utils.subscription.status.invalidate(),
  });
  const alone = useOneAtATime();
  const run = (kind: 'cancel' | 'reactivate') => () => alone(() => change.mutateAsync(kind));
  return { cancel: run('cancel'), reactivate: run('reactivate'), isBusy: change.isPending };
}
