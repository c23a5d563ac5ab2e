import { useId } from 'react';
import { Checkbox } from '../../../components/fields/checkbox.tsx';

/** Whether readers of a link get something more than the messages, such as the files. */
export function IncludeChoice(props: {
  label: string;
  hint: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Checkbox
        id={id}
        className="mt-0.5"
        aria-describedby={`${id}-hint`}
        checked={props.checked}
        disabled={props.disabled}
        onCheckedChange={(now) => props.onChange(now === true)}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-sm">
          {props.label}
        </label>
        <p id={`${id}-hint`} className="text-pretty text-sm text-text-muted">
          {props.hint}
        </p>
      </div>
    </div>
  );
}
