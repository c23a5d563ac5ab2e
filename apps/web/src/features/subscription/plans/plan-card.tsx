import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { PlanBenefits } from './plan-benefits.tsx';

/** A plan with its price and benefits. `best`: the recommended one; `heading`: the level of its name on the page. */
export function PlanCard(props: {
  best?: boolean;
  heading?: 'h2' | 'h3';
  name: string;
  badge?: ReactNode;
  price: string;
  per?: string;
  lead: string;
  benefits: readonly string[];
  children: ReactNode;
}) {
  const id = useId();
  const Heading = props.heading ?? 'h2';
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'flex flex-col rounded-[1rem] border p-7 max-md:px-5 max-md:py-6',
        props.best ? 'border-accent bg-surface-raised' : 'border-border',
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <Heading id={id} className="text-lg">
          {props.name}
        </Heading>
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
