import { clsx } from 'clsx';
import { Check } from 'lucide-react';

/** A list of what a plan gives. `strong`: the plan that is recommended. */
export function PlanBenefits({ benefits, strong = false }: { benefits: readonly string[]; strong?: boolean }) {
  return (
    <ul className="mt-6 mb-7 grid gap-2.5">
      {benefits.map((benefit) => (
        <li key={benefit} className="flex items-start gap-3">
          <Check className={clsx('icon mt-1', strong ? 'text-accent-ink' : 'text-text-muted')} aria-hidden />
          {benefit}
        </li>
      ))}
    </ul>
  );
}
