import { zodResolver } from '@hookform/resolvers/zod';
import { loginInputSchema } from '@noek/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { trpc } from '../../api/trpc.ts';
import { Button, TextButton } from '../../components/button.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Input, PasswordInput } from '../../components/input.tsx';
import { useTypedValues } from '../../components/use-typed-values.ts';
import { changeUser } from '../session/change-user.ts';
import { forgetLogout, storeUser } from '../session/stored-user.ts';
import { forgotRefusal, signInRefusal } from './refusal-text.ts';
import { ResendBox } from './resend-box.tsx';
import { type SignInNotice, SignInNoticeBox } from './sign-in-notice.tsx';

/** What was last said about a try: in words, or with the verification mail once more. */
type Said = SignInNotice | { resendTo: string; reason: string };

/**
 * `onSignIn`: the person signs in by hand. `onSignedIn` leaves the page; when it fails, its refusal is shown like any other.
 * `notice` stands there until something else is to be said.
 */
export function SignInForm(props: {
  /** What was typed before, on whichever side of the card. */
  email: string;
  onEmail: (email: string) => void;
  notice: SignInNotice | null;
  onSignIn: () => void;
  onSignedIn: () => Promise<void>;
}) {
  const form = useForm({
    resolver: zodResolver(loginInputSchema),
    defaultValues: { email: props.email, password: '' },
  });
  const [own, setOwn] = useState<Said | null>();
  const queries = useQueryClient();
  const login = trpc.auth.login.useMutation();
  const forgot = trpc.auth.forgotPassword.useMutation();
  const [email, password] = useWatch({ control: form.control, name: ['email', 'password'] });
  // A sign-in that worked leaves the page.
  const busy = form.formState.isSubmitting || form.formState.isSubmitSuccessful;
  const said = own === undefined ? props.notice : own;
  useTypedValues(form, (typed) => props.onEmail(typed.email));

  const submit = form.handleSubmit(
    async (input) => {
      setOwn(null);
      forgetLogout();
      props.onSignIn();
      try {
        const user = await login.mutateAsync(input);
        storeUser(user);
        await changeUser(queries, user);
        await props.onSignedIn();
      } catch (error) {
        const { text, offerResend } = signInRefusal(error);
        form.setError('root', { message: text });
        setOwn(offerResend ? { resendTo: input.email, reason: text } : { tone: 'danger', text });
      }
    },
    () => setOwn(null),
  );

  async function sendReset() {
    if (forgot.isPending) return;
    setOwn(null);
    if (!email.trim()) {
      form.setFocus('email');
      return setOwn({ tone: 'danger', text: 'Please enter your email address first' });
    }
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    try {
      await forgot.mutateAsync({ email: email.trim() });
      setOwn({ tone: 'info', text: 'Password reset instructions have been sent to your email', mailed: true });
    } catch (error) {
      setOwn({ tone: 'danger', text: forgotRefusal(error) });
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      {said && 'resendTo' in said && <ResendBox key={said.resendTo} email={said.resendTo} reason={said.reason} />}
      {said && 'tone' in said && <SignInNoticeBox notice={said} />}
      <FormField form={form} name="email" label="Email">
        {(control) => <Input {...control} type="email" autoComplete="username" />}
      </FormField>
      <FormField
        form={form}
        name="password"
        label="Password"
        aside={
          <TextButton className="-my-1.5" disabled={forgot.isPending} onClick={sendReset}>
            Forgot Password?
          </TextButton>
        }
      >
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
      <Button type="submit" className="w-full" disabled={busy || !email.trim() || !password}>
        {busy ? 'Signing in…' : 'Sign In'}
      </Button>
    </form>
  );
}
