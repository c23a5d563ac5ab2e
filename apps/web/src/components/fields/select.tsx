import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A native select. `className` sizes its frame. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block', className)}>
      <select
        className="min-h-10 w-full cursor-pointer appearance-none truncate rounded-control border border-border-control bg-surface-raised pr-9 pl-3 text-base focus-visible:border-transparent focus-visible:outline-offset-0 aria-invalid:border-danger pointer-coarse:text-[1rem]"
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        className="icon -translate-y-1/2 pointer-events-none absolute top-1/2 right-3 text-text-muted"
        aria-hidden
      />
    </span>
  );
}
