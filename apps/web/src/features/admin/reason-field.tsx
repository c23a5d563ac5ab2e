import { maxReasonLength } from '@noek/contract/admin/limits';
import { Field } from '../../components/forms/field.tsx';
import { Input } from '../../components/forms/input.tsx';

/** Why an administrator does something, for the audit log. */
export function ReasonField(props: {
  label: string;
  help?: string;
  value: string;
  onChange: (reason: string) => void;
}) {
  return (
    <Field label={props.label} help={props.help}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          dir="auto"
          maxLength={maxReasonLength}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
