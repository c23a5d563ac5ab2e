import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { Check } from 'lucide-react';
import { Badge } from '../../../components/base/badge.tsx';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { subscriptionTexts } from '../texts.ts';
import { PlanCard } from './plan-card.tsx';
import { hasCard, PlanProblem } from './plan-problem.tsx';
import { planHeadingId } from './plan-states.tsx';

const texts = subscriptionTexts.comparison;
const { basic, premium } = subscriptionTexts;

/** Both plans side by side. `isKnown`: the status could be read. `busy`: the payment is being prepared. */
export function PlanComparison(props: {
  status: SubscriptionStatus;
  isKnown: boolean;
  busy: boolean;
  onUpgrade: () => void;
}) {
  const { status, isKnown, busy } = props;
  const isPremium = status.plan === 'supernoek';
  const { heading, lead } = isPremium && !status.problem ? texts.given : texts;
  return (
    <>
      <div className="text-center">
        <h1 id={planHeadingId} tabIndex={-1} className="scroll-mt-10 text-2xl outline-none">
          {heading}
        </h1>
        <p className="mt-1 text-text-muted">{lead}</p>
      </div>
      <PlanProblem status={status} className="mt-8" />
      {status.provider === 'none' && <Notice className="mt-8">{texts.off}</Notice>}
      <div className="mt-9 grid gap-5 md:grid-cols-2">
        <PlanCard name={basic.name} price={basic.price} lead={basic.lead} benefits={basic.benefits}>
          {isKnown && !isPremium && <Current />}
        </PlanCard>
        <PlanCard
          best
          name={premium.name}
          badge={<Badge tone="accent">{premium.recommended}</Badge>}
          price={premium.price}
          per={premium.perMonth}
          lead={premium.lead}
          benefits={premium.benefits}
        >
          {isPremium && <Current />}
          {hasCard(status) ? (
            <a href="/account/billing" className={buttonClass('quiet', 'lg')}>
              {texts.manage}
            </a>
          ) : (
            status.provider !== 'none' && (
              <Button
                size="lg"
                variant={isPremium ? 'quiet' : 'primary'}
                aria-disabled={busy}
                onClick={props.onUpgrade}
              >
                {busy ? texts.upgrading : texts.upgrade}
              </Button>
            )
          )}
        </PlanCard>
      </div>
    </>
  );
}

const Current = () => (
  <p className="flex min-h-11 items-center justify-center gap-2 font-medium text-text-muted">
    <Check className="icon" aria-hidden />
    {texts.yours}
  </p>
);
