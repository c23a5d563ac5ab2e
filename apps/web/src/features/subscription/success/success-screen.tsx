import { Check, Sparkles } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { errorText, isUnauthorized } from '../../../api/base/error-text.ts';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { PageLink } from '../../../components/page/page-link.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { LoadingPlan, SignedOut } from '../plans/plan-states.tsx';
import { SubscriptionFrame } from '../subscription-frame.tsx';
import { subscriptionTexts } from '../texts.ts';
import { subscribeHref } from '../upgrade-link.tsx';
import { Stars } from './stars.tsx';
import { usePaid } from './use-paid.ts';

const texts = subscriptionTexts.success;

/** The status in the payment service's redirect; null for people who came here in another way. It never counts as a payment. */
export type Redirect = 'succeeded' | 'failed' | null;

/** The page after a payment. Only the server's answer counts. Calls `onSignOut` after a sign-out in another tab. */
export function SuccessScreen(props: { redirect: Redirect; onSignOut: () => void }) {
  return (
    <SubscriptionFrame back={PageLink} className="max-w-112" onSignOut={props.onSignOut}>
      <Outcome redirect={props.redirect} />
    </SubscriptionFrame>
  );
}

function Outcome({ redirect }: { redirect: Redirect }) {
  const { user, isPending, unreached } = useCurrentUser();
  const { query, checkAgain } = usePaid({ expected: redirect === 'succeeded' });
  const check = (
    <Button size="lg" disabled={query.isFetching} onClick={checkAgain}>
      {texts.waiting.check}
    </Button>
  );

  if (!user && !unreached && !isPending) return <SignedOut />;
  if (query.isError && isUnauthorized(query.error)) return <SignedOut />;
  if (!query.data)
    return query.isError ? (
      <Message heading={texts.failed} lead={errorText(query.error)}>
        {check}
      </Message>
    ) : (
      <Checking />
    );
  const { status, looksAgain } = query.data;
  if (status.isActive) return <Welcome announced={redirect === 'succeeded'} />;
  if (redirect === 'succeeded')
    return looksAgain ? (
      <Checking />
    ) : (
      <Message heading={texts.waiting.heading} lead={texts.waiting.lead}>
        {check}
      </Message>
    );
  return (
    <Message heading={texts.unpaid.heading} lead={texts.unpaid.lead}>
      <a href={subscribeHref} className={buttonClass('primary', 'lg')}>
        {texts.unpaid.plans}
      </a>
    </Message>
  );
}

const Checking = () => (
  <>
    <p role="status" className="mb-6 text-center text-text-muted">
      {texts.checking}
    </p>
    <LoadingPlan />
  </>
);

function Message(props: { heading: string; lead: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center text-center">
      <div role="status">
        <h1 className="text-2xl">{props.heading}</h1>
        <p className="mt-2 text-text-muted">{props.lead}</p>
      </div>
      <div className="mt-7">{props.children}</div>
    </div>
  );
}

/** `announced`: the person has just paid. */
function Welcome({ announced }: { announced: boolean }) {
  usePageTitle(texts.pageTitle);
  useEffect(() => {
    if (announced) toast(subscriptionTexts.toasts.welcome);
  }, [announced]);
  return (
    <div className="grid justify-items-center text-center">
      <Stars />
      <span className="mb-5 inline-grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink">
        <Sparkles className="icon size-6.5!" aria-hidden />
      </span>
      <h1 className="text-2xl">{texts.heading}</h1>
      <p className="mt-2 text-text-muted">{texts.lead}</p>
      <ul className="mt-7 mb-8 grid w-full text-left">
        {texts.features.map((feature) => (
          <li key={feature} className="flex gap-3 border-border border-t px-0.5 py-2.75 last:border-b">
            <Check className="icon mt-1 text-accent-ink" aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      <PageLink href="/" className={buttonClass('primary', 'lg', 'w-full')}>
        {texts.start}
      </PageLink>
    </div>
  );
}
