import type { User } from '@noek/contract/auth/schemas';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { trpc } from '../../api/trpc.ts';
import { Button, TextButton } from '../../components/base/button.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Input, PasswordInput } from '../../components/forms/input.tsx';
import { useTypedValues } from '../../components/forms/use-typed-values.ts';
import { clearRecentLogout } from '../session/start/stored-user.ts';
import { returnToInput } from './continue/remember-auth-parameters.ts';
import { ResendBox } from './email-links/resend-box.tsx';
import { useFirstFieldFocus } from './forms/first-field-focus.ts';
import { signInResolver } from './forms/later-resolvers.ts';
import { forgotRefusal, signInRefusal } from './forms/refusal-text.ts';
import { MissingGoogle } from './other-sign-in.tsx';
import { useHasAuthenticator } from './passkeys/use-has-authenticator.ts';
import { usePasskeySignIn } from './passkeys/use-passkey-sign-in.ts';
import { challengeOf } from './second-factor/challenge.ts';
import { type SignInNotice, SignInNoticeBox } from './sign-in-notice.tsx';
import { authTexts } from './texts.ts';

const texts = authTexts.signIn;

/** The message about the last attempt: a notice, or a box that resends the verification email. */
type Feedback = SignInNotice | { resendTo: string; reason: string };

/**
 * `onSignIn`: a sign-in was sent. `onSignedIn` leaves the page; if it fails, its refusal is shown like any other. `onSecondFactor`: the
 * password is right, and the sign-in continues with a second factor. `notice` is shown until there is newer feedback.
 */
export function SignInForm(props: {
  /** The initial value: what was typed before, here or in the sign-up form. */
  email: string;
  onEmail: (email: string) => void;
  notice: SignInNotice | null;
  /** There are buttons of Google or companies above the form. */
  hasProvider: boolean;
  onSignIn: () => void;
  onSignedIn: (user: User) => Promise<void>;
  onSecondFactor: (challenge: string) => void;
}) {
  const form = useForm({
    resolver: signInResolver,
    defaultValues: { email: props.email, password: '' },
  });
  const [newFeedback, setNewFeedback] = useState<Feedback | null>();
  const hasAuthenticator = useHasAuthenticator();
  const [withPasskey, setWithPasskey] = useState<'no' | 'asked' | 'answered'>('no');
  const login = trpc.auth.login.useMutation();
  const forgot = trpc.auth.forgotPassword.useMutation();
  const [email, password] = useWatch({ control: form.control, name: ['email', 'password'] });
  // After a successful sign-in the page is left, so the form stays disabled.
  const busy = form.formState.isSubmitting || form.formState.isSubmitSuccessful || withPasskey === 'answered';
  const feedback = newFeedback === undefined ? props.notice : newFeedback;
  useTypedValues(form, (typed) => props.onEmail(typed.email));
  const element = useFirstFieldFocus();

  const submit = form.handleSubmit(
    async (input) => {
      setNewFeedback(null);
      clearRecentLogout();
      props.onSignIn();
      try {
        await props.onSignedIn(await login.mutateAsync(input));
      } catch (error) {
        const challenge = challengeOf(error);
        if (challenge !== null) return props.onSecondFactor(challenge);
        const { text, reason, offerResend } = signInRefusal(error);
        form.setError('root', { message: text });
        setNewFeedback(offerResend ? { resendTo: input.email, reason: text } : { tone: 'danger', text, reason });
      }
    },
    () => setNewFeedback(null),
  );

  const askForPasskey = usePasskeySignIn({
    onAnswer() {
      setNewFeedback(null);
      setWithPasskey('answered');
      props.onSignIn();
    },
    onSignedIn: props.onSignedIn,
    onProblem(problem) {
      setWithPasskey('no');
      setNewFeedback(problem);
    },
  });

  async function sendReset() {
    if (forgot.isPending) return;
    setNewFeedback(null);
    if (!email.trim()) {
      form.setFocus('email');
      return setNewFeedback({ tone: 'danger', text: texts.emailFirst });
    }
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    try {
      await forgot.mutateAsync({ email: email.trim(), ...returnToInput() });
      setNewFeedback({ tone: 'info', text: texts.resetSent, emailed: true });
    } catch (error) {
      setNewFeedback({ tone: 'danger', text: forgotRefusal(error) });
    }
  }

  const passkeyButton = (label: string) =>
    askForPasskey && (
      <Button
        variant="quiet"
        className="w-full whitespace-normal!"
        disabled={busy || withPasskey === 'asked'}
        onClick={() => {
          setNewFeedback(null);
          setWithPasskey('asked');
          void askForPasskey();
        }}
      >
        {label}
      </Button>
    );

  return (
    <form ref={element} noValidate onSubmit={submit} className="mt-4 grid gap-4">
      {feedback && 'resendTo' in feedback && (
        <ResendBox key={feedback.resendTo} email={feedback.resendTo} reason={feedback.reason} />
      )}
      {feedback && 'tone' in feedback && <SignInNoticeBox notice={feedback} />}
      <FormField form={form} name="email" label={authTexts.fields.email}>
        {(control) => <Input {...control} type="email" autoComplete="username webauthn" />}
      </FormField>
      <FormField
        form={form}
        name="password"
        label={authTexts.fields.password}
        aside={
          <TextButton className="-my-1.5 -mr-1" disabled={forgot.isPending} onClick={sendReset}>
            {texts.forgotPassword}
          </TextButton>
        }
      >
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
      <Button type="submit" className="w-full" disabled={busy || !email.trim() || !password}>
        {busy ? texts.submitting : texts.submit}
      </Button>
      {hasAuthenticator && passkeyButton(texts.withPasskey)}
      {(!props.hasProvider || (askForPasskey && !hasAuthenticator)) && (
        <details className="text-[0.875rem]">
          <summary className="mx-auto flex min-h-(--size-control-sm) w-fit cursor-pointer items-center gap-1.5 text-text-muted hover:text-text">
            {texts.otherWays}
            <ChevronDown className="icon in-open:rotate-180" aria-hidden />
          </summary>
          <div className="mt-2 grid gap-4">
            {!hasAuthenticator && passkeyButton(texts.withPasskeyElsewhere)}
            {!props.hasProvider && <MissingGoogle />}
          </div>
        </details>
      )}
    </form>
  );
}
