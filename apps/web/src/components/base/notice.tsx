import { clsx } from 'clsx';
import { Check, CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';

const tones = {
  info: 'border-border bg-surface',
  success: 'border-success-edge bg-success-soft text-success-ink',
  warning: 'border-warning-edge bg-warning-soft text-warning-ink',
  danger: 'border-danger-edge bg-danger-soft text-danger-ink',
} as const;
const icons = { info: Info, success: Check, warning: TriangleAlert, danger: CircleAlert };

/** A message box. Give it `role="alert"` if it appears in response to an action. */
export function Notice({
  tone = 'info',
  className,
  children,
  ...rest
}: ComponentProps<'div'> & { tone?: keyof typeof tones }) {
  const Icon = icons[tone];
  return (
    <div
      className={clsx(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-card border px-4 py-3.5 text-[0.875rem] leading-5.5',
        tones[tone],
        className,
      )}
      {...rest}
    >
      <Icon className={clsx('icon mt-0.75', tone === 'info' && 'text-accent-ink')} aria-hidden />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  );
}
