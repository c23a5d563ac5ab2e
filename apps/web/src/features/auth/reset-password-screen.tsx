import { zodResolver } from '@hookform/resolvers/zod';
import { passwordLimits } from '@noek/contract/limits';
import { useForm, useWatch } from 'react-hook-form';
import { trpc } from '../../api/trpc.ts';
import { Button } from '../../components/button.tsx';
import { FormField } from '../../components/form-field.tsx';
import { FormRefusal } from '../../components/form-refusal.tsx';
import { PasswordInput } from '../../components/input.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { storeUser } from '../session/stored-user.ts';
import { AuthCard, AuthFrame } from './auth-frame.tsx';
import { ConfirmPasswordField } from './confirm-password-field.tsx';
import { useFocusOnTurn } from './focus-on-turn.ts';
import { BackToSignIn, Outcome } from './outcome.tsx';
import { resetFormSchema } from './password-forms.ts';
import { resetRefusal } from './refusal-text.ts';

/** Sets a new password with the token of a mailed link. */
export function ResetPasswordScreen({ token }: { token: string | undefined }) {
  const form = useForm({
    resolver: zodResolver(resetFormSchema),
    defaultValues: { newPassword: '', confirmation: '' },
    ...(token === undefined && { errors: noToken }),
  });
  const reset = trpc.auth.resetPassword.useMutation();
  const [password, confirmation] = useWatch({ control: form.control, name: ['newPassword', 'confirmation'] });
  const { isSubmitting, errors } = form.formState;
  usePageTitle('Reset password · Noek');
  useFocusOnTurn(reset.isSuccess);

  const submit = form.handleSubmit(async ({ newPassword }) => {
    if (token === undefined) return form.setError('root', { message: 'Reset token is missing' });
    try {
      await reset.mutateAsync({ token, newPassword });
      // Every session of the account has ended.
      storeUser(null);
    } catch (error) {
      form.setError('root', { message: resetRefusal(error) });
    }
  });

  return (
    <AuthFrame>
      {reset.isSuccess ? (
        <AuthCard heading="Password Changed">
          <Outcome good text={reset.data.message} signIn="Go to Sign In" />
        </AuthCard>
      ) : (
        <AuthCard heading="Reset Password" lead="Choose a new password for your account.">
          <form noValidate onSubmit={submit} className="mt-6 grid gap-4">
            <FormRefusal text={errors.root?.message} />
            <FormField
              form={form}
              name="newPassword"
              label="New password"
              help={errors.newPassword ? undefined : `At least ${passwordLimits.changeMin} characters`}
            >
              {(control) => <PasswordInput {...control} autoComplete="new-password" maxLength={passwordLimits.max} />}
            </FormField>
            <ConfirmPasswordField form={form} label="Confirm new password" names={['newPassword', 'confirmation']} />
            <Button type="submit" className="w-full" disabled={!password || password !== confirmation || isSubmitting}>
              {isSubmitting ? 'Resetting password…' : 'Reset Password'}
            </Button>
          </form>
          <BackToSignIn />
        </AuthCard>
      )}
    </AuthFrame>
  );
}

const noToken = { root: { type: 'token', message: 'Invalid or missing reset token' } };
