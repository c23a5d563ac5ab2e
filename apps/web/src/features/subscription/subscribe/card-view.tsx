import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { trpc } from '../../../api/trpc.ts';
import { buttonClass } from '../../../components/base/button.tsx';
import { codePart } from '../../../components/base/code-part.ts';
import { Notice } from '../../../components/base/notice.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { updateCardHref } from '../plans/plan-problem.tsx';
import { SandboxForm } from '../sandbox/sandbox-form.tsx';
import { useSandboxConfirm } from '../sandbox/use-sandbox-confirm.ts';
import { subscriptionTexts } from '../texts.ts';
import { CardFrame } from './card-frame.tsx';
import { LoadingForm } from './loading-form.tsx';

const texts = subscriptionTexts.card;

const StripeForm = codePart(() => import('./stripe-form.tsx')).lazy((module) => module.StripeForm);

/** The id of the setup that a secret belongs to. */
const setupOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

/** Replaces the card that pays. `setupId`: a card that was entered before the bank's page led back here. */
export function CardView({ status, setupId }: { status: SubscriptionStatus; setupId: string | null }) {
  const { payments } = usePublicConfig();
  const utils = trpc.useUtils();
  const finish = useMutation({
    mutationFn: (id: string) => utils.client.subscription.finishCardChange.mutate({ setupId: id }),
    onSuccess: (after) => utils.subscription.status.setData(undefined, after),
    // The secret is used up. Another card needs another one.
    onError: () => void begin.refetch(),
  });
  const begin = useQuery({
    queryKey: ['card-change'],
    queryFn: () => utils.client.subscription.changeCard.mutate(),
    enabled: setupId === null || finish.isError,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { mutate } = finish;
  useEffect(() => {
    if (setupId !== null) mutate(setupId);
  }, [setupId, mutate]);

  const isReturning = setupId !== null && !finish.isError && !finish.isSuccess;
  const done = finish.isSuccess && (
    <Notice tone="success" role="status">
      <p className="font-semibold">{texts.saved.title}</p>
      <p>{texts.saved.description}</p>
    </Notice>
  );
  return (
    <CardFrame
      heading={texts.heading}
      lead={[status.card && texts.current(status.card), texts.lead, status.problem === 'payment-failed' && texts.pays]
        .filter(Boolean)
        .join(' ')}
      isTest={payments.provider === 'sandbox'}
    >
      <div className="grid gap-4">
        {done}
        {finish.isError && (
          <Notice tone="danger" role="alert">
            {errorText(finish.error, subscriptionTexts.connectionFailed)}
          </Notice>
        )}
        {!done && begin.isError && <Unreadable text={errorText(begin.error)} onRetry={() => void begin.refetch()} />}
        {!done && (begin.isFetching || isReturning) && <LoadingForm />}
        {!done && !begin.isFetching && begin.data && (
          <CardForm
            key={begin.data.clientSecret}
            clientSecret={begin.data.clientSecret}
            onSetUp={async (id) => void (await finish.mutateAsync(id).catch(() => {}))}
          />
        )}
      </div>
      <a href="/account/billing" className={buttonClass('ghost', 'md', 'mt-3 w-full')}>
        {texts.back}
      </a>
    </CardFrame>
  );
}

function CardForm({ clientSecret, onSetUp }: { clientSecret: string; onSetUp: (setupId: string) => Promise<void> }) {
  const { payments } = usePublicConfig();
  if (!payments.publishableKey) return <SandboxCardForm clientSecret={clientSecret} onSetUp={onSetUp} />;
  return (
    <Suspense fallback={<LoadingForm />}>
      <StripeForm
        publishableKey={payments.publishableKey}
        clientSecret={clientSecret}
        intent="setup"
        returnTo={updateCardHref}
        failedTitle={texts.failed}
        onSetUp={onSetUp}
        texts={texts}
      />
    </Suspense>
  );
}

function SandboxCardForm({ clientSecret, onSetUp }: { clientSecret: string; onSetUp: (id: string) => Promise<void> }) {
  const confirm = useSandboxConfirm({
    clientSecret,
    failedTitle: texts.failed,
    onConfirmed: () => onSetUp(setupOf(clientSecret)),
  });
  return <SandboxForm confirm={confirm} texts={texts} />;
}
