import { clsx } from 'clsx';
import * as Radix from 'radix-ui/tabs';
import type { ComponentProps } from 'react';

export const Tabs = Radix.Root;
export const TabPanel = Radix.Content;

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={clsx('flex gap-4.5 border-border border-b', className)} {...rest} />;
}

/** When a tab is pressed, a script gives it the focus. Browsers then show an outline, even after a mouse click. */
export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      onPointerDown={({ currentTarget }) => {
        currentTarget.dataset.pressed = '';
      }}
      onKeyDown={({ currentTarget }) => {
        delete currentTarget.dataset.pressed;
      }}
      onBlur={({ currentTarget }) => {
        delete currentTarget.dataset.pressed;
      }}
      className={clsx(
        'relative min-h-10 whitespace-nowrap font-medium text-[0.875rem] text-text-muted hover:text-text data-[state=active]:text-text data-pressed:outline-none',
        'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full data-[state=active]:after:bg-accent',
        'forced-colors:data-[state=active]:after:bg-[Highlight]',
        className,
      )}
      {...rest}
    />
  );
}
