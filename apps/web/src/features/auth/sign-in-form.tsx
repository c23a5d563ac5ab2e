import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { Button, TextButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Input, PasswordInput } from '../../components/input.tsx';
import { changeUser } from '../session/change-user.ts';
import { forgetLogout, storeUser } from '../session/stored-user.ts';
import { invalidEmail } from './email-check.ts';
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
  email: string;
  onEmail: (email: string) => void;
  notice: SignInNotice | null;
  onSignIn: () => void;
  onSignedIn: () => Promise<void>;
}) {
  const [password, setPassword] = useState('');
  const [emailError, setEmailError] = useState<string>();
  const [own, setOwn] = useState<Said | null>();
  const [leaving, setLeaving] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const login = trpc.auth.login.useMutation();
  const forgot = trpc.auth.forgotPassword.useMutation();
  const busy = login.isPending || leaving;
  const email = props.email.trim();
  const said = own === undefined ? props.notice : own;

  function emailIsWrong(): boolean {
    if (!invalidEmail(email)) return false;
    setEmailError('Enter a valid email address.');
    emailInput.current?.focus();
    return true;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !email || !password) return;
    setOwn(null);
    if (emailIsWrong()) return;
    forgetLogout();
    props.onSignIn();
    try {
      const user = await login.mutateAsync({ email, password });
      setLeaving(true);
      storeUser(user);
      await changeUser(queries, user);
      await props.onSignedIn();
    } catch (error) {
      setLeaving(false);
      const { text, offerResend } = signInRefusal(error);
      setOwn(offerResend ? { resendTo: email, reason: text } : { tone: 'danger', text });
    }
  }

  async function sendReset() {
    if (forgot.isPending) return;
    setOwn(null);
    if (!email) {
      emailInput.current?.focus();
      return setOwn({ tone: 'danger', text: 'Please enter your email address first' });
    }
    if (emailIsWrong()) return;
    try {
      await forgot.mutateAsync({ email });
      setOwn({ tone: 'info', text: 'Password reset instructions have been sent to your email', mailed: true });
    } catch (error) {
      setOwn({ tone: 'danger', text: forgotRefusal(error) });
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      {said && 'resendTo' in said && <ResendBox key={said.resendTo} email={said.resendTo} reason={said.reason} />}
      {said && 'tone' in said && <SignInNoticeBox notice={said} />}
      <Field label="Email" error={emailError}>
        {(control) => (
          <Input
            {...control}
            ref={emailInput}
            type="email"
            name="email"
            autoComplete="username"
            value={props.email}
            onChange={(event) => {
              props.onEmail(event.target.value);
              setEmailError(undefined);
            }}
          />
        )}
      </Field>
      <Field
        label="Password"
        aside={
          <TextButton className="-my-1.5" disabled={forgot.isPending} onClick={sendReset}>
            Forgot Password?
          </TextButton>
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" disabled={busy || !email || !password}>
        {busy ? 'Signing in…' : 'Sign In'}
      </Button>
    </form>
  );
}
