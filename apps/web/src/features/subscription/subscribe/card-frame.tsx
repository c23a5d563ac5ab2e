import type { ReactNode } from 'react';
import { Badge } from '../../../components/base/badge.tsx';
import { planHeadingId } from '../plans/plan-states.tsx';
import { subscriptionTexts } from '../texts.ts';

/** The card around a payment form. `isTest`: nothing is charged. */
export function CardFrame(props: { heading: string; lead: string; isTest: boolean; children: ReactNode }) {
  return (
    <section className="mx-auto max-w-112 rounded-[1rem] border border-border bg-surface-raised p-7 max-md:px-5 max-md:py-6">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h1 id={planHeadingId} tabIndex={-1} className="scroll-mt-10 text-xl outline-none">
          {props.heading}
        </h1>
        {props.isTest && <Badge tone="warning">{subscriptionTexts.sandbox.badge}</Badge>}
      </div>
      <p className="mt-1 text-text-muted">{props.lead}</p>
      <div className="mt-6">{props.children}</div>
    </section>
  );
}
