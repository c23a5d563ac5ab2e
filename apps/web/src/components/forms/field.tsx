import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/**
 * A label, a control, and below it the error, notes and help. `children` receives the attributes that connect the control to them.
 * `aside` is placed at the end of the label's line; `notes` are live rules.
 */
export function Field(props: {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  invalid?: boolean;
  aside?: ReactNode;
  notes?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const described = [props.error && `${id}-error`, props.notes && `${id}-notes`, props.help && `${id}-help`].filter(
    Boolean,
  );
  return (
    <div className={clsx('grid gap-1.5', props.className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {props.label}
        </label>
        {props.aside}
      </div>
      {props.children({
        id,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': props.error || props.invalid ? true : undefined,
      })}
      {props.error && (
        <p id={`${id}-error`} className="text-danger-ink text-sm">
          {props.error}
        </p>
      )}
      {props.notes && <div id={`${id}-notes`}>{props.notes}</div>}
      {props.help && (
        <p id={`${id}-help`} className="text-sm text-text-muted">
          {props.help}
        </p>
      )}
    </div>
  );
}
