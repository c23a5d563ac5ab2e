import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { type TooltipSide, tooltip } from './tooltip.ts';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** What the button does: its accessible name and its tooltip. */
  label: string;
  size?: 'md' | 'lg';
  /** A tooltip other than the label, for example with a keyboard shortcut. */
  hint?: string;
  side?: TooltipSide;
};

/** A button with only an icon: 32 px with a fine pointer, 40 px on touch (`lg`: always 40 px). */
export function IconButton({ label, hint, side, size = 'md', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      {...tooltip(hint ?? label, side)}
      className={clsx(
        'inline-grid flex-none place-items-center rounded-control text-text-muted hover:bg-surface-hover hover:text-text',
        'aria-pressed:bg-accent-soft aria-pressed:text-accent-ink disabled:cursor-not-allowed disabled:opacity-50',
        size === 'lg' ? 'size-10 [&_svg]:size-4.5' : 'size-(--size-control-sm) [&_svg]:size-4',
        className,
      )}
      {...rest}
    />
  );
}
