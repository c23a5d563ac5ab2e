import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** An on/off switch. It shows `checked`; the caller changes it. Name it with `aria-label` or `aria-labelledby`. */
export function Switch({
  checked,
  onChange,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'onChange' | 'onClick' | 'role' | 'type'> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      className={clsx(
        'relative inline-flex h-6 w-10 flex-none items-center rounded-full border border-transparent bg-border-control',
        'before:absolute before:-inset-2 after:ml-0.5 after:size-4.5 after:rounded-full after:bg-accent-text',
        'after:transition-transform after:duration-(--duration-base) after:ease-out aria-checked:after:translate-x-4',
        'aria-checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50 motion-reduce:after:transition-none',
        'forced-colors:border-[ButtonText] forced-colors:after:bg-[ButtonText] forced-colors:aria-checked:bg-[Highlight]',
        className,
      )}
      {...rest}
    />
  );
}
