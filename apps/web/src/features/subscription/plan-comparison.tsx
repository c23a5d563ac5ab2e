import type { SubscriptionStatus } from '@noek/contract/subscription';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Badge } from '../../components/base/badge.tsx';
import { Button } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { PlanBenefits } from './plan-benefits.tsx';
import { PlanProblem } from './plan-problem.tsx';
import { planHeadingId } from './plan-states.tsx';
import { subscriptionTexts } from './texts.ts';

const texts = subscriptionTexts.comparison;
const { basic, premium } = subscriptionTexts;

/** Both plans side by side. `busy`: the payment is being prepared. */
export function PlanComparison(props: { status: SubscriptionStatus; busy: boolean; onUpgrade: () => void }) {
  const { status, busy } = props;
  const isPremium = status.plan === 'supernoek';
  return (
    <>
      <div className="text-center">
        <h1 id={planHeadingId} tabIndex={-1} className="scroll-mt-24 text-2xl outline-none">
          {texts.heading}
        </h1>
        <p className="mt-1 text-text-muted">{texts.lead}</p>
      </div>
      <PlanProblem status={status} className="mt-8" />
      {status.provider === 'none' && <Notice className="mt-8">{texts.off}</Notice>}
      <div className="mt-9 grid gap-5 md:grid-cols-2">
        <Plan name={basic.name} price={basic.price} lead={basic.lead} benefits={basic.benefits}>
          {!isPremium && <Current />}
        </Plan>
        <Plan
          best
          name={premium.name}
          badge={<Badge tone="accent">{premium.recommended}</Badge>}
          price={premium.price}
          per={premium.perMonth}
          lead={premium.lead}
          benefits={premium.benefits}
        >
          {isPremium && <Current />}
          {status.provider !== 'none' && (
            <Button size="lg" aria-disabled={busy} onClick={props.onUpgrade}>
              {busy ? texts.upgrading : texts.upgrade}
            </Button>
          )}
        </Plan>
      </div>
    </>
  );
}

function Plan(props: {
  best?: boolean;
  name: string;
  badge?: ReactNode;
  price: string;
  per?: string;
  lead: string;
  benefits: readonly string[];
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'flex flex-col rounded-[1rem] border p-7 max-md:px-5 max-md:py-6',
        props.best ? 'border-accent bg-surface-raised' : 'border-border',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 id={id} className="text-lg">
          {props.name}
        </h2>
        {props.badge}
      </div>
      <p className="mt-4 flex items-baseline gap-1.5">
        <span className="font-semibold text-[2.5rem] leading-12 tracking-[-0.035em] tabular-nums">{props.price}</span>
        {props.per && <span className="text-text-muted">{props.per}</span>}
      </p>
      <p className="mt-1 text-text-muted">{props.lead}</p>
      <PlanBenefits benefits={props.benefits} strong={props.best ?? false} />
      <div className="mt-auto grid gap-2">{props.children}</div>
    </section>
  );
}

const Current = () => (
  <p className="flex min-h-11 items-center justify-center gap-2 font-medium text-text-muted">
    <Check className="icon" aria-hidden />
    {texts.yours}
  </p>
);
