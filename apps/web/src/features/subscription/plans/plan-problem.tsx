import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { buttonClass } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { subscriptionTexts } from '../texts.ts';
import { subscribeHref } from '../upgrade-link.tsx';

const texts = subscriptionTexts.plan;

/** The page on which a subscriber changes the card. */
export const updateCardHref = `${subscribeHref}?card=update`;

/** Whether there is a subscription whose card can be changed. */
export const hasCard = ({ state, problem }: SubscriptionStatus): boolean =>
  problem === 'payment-failed' || state === 'active' || state === 'trialing' || state === 'past_due';

/** The problem of a subscription, and what helps. Renders nothing if there is none. */
export function PlanProblem({ status, className }: { status: SubscriptionStatus; className?: string }) {
  const { problem } = status;
  if (!problem) return null;
  return (
    <Notice tone="warning" role="status" {...(className && { className })}>
      <p>{texts.problems[problem](status)}</p>
      {problem === 'payment-failed' && (
        <a href={updateCardHref} className={buttonClass('warning', 'sm', 'mt-2')}>
          {texts.updateCard}
        </a>
      )}
    </Notice>
  );
}
