import { passwordLimits } from '@noek/contract/auth/limits';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { Field } from '../../../components/forms/field.tsx';
import { PasswordInput } from '../../../components/forms/input.tsx';
import { authTexts } from '../texts.ts';
import { PasswordRule } from './password-rule.tsx';

/** The second field of a new password, with a live note on whether both are equal. */
export function ConfirmPasswordField<Values extends FieldValues, Output>(props: {
  form: UseFormReturn<Values, unknown, Output>;
  label: string;
  /** The names of the first field and of this one. */
  names: readonly [Path<Values>, Path<Values>];
}) {
  const { form, names } = props;
  const [password, confirmation] = useWatch({ control: form.control, name: names });
  const rules = authTexts.passwordRules;
  const same = password === confirmation;
  return (
    <Field
      label={props.label}
      invalid={confirmation !== '' && !same}
      notes={
        <div aria-live="polite">
          {confirmation && <PasswordRule holds={same} text={same ? rules.match : rules.mismatch} />}
        </div>
      }
    >
      {(control) => (
        <PasswordInput
          {...control}
          {...form.register(names[1])}
          autoComplete="new-password"
          maxLength={passwordLimits.max}
        />
      )}
    </Field>
  );
}
