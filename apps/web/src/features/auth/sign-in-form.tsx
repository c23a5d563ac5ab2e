import { type FormEvent, useRef, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Input, PasswordInput } from '../../components/input.tsx';
import { Notice } from '../../components/notice.tsx';
import { forgetLogout } from '../session/stored-user.ts';
import { invalidEmail } from './email-check.ts';
import { type SignInRefusal, signInRefusal } from './refusal-text.ts';
import { ResendBox } from './resend-box.tsx';

/** `onSignedIn` leaves the page; when it fails, its refusal is shown like any other. */
export function SignInForm(props: {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: () => Promise<void>;
}) {
  const [password, setPassword] = useState('');
  const [emailError, setEmailError] = useState<string>();
  const [refusal, setRefusal] = useState<SignInRefusal & { email: string }>();
  const [leaving, setLeaving] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const login = trpc.auth.login.useMutation();
  const busy = login.isPending || leaving;
  const email = props.email.trim();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !email || !password) return;
    setRefusal(undefined);
    if (invalidEmail(email)) {
      setEmailError('Enter a valid email address.');
      emailInput.current?.focus();
      return;
    }
    forgetLogout();
    try {
      await login.mutateAsync({ email, password });
      setLeaving(true);
      await props.onSignedIn();
    } catch (error) {
      setLeaving(false);
      setRefusal({ ...signInRefusal(error), email });
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      {refusal?.offerResend && <ResendBox key={refusal.email} email={refusal.email} reason={refusal.text} />}
      {refusal && !refusal.offerResend && (
        <Notice tone="danger" role="alert">
          {refusal.text}
        </Notice>
      )}
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
      <Field label="Password">
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
