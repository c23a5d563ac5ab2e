import { type FormEvent, useRef, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Input, PasswordInput } from '../../components/input.tsx';
import { Notice } from '../../components/notice.tsx';
import { invalidEmail } from './email-check.ts';
import { PasswordRule } from './password-rule.tsx';
import { signUpRefusal } from './refusal-text.ts';
import { type SignUpForm as Form, signUpRules } from './sign-up-rules.ts';

/** `form` lives above, so that nothing typed is lost when the card turns. */
export function SignUpForm(props: { form: Form; onForm: (form: Form) => void; onSignedUp: (email: string) => void }) {
  const { form } = props;
  const [emailError, setEmailError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const emailInput = useRef<HTMLInputElement>(null);
  const signUp = trpc.auth.signUp.useMutation();
  const rules = signUpRules(form);
  const change = (part: Partial<Form>) => props.onForm({ ...form, ...part });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (signUp.isPending || !rules.ready) return;
    setRefusal(undefined);
    const email = form.email.trim();
    if (invalidEmail(email)) {
      setEmailError('Enter a valid email address.');
      emailInput.current?.focus();
      return;
    }
    try {
      await signUp.mutateAsync({ name: form.name.trim(), email, password: form.password });
      props.onSignedUp(email);
    } catch (error) {
      setRefusal(signUpRefusal(error));
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-6 grid gap-4">
      {refusal && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Field label="Full name">
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            maxLength={120}
            value={form.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Email" error={emailError}>
        {(control) => (
          <Input
            {...control}
            ref={emailInput}
            type="email"
            name="email"
            autoComplete="email"
            value={form.email}
            onChange={(event) => {
              change({ email: event.target.value });
              setEmailError(undefined);
            }}
          />
        )}
      </Field>
      <Field
        label="Password"
        invalid={form.password !== '' && !rules.longEnough}
        notes={
          form.password ? (
            <PasswordRule holds={rules.longEnough} text="At least 8 characters" />
          ) : (
            <p className="text-sm text-text-muted">At least 8 characters</p>
          )
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="new-password"
            autoComplete="new-password"
            value={form.password}
            onChange={(event) => change({ password: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Confirm password"
        invalid={form.confirmation !== '' && !rules.same}
        notes={
          <div aria-live="polite">
            {form.confirmation && (
              <PasswordRule holds={rules.same} text={rules.same ? 'Passwords match' : 'Passwords do not match'} />
            )}
          </div>
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="confirm-password"
            autoComplete="new-password"
            value={form.confirmation}
            onChange={(event) => change({ confirmation: event.target.value })}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" disabled={!rules.ready || signUp.isPending}>
        {signUp.isPending ? 'Creating account…' : 'Create Account'}
      </Button>
    </form>
  );
}
