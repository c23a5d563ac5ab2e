import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A multi-line text field that grows with its text up to `max-h-*`. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={clsx(
        'field-sizing-content block w-full resize-y rounded-control border border-border-control bg-surface-raised px-3 py-2 text-base',
        'focus-visible:border-transparent focus-visible:outline-offset-0 aria-invalid:border-danger pointer-coarse:text-[1rem]',
        className,
      )}
      {...rest}
    />
  );
}
