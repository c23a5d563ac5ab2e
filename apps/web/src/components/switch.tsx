import { clsx } from 'clsx';
import * as Radix from 'radix-ui/switch';
import type { ComponentProps } from 'react';

export function Switch({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={clsx(
        'relative inline-flex h-6 w-10 flex-none items-center rounded-full bg-border-control data-[state=checked]:bg-accent',
        'before:absolute before:-inset-2 disabled:opacity-50 forced-colors:border forced-colors:data-[state=checked]:bg-[Highlight]',
        className,
      )}
      {...rest}
    >
      <Radix.Thumb className="ml-0.75 size-4.5 rounded-full bg-accent-text transition-transform duration-(--duration-base) ease-out data-[state=checked]:translate-x-4 forced-colors:bg-[ButtonText]" />
    </Radix.Root>
  );
}
