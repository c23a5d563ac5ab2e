import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const tones = {
  neutral: 'border-border text-text-muted',
  accent: 'border-transparent bg-accent-soft text-accent-ink',
  info: 'border-info-edge bg-info-soft text-info-ink',
  success: 'border-transparent bg-success-soft text-success-ink',
  warning: 'border-warning-edge bg-warning-soft text-warning-ink',
  danger: 'border-danger-edge bg-danger-soft text-danger-ink',
  fun: 'border-transparent text-fun-ink [background:linear-gradient(var(--color-surface-raised),var(--color-surface-raised))_padding-box,var(--fun-edge)_border-box]',
  harmful: 'border-harmful-edge bg-harmful-soft text-harmful-ink',
} as const;

export function Badge({
  tone = 'neutral',
  className,
  ...rest
}: ComponentProps<'span'> & { tone?: keyof typeof tones }) {
  return (
    <span
      className={clsx(
        'inline-flex h-6.5 items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 font-medium text-xs [&_svg]:size-3.25',
        tones[tone],
        className,
      )}
      {...rest}
    />
  );
}
