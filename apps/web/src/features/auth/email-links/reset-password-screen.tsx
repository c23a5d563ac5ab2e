import { zodResolver } from '@hookform/resolvers/zod';
import { passwordLimits } from '@noek/contract/auth/limits';
import { useForm, useWatch } from 'react-hook-form';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { useFocusOnViewChange } from '../../../components/forms/focus-on-view-change.ts';
import { FormField } from '../../../components/forms/form-field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { PasswordInput } from '../../../components/forms/input.tsx';
import { storeUser } from '../../session/start/stored-user.ts';
import { AuthCard, AuthFrame, authHeadingId } from '../auth-frame.tsx';
import { withReturnTo } from '../continue/remember-auth-parameters.ts';
import { ConfirmPasswordField } from '../forms/confirm-password-field.tsx';
import { resetFormSchema } from '../forms/password-forms.ts';
import { resetRefusal } from '../forms/refusal-text.ts';
import { authTexts, newPasswordRule } from '../texts.ts';
import { BackToSignIn, Outcome } from './outcome.tsx';

const texts = authTexts.resetPassword;

/** Sets a new password with the token of a link from an email. */
export function ResetPasswordScreen({ token }: { token: string | undefined }) {
  const form = useForm({
    resolver: zodResolver(resetFormSchema),
    defaultValues: { newPassword: '', confirmation: '' },
    ...(token === undefined && { errors: noToken }),
  });
  const reset = trpc.auth.resetPassword.useMutation();
  const [password, confirmation] = useWatch({ control: form.control, name: ['newPassword', 'confirmation'] });
  const { isSubmitting, errors } = form.formState;
  usePageTitle(authTexts.pageTitles.resetPassword);
  useFocusOnViewChange(reset.isSuccess, authHeadingId);

  const submit = form.handleSubmit(async ({ newPassword }) => {
    if (token === undefined) return form.setError('root', { message: texts.noTokenOnSubmit });
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
        <AuthCard heading={texts.done}>
          <Outcome good text={reset.data.message} signIn={authTexts.goToSignIn} />
        </AuthCard>
      ) : (
        <AuthCard heading={texts.heading} lead={texts.lead}>
          <form noValidate onSubmit={submit} className="mt-6 grid gap-4">
            <div className="grid gap-2">
              <FormRefusal text={errors.root?.message} />
              {errors.root && (
                <a className="prose-link justify-self-start text-[0.875rem]" href={withReturnTo('/login')}>
                  {texts.newLink}
                </a>
              )}
            </div>
            <FormField
              form={form}
              name="newPassword"
              label={authTexts.fields.newPassword}
              help={errors.newPassword ? undefined : newPasswordRule}
            >
              {(control) => <PasswordInput {...control} autoComplete="new-password" maxLength={passwordLimits.max} />}
            </FormField>
            <ConfirmPasswordField
              form={form}
              label={authTexts.fields.confirmNewPassword}
              names={['newPassword', 'confirmation']}
            />
            <Button type="submit" className="w-full" disabled={!password || password !== confirmation || isSubmitting}>
              {isSubmitting ? texts.submitting : texts.submit}
            </Button>
          </form>
          <BackToSignIn />
        </AuthCard>
      )}
    </AuthFrame>
  );
}

const noToken = { root: { type: 'token', message: texts.noTokenOnLoad } };
