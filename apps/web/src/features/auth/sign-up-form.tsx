import { passwordLimits } from '@noek/contract/auth/limits';
import { useForm, useWatch } from 'react-hook-form';
import { trpc } from '../../api/trpc.ts';
import { Button } from '../../components/base/button.tsx';
import { Field } from '../../components/forms/field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { FormRefusal } from '../../components/forms/form-refusal.tsx';
import { Input, PasswordInput } from '../../components/forms/input.tsx';
import { useTypedValues } from '../../components/forms/use-typed-values.ts';
import { returnToInput } from './continue/remember-auth-parameters.ts';
import { ConfirmPasswordField } from './forms/confirm-password-field.tsx';
import { useFirstFieldFocus } from './forms/first-field-focus.ts';
import { signUpResolver } from './forms/later-resolvers.ts';
import type { SignUpFormValues } from './forms/password-forms.ts';
import { PasswordRule } from './forms/password-rule.tsx';
import { signUpRefusal } from './forms/refusal-text.ts';
import { signUpRules } from './sign-up-rules.ts';
import { authTexts, signUpPasswordRule } from './texts.ts';

/** `typed`: the initial values. They are kept by the parent, so that they survive a switch to sign-in. */
export function SignUpForm(props: {
  typed: SignUpFormValues;
  onTyped: (typed: SignUpFormValues) => void;
  onSignedUp: (email: string) => void;
}) {
  const form = useForm({ resolver: signUpResolver, defaultValues: props.typed });
  const signUp = trpc.auth.signUp.useMutation();
  const values = useWatch({ control: form.control }) as SignUpFormValues;
  const rules = signUpRules(values);
  const { isSubmitting, errors } = form.formState;
  const element = useFirstFieldFocus();
  useTypedValues(form, props.onTyped);

  const submit = form.handleSubmit(async ({ confirmation: _, ...input }) => {
    try {
      await signUp.mutateAsync({ ...input, ...returnToInput() });
      props.onSignedUp(input.email);
    } catch (error) {
      form.setError('root', { message: signUpRefusal(error) });
    }
  });

  return (
    <form ref={element} noValidate onSubmit={submit} className="mt-4 grid gap-4">
      <FormRefusal text={errors.root?.message} />
      <FormField form={form} name="name" label={authTexts.fields.name}>
        {(control) => <Input {...control} autoComplete="name" maxLength={120} />}
      </FormField>
      <FormField form={form} name="email" label={authTexts.fields.email}>
        {(control) => <Input {...control} type="email" autoComplete="email" />}
      </FormField>
      <Field
        label={authTexts.fields.password}
        invalid={values.password !== '' && !rules.longEnough}
        notes={
          values.password ? (
            <PasswordRule holds={rules.longEnough} text={signUpPasswordRule} />
          ) : (
            <p className="text-sm text-text-muted">{signUpPasswordRule}</p>
          )
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            autoComplete="new-password"
            maxLength={passwordLimits.max}
          />
        )}
      </Field>
      <ConfirmPasswordField form={form} label={authTexts.fields.confirmPassword} names={['password', 'confirmation']} />
      <Button type="submit" className="w-full" disabled={!rules.ready || isSubmitting}>
        {isSubmitting ? authTexts.signUp.submitting : authTexts.signUp.submit}
      </Button>
    </form>
  );
}
