import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { Badge } from '../../../components/base/badge.tsx';
import { buttonClass } from '../../../components/base/button.tsx';
import { PlanBenefits } from '../plans/plan-benefits.tsx';
import { PlanProblem } from '../plans/plan-problem.tsx';
import { planHeadingId } from '../plans/plan-states.tsx';
import { subscriptionTexts } from '../texts.ts';

const texts = subscriptionTexts.active;
const { premium } = subscriptionTexts;

/** Shown to a subscriber instead of the offer: the plan, its benefits, and its renewal. */
export function ActivePlan({ status }: { status: SubscriptionStatus }) {
  const { cancelAtPeriodEnd, currentPeriodEnd } = status;
  return (
    <div className="mx-auto max-w-112">
      <h1 id={planHeadingId} tabIndex={-1} className="scroll-mt-10 text-center text-2xl outline-none">
        {texts.heading}
      </h1>
      <PlanProblem status={status} className="mt-6" />
      <section className="mt-6 rounded-[1rem] border border-accent bg-surface-raised p-7 max-md:px-5 max-md:py-6">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg">{premium.name}</h2>
          <span className="flex gap-1.5">
            <Badge tone="success">{texts.badge}</Badge>
            {cancelAtPeriodEnd && <Badge tone="warning">{texts.cancelling}</Badge>}
          </span>
        </div>
        <p className="mt-3">{premium.priceLine}</p>
        {currentPeriodEnd && !status.problem && (
          <p className="text-text-muted">
            {cancelAtPeriodEnd ? texts.ends(currentPeriodEnd) : texts.renews(currentPeriodEnd)}
          </p>
        )}
        <PlanBenefits benefits={premium.benefits} strong />
        <a href="/account/billing" className={buttonClass('quiet', 'lg', 'w-full')}>
          {texts.manage}
        </a>
      </section>
    </div>
  );
}
