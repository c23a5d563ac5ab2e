import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { useState } from 'react';
import { errorText, isUnauthorized } from '../../../api/base/error-text.ts';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { useFocusOnViewChange } from '../../../components/forms/focus-on-view-change.ts';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { ActivePlan } from '../current/active-plan.tsx';
import { PlanComparison } from '../plans/plan-comparison.tsx';
import { hasCard } from '../plans/plan-problem.tsx';
import { LoadingPlan, planHeadingId, SignedOut } from '../plans/plan-states.tsx';
import { useSubscription } from '../use-subscription.ts';
import { CardView } from './card-view.tsx';
import { PaymentView } from './payment-view.tsx';
import { type OpenPayment, useCreateSubscription } from './use-create-subscription.ts';

/** The request in the address. `setupId`: the bank's page has returned here after a card was entered. */
export type SubscribePlace = { card: boolean; setupId: string | null };

/**
 * What `/subscribe` shows once the status is known: the card that pays, or one of the three views of the offer. While the status cannot
 * be read, the offer is shown anyway, with the failure above it.
 */
export function SubscribeView({ place }: { place: SubscribePlace }) {
  const { user, isPending, unreached } = useCurrentUser();
  const { payments } = usePublicConfig();
  const query = useSubscription();
  const status = query.data;
  if (!user && !unreached && !isPending) return <SignedOut />;
  if (query.isError && isUnauthorized(query.error)) return <SignedOut />;
  if (status && place.card && hasCard(status)) return <CardView status={status} setupId={place.setupId} />;
  if (!status && !query.isError) return <LoadingPlan className="mx-auto max-w-112" />;
  return (
    <>
      {!status && <Unreadable text={errorText(query.error)} className="mb-9" onRetry={() => void query.refetch()} />}
      <Offer status={status ?? unknownStatus(payments.provider)} isKnown={status !== undefined} />
    </>
  );
}

/** The offer while the plan cannot be read. The server refuses a second subscription. */
const unknownStatus = (provider: SubscriptionStatus['provider']): SubscriptionStatus => ({
  isActive: false,
  plan: 'basic',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
  state: 'none',
  problem: null,
  card: null,
  provider,
});

/** Exactly one of the three views: the plans, the payment form or the active plan. */
function Offer({ status, isKnown }: { status: SubscriptionStatus; isKnown: boolean }) {
  const [payment, setPayment] = useState<OpenPayment | null>(null);
  const { create, isPending } = useCreateSubscription(setPayment);
  const isSubscriber = status.isActive && status.plan !== 'basic';
  const view = isSubscriber ? 'active' : payment ? 'form' : 'comparison';
  useFocusOnViewChange(view, planHeadingId);
  if (isSubscriber) return <ActivePlan status={status} />;
  if (payment) return <PaymentView payment={payment} onBack={() => setPayment(null)} />;
  return <PlanComparison status={status} isKnown={isKnown} busy={isPending} onUpgrade={create} />;
}
