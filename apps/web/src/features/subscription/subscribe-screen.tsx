import type { SubscriptionStatus } from '@noek/contract/subscription';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { isUnauthorized } from '../../api/base/error-text.ts';
import { buttonClass } from '../../components/base/button.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
import { useFocusOnViewChange } from '../../components/focus-on-view-change.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { PaneBoundary } from '../../components/pane-boundary.tsx';
import { useAccountStream } from '../live/use-account-stream.ts';
import { useChangesElsewhere } from '../session/change-user.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { ActivePlan } from './active-plan.tsx';
import { CardView } from './card-view.tsx';
import { PaymentView } from './payment-view.tsx';
import { PlanComparison } from './plan-comparison.tsx';
import { hasCard } from './plan-problem.tsx';
import { LoadingPlan, planHeadingId, SignedOut, Unreadable } from './plan-states.tsx';
import { subscriptionTexts } from './texts.ts';
import { type OpenPayment, useCreateSubscription } from './use-create-subscription.ts';
import { useSubscription } from './use-subscription.ts';

/** What the address asks for. `setupId`: the bank's page has returned here after a card was entered. */
export type SubscribePlace = { card: boolean; setupId: string | null };

/** The page that offers SuperNoek and takes payments. Calls `onSignOut` after a sign-out in another tab. */
export function SubscribeScreen(props: { place: SubscribePlace; onSignOut: () => void }) {
  useChangesElsewhere(props.onSignOut);
  useAccountStream();
  usePageTitle(subscriptionTexts.pageTitle);
  return (
    <PageFrame
      skipToContent={subscriptionTexts.skipToContent}
      // A plain link: only the documents of this page may load the payment service's script.
      back={
        <a href="/" className={buttonClass('ghost')}>
          <ArrowLeft className="icon" aria-hidden />
          {subscriptionTexts.backToChat}
        </a>
      }
      className="mx-auto w-full max-w-208 px-5 pt-14 pb-20 max-md:pt-8"
    >
      <PaneBoundary>
        <View place={props.place} />
      </PaneBoundary>
    </PageFrame>
  );
}

function View({ place }: { place: SubscribePlace }) {
  const { user, isPending, unreached } = useCurrentUser();
  const query = useSubscription();
  const status = query.data;
  if (!user && !unreached && !isPending) return <SignedOut />;
  if (query.isError && isUnauthorized(query.error)) return <SignedOut />;
  if (status)
    return place.card && hasCard(status) ? (
      <CardView status={status} setupId={place.setupId} />
    ) : (
      <Offer status={status} />
    );
  if (query.isError) return <Unreadable error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingPlan className="mx-auto max-w-112" />;
}

/** Exactly one of the three views [2.115]–[2.117]. */
function Offer({ status }: { status: SubscriptionStatus }) {
  const [payment, setPayment] = useState<OpenPayment | null>(null);
  const { create, isPending } = useCreateSubscription(setPayment);
  const isSubscriber = status.isActive && status.plan !== 'basic';
  const view = isSubscriber ? 'active' : payment ? 'form' : 'comparison';
  useFocusOnViewChange(view, planHeadingId);
  if (isSubscriber) return <ActivePlan status={status} />;
  if (payment) return <PaymentView payment={payment} onBack={() => setPayment(null)} />;
  return <PlanComparison status={status} busy={isPending} onUpgrade={create} />;
}
