import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { isUnauthorized } from '../../api/base/error-text.ts';
import { buttonClass } from '../../components/base/button.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
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
import { LoadingPlan, SignedOut, Unreadable } from './plan-states.tsx';
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

/** Exactly one of the views. */
function View({ place }: { place: SubscribePlace }) {
  const { user, isPending, unreached } = useCurrentUser();
  const query = useSubscription();
  const [payment, setPayment] = useState<OpenPayment | null>(null);
  const { create, isPending: isCreating } = useCreateSubscription(setPayment);

  if (!user && !unreached && !isPending) return <SignedOut />;
  if (query.isError && isUnauthorized(query.error)) return <SignedOut />;
  const status = query.data;
  if (!status)
    return query.isError ? (
      <Unreadable error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingPlan className="mx-auto max-w-112" />
    );
  if (place.card && hasCard(status)) return <CardView status={status} setupId={place.setupId} />;
  if (status.isActive && status.plan !== 'basic') return <ActivePlan status={status} />;
  if (payment) return <PaymentView payment={payment} onBack={() => setPayment(null)} />;
  return <PlanComparison status={status} busy={isCreating} onUpgrade={create} />;
}
