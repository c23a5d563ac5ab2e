import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { TooLong, useLengthLimit } from '../forms/length-limit.tsx';

/**
 * A multi-line text field that grows with its text up to `max-h-*`. `maxLength` counts characters; a longer text stays, and the field
 * says by how much it is too long.
 */
export function Textarea({ className, maxLength, ...rest }: ComponentProps<'textarea'>) {
  const { control, id, problem } = useLengthLimit({ ...rest, maxLength });
  return (
    <>
      <textarea
        className={clsx(
          'field-sizing-content block w-full resize-y rounded-control border border-border-control bg-surface-raised px-3 py-2 text-base',
          'focus-visible:border-transparent focus-visible:outline-offset-0 aria-invalid:border-danger pointer-coarse:text-[1rem]',
          className,
        )}
        {...rest}
        {...control}
      />
      {problem && <TooLong id={id} text={problem} />}
    </>
  );
}
