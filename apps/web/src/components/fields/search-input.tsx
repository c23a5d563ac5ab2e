import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Input } from '../forms/input.tsx';

/** A field that searches a list while the person types. `label` names it; `className` sizes it. */
export function SearchInput({ label, className, ...rest }: ComponentProps<typeof Input> & { label: string }) {
  return (
    <span className={clsx('relative', className)}>
      <Search
        className="icon -translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-text-muted"
        aria-hidden
      />
      <Input type="search" aria-label={label} className="pl-9" {...rest} />
    </span>
  );
}
