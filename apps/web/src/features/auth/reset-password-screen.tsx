import { passwordLimits } from '@noek/contract/limits';
import { type FormEvent, useRef, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { PasswordInput } from '../../components/input.tsx';
import { Notice } from '../../components/notice.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { storeUser } from '../session/stored-user.ts';
import { AuthCard, AuthFrame } from './auth-frame.tsx';
import { useFocusOnTurn } from './focus-on-turn.ts';
import { BackToSignIn, Outcome } from './outcome.tsx';
import { PasswordRule } from './password-rule.tsx';
import { resetRefusal } from './refusal-text.ts';

/** Sets a new password with the token of a mailed link. */
export function ResetPasswordScreen({ token }: { token: string | undefined }) {
  const [form, setForm] = useState({ password: '', confirmation: '' });
  const [tooShort, setTooShort] = useState(false);
  const [refusal, setRefusal] = useState(token === undefined ? 'Invalid or missing reset token' : null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const reset = trpc.auth.resetPassword.useMutation();
  const same = form.password === form.confirmation;
  usePageTitle('Reset password · Noek');
  useFocusOnTurn(reset.isSuccess);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (reset.isPending || !form.password || !same) return;
    if (token === undefined) return setRefusal('Reset token is missing');
    setRefusal(null);
    if (form.password.length < passwordLimits.changeMin) {
      setTooShort(true);
      passwordInput.current?.focus();
      return;
    }
    try {
      await reset.mutateAsync({ token, newPassword: form.password });
      // Every session of the account has ended.
      storeUser(null);
    } catch (error) {
      setRefusal(resetRefusal(error));
    }
  }

  return (
    <AuthFrame>
      {reset.isSuccess ? (
        <AuthCard heading="Password Changed">
          <Outcome good text={reset.data.message} signIn="Go to Sign In" />
        </AuthCard>
      ) : (
        <AuthCard heading="Reset Password" lead="Choose a new password for your account.">
          <form noValidate onSubmit={submit} className="mt-6 grid gap-4">
            {refusal && (
              <Notice tone="danger" role="alert">
                {refusal}
              </Notice>
            )}
            <Field
              label="New password"
              error={tooShort ? 'Password must be at least 6 characters long' : undefined}
              help={tooShort ? undefined : 'At least 6 characters'}
            >
              {(control) => (
                <PasswordInput
                  {...control}
                  ref={passwordInput}
                  name="new-password"
                  autoComplete="new-password"
                  maxLength={passwordLimits.max}
                  value={form.password}
                  onChange={(event) => {
                    setForm({ ...form, password: event.target.value });
                    setTooShort(false);
                  }}
                />
              )}
            </Field>
            <Field
              label="Confirm new password"
              invalid={form.confirmation !== '' && !same}
              notes={
                <div aria-live="polite">
                  {form.confirmation && (
                    <PasswordRule holds={same} text={same ? 'Passwords match' : 'Passwords do not match'} />
                  )}
                </div>
              }
            >
              {(control) => (
                <PasswordInput
                  {...control}
                  name="confirm-password"
                  autoComplete="new-password"
                  maxLength={passwordLimits.max}
                  value={form.confirmation}
                  onChange={(event) => setForm({ ...form, confirmation: event.target.value })}
                />
              )}
            </Field>
            <Button type="submit" className="w-full" disabled={!form.password || !same || reset.isPending}>
              {reset.isPending ? 'Resetting password…' : 'Reset Password'}
            </Button>
          </form>
          <BackToSignIn />
        </AuthCard>
      )}
    </AuthFrame>
  );
}
