import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Field, type FieldControl } from './field.tsx';

type Registered<Values extends FieldValues> = FieldControl & ReturnType<UseFormReturn<Values>['register']>;

/**
 * A labelled control of a form, with the error from the form's schema. `children` receives the attributes that connect the control to
 * the form and to its texts.
 */
export function FormField<Values extends FieldValues, Output>(
  props: Omit<Parameters<typeof Field>[0], 'error' | 'children'> & {
    form: UseFormReturn<Values, unknown, Output>;
    name: Path<Values>;
    children: (control: Registered<Values>) => ReactNode;
  },
) {
  const { form, name, children, ...field } = props;
  return (
    <Field {...field} error={form.getFieldState(name, form.formState).error?.message}>
      {(control) => children({ ...control, ...form.register(name) })}
    </Field>
  );
}
