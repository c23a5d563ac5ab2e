import { refusalOf } from '@noek/contract/chat/sending';
import { useMutation } from '@tanstack/react-query';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { useOneAtATime } from '../../../components/use-one-at-a-time.ts';
import { subscriptionTexts } from '../texts.ts';

const texts = subscriptionTexts.toasts;

/** Something that the browser has to confirm with a card. */
export type OpenPayment = { clientSecret: string; intent: 'payment' | 'setup' };

/** Begins to subscribe, or continues where an earlier attempt ended. `onReady`: a card can be entered. */
export function useCreateSubscription(onReady: (payment: OpenPayment) => void) {
  const utils = trpc.useUtils();
  const alone = useOneAtATime();
  const create = useMutation({
    mutationFn: () => utils.client.subscription.create.mutate(),
    onSuccess({ clientSecret, intent = 'payment', message }) {
      if (!clientSecret) {
        toast({ title: texts.error, description: message || texts.createFailed, variant: 'destructive' });
        // There may be nothing to pay because it is paid already.
        void utils.subscription.status.invalidate();
        return;
      }
      onReady({ clientSecret, intent });
      toast(texts.ready);
    },
    meta: {
      failed: (error) => ({
        title: texts.error,
        description: refusalOf(error) ? errorText(error, texts.createFailed) : subscriptionTexts.connectionFailed,
      }),
    },
    onError(error) {
      // Another page may have subscribed in the meantime.
      if (errorCode(error) === 'ALREADY_SUBSCRIBED') void utils.subscription.status.invalidate();
    },
  });
  return { isPending: create.isPending, create: () => alone(() => create.mutateAsync()) };
}
