import { refusalOf } from '@noek/contract/chat/sending';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { useOneAtATime } from '../../../components/use-one-at-a-time.ts';
import { subscriptionTexts } from '../texts.ts';
import type { SandboxCard } from './sandbox-card.ts';

export type SandboxConfirm = ReturnType<typeof useSandboxConfirm>;

/**
 * Confirms a test payment or card change with a test card. If the bank asks for authentication, `isAsked` is true until `answer` or
 * `withdraw` is called. `onConfirmed` runs after the confirmation; its failure counts as a failure of the confirmation. `wasConfirmed` is
 * called after a failure that is not a decline. If it resolves to true, only the answer was lost.
 */
export function useSandboxConfirm(options: {
  clientSecret: string;
  /** The title of the toast about a failure. */
  failedTitle: string;
  onConfirmed: () => Promise<void>;
  wasConfirmed?: () => Promise<boolean>;
}) {
  const { client } = trpc.useUtils();
  const [asked, setAsked] = useState<SandboxCard | null>(null);
  const alone = useOneAtATime();
  const confirm = useMutation({
    async mutationFn(input: SandboxCard & { authentication?: 'complete' | 'fail' }) {
      try {
        await client.subscription.sandboxConfirm.mutate({ clientSecret: options.clientSecret, ...input });
      } catch (error) {
        if (errorCode(error) === 'PAYMENT_DECLINED' || !(await options.wasConfirmed?.())) throw error;
      }
      await options.onConfirmed();
    },
    onSuccess: () => setAsked(null),
    // Not in `meta`: one of the refusals is a question, not a failure.
    onError(error, { authentication, ...card }) {
      if (!authentication && refusalOf(error)?.authenticationRequired === true) return setAsked(card);
      setAsked(null);
      const { toasts, connectionFailed } = subscriptionTexts;
      const description = refusalOf(error) ? errorText(error, toasts.paymentFailedWhy) : connectionFailed;
      toast({ title: options.failedTitle, description, variant: 'destructive' });
    },
  });
  const isDecline =
    errorCode(confirm.error) === 'PAYMENT_DECLINED' && refusalOf(confirm.error)?.authenticationRequired !== true;
  // After a success the page is left.
  const isBusy = confirm.isPending || confirm.isSuccess;
  return {
    isBusy,
    isAsked: asked !== null,
    /** Why the card was declined at the last attempt. */
    declined: isDecline ? errorText(confirm.error, subscriptionTexts.toasts.paymentFailedWhy) : null,
    pay: (card: SandboxCard) => {
      if (!confirm.isSuccess) alone(() => confirm.mutateAsync(card));
    },
    answer: (authentication: 'complete' | 'fail') => {
      if (asked) alone(() => confirm.mutateAsync({ ...asked, authentication }));
    },
    withdraw: () => setAsked(null),
  };
}
