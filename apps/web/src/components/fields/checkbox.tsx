import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import * as Radix from 'radix-ui/checkbox';
import type { ComponentProps } from 'react';

export function Checkbox({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={clsx(
        'group relative inline-grid size-4.5 flex-none place-items-center rounded-[5px] border border-border-control bg-surface-raised',
        'before:absolute before:-inset-2.5 data-[state=checked]:border-accent data-[state=indeterminate]:border-accent',
        'data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent disabled:opacity-50',
        className,
      )}
      {...rest}
    >
      <Radix.Indicator className="text-accent-text">
        <Check className="hidden size-3.5 stroke-3 group-data-[state=checked]:block" aria-hidden />
        <Minus className="hidden size-3.5 stroke-3 group-data-[state=indeterminate]:block" aria-hidden />
      </Radix.Indicator>
    </Radix.Root>
  );
}
