import { useQuery } from '@tanstack/react-query';
import { Check, Sparkles, Star } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { errorText, isUnauthorized } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { PageLink } from '../../../components/page/page-link.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { LoadingPlan, SignedOut } from '../plans/plan-states.tsx';
import { SubscriptionFrame } from '../subscription-frame.tsx';
import { subscriptionTexts } from '../texts.ts';
import { subscribeHref } from '../upgrade-link.tsx';

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

const starCount = 50;
/** How long the stars are shown, in milliseconds. */
const shownMs = 3_000;

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A number from 0 to 1 that is spread evenly over the stars, the same at each visit. */
const spread = (star: number, step: number) => (star * step) % 1;

/** Stars that fly for 3 seconds; none if the person prefers less motion. */
function Stars() {
  const [shown, setShown] = useState(() => !reducedMotion());
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown) return null;
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 overflow-hidden">
      {Array.from({ length: starCount }, (_, star) => (
        <Star
          // biome-ignore lint/suspicious/noArrayIndexKey: the stars never change places
          key={star}
          aria-hidden
          className="star absolute animate-star fill-current text-fun-from"
          style={{
            left: `${spread(star + 1, 0.618) * 100}%`,
            top: `${spread(star + 1, 0.371) * 100}%`,
            width: `${0.5 + spread(star + 1, 0.271) * 0.75}rem`,
            animationDelay: `${spread(star + 1, 0.733) * 1.2}s`,
          }}
        />
      ))}
    </div>
  );
}

/** How often an unconfirmed payment is looked up, in milliseconds, and how many times. */
const lookUpMs = 2_000;
const lookUps = 15;

/**
 * Asks the server about the payment that was just made; the server asks the payment service. A payment that should arrive (`expected`) or
 * is not complete is looked up again for half a minute. Grants nothing.
 */
function usePaid({ expected }: { expected: boolean }) {
  const { user, unreached } = useCurrentUser();
  const utils = trpc.useUtils();
  const asked = useRef(0);
  const query = useQuery({
    queryKey: ['payment-made'],
    async queryFn() {
      const status = await utils.client.subscription.refresh.mutate();
      asked.current += 1;
      utils.subscription.status.setData(undefined, status);
      const isOpen = !status.isActive && (expected || status.state === 'incomplete');
      return { status, looksAgain: isOpen && asked.current < lookUps };
    },
    enabled: (user ?? unreached) !== null,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.looksAgain ? lookUpMs : false),
  });
  return {
    query,
    checkAgain() {
      asked.current = 0;
      void query.refetch();
    },
  };
}
