import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger' | 'danger-quiet' | 'warning';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-accent-text hover:bg-accent-hover',
  quiet: 'border-border-strong bg-surface-raised hover:bg-surface-hover',
  ghost: 'border-transparent text-text-muted hover:bg-surface-hover hover:text-text',
  danger: 'border-transparent bg-danger text-danger-text hover:bg-danger-hover',
  'danger-quiet': 'border-danger-edge text-danger-ink hover:bg-danger-soft',
  warning: 'border-current hover:bg-warning-edge/40',
};
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 text-[0.875rem] coarse:min-h-10',
  md: 'min-h-10 px-4 text-[0.875rem]',
  lg: 'min-h-11 px-5 text-base',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md', className?: string) {
  return clsx(
    'inline-flex items-center justify-center gap-2 whitespace-nowrap max-[18rem]:whitespace-normal rounded-control border font-medium leading-5 no-underline',
    'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-surface-active disabled:text-text-muted',
    'aria-disabled:cursor-not-allowed forced-colors:border-[ButtonBorder]',
    sizes[size],
    variants[variant],
    className,
  );
}

export type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; size?: ButtonSize };

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, size, className)} {...rest} />;
}

/** A button that reads like a link inside a sentence. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type={type}
      className={clsx(
        'min-h-(--size-control-sm) rounded-chip px-1 font-medium text-accent-ink text-sm hover:underline hover:underline-offset-3 forced-colors:underline',
        'disabled:cursor-not-allowed disabled:text-text-muted disabled:no-underline',
        className,
      )}
      {...rest}
    />
  );
}
