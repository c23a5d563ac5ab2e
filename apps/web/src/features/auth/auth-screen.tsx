import { useEffect, useRef, useState } from 'react';
import { usePublicConfig } from '../../api/public-config.ts';
import { trpc } from '../../api/trpc.ts';
import { TextButton } from '../../components/button.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { AuthCard, AuthFrame } from './auth-frame.tsx';
import { CheckYourEmail } from './check-your-email.tsx';
import { continueUrl } from './continue-url.ts';
import { GoogleButton } from './google-button.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export type AuthMode = 'sign-in' | 'sign-up';

const noForm = { name: '', email: '', password: '', confirmation: '' };

/** One card that turns between signing in and signing up. The route owns which side is up; what was typed stays. */
export function AuthScreen(props: { mode: AuthMode; returnTo: string | undefined; onMode: (mode: AuthMode) => void }) {
  const { origins } = usePublicConfig();
  const token = trpc.auth.generateCrossDomainToken.useMutation();
  const [form, setForm] = useState(noForm);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const view = sentTo ? 'check-email' : props.mode;
  usePageTitle(
    { 'sign-in': 'Sign in · Noek', 'sign-up': 'Create account · Noek', 'check-email': 'Check your email · Noek' }[view],
  );
  useFocusOnTurn(view);

  const onEmail = (email: string) => setForm({ ...form, email });
  const turn = (mode: AuthMode) => {
    setSentTo(null);
    props.onMode(mode);
  };
  async function onSignedIn() {
    const next = await continueUrl(
      props.returnTo,
      origins.chat,
      async (returnTo) => (await token.mutateAsync({ returnTo })).token,
    );
    window.location.assign(next);
  }

  return (
    <AuthFrame>
      {view === 'check-email' && (
        <CheckYourEmail email={sentTo ?? ''} onSignIn={() => turn('sign-in')} onBack={() => turn('sign-up')} />
      )}
      {view === 'sign-in' && (
        <AuthCard heading="Welcome Back" lead="Sign in to continue to Noek.">
          <div className="mt-6 grid gap-4">
            <GoogleButton returnTo={props.returnTo} />
            <Divider />
          </div>
          <SignInForm email={form.email} onEmail={onEmail} onSignedIn={onSignedIn} />
          <Turn question="Don’t have an account?" action="Sign Up" onClick={() => turn('sign-up')} />
        </AuthCard>
      )}
      {view === 'sign-up' && (
        <AuthCard heading="Create Account" lead="Free, with 3,000 messages per day.">
          <SignUpForm
            form={form}
            onForm={setForm}
            onSignedUp={(email) => {
              setForm({ ...form, password: '', confirmation: '' });
              setSentTo(email);
            }}
          />
          <Turn question="Already have an account?" action="Sign In" onClick={() => turn('sign-in')} />
        </AuthCard>
      )}
    </AuthFrame>
  );
}

/** When the card turns, the focus goes to its heading, so that it is read out; not on arrival. */
function useFocusOnTurn(view: string) {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.getElementById('auth-heading')?.focus();
  }, [view]);
}

function Divider() {
  return (
    <div className="flex items-center gap-3.5 text-sm text-text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      or
    </div>
  );
}

function Turn(props: { question: string; action: string; onClick: () => void }) {
  return (
    <p className="mt-auto pt-4.5 text-center text-[0.875rem] text-text-muted">
      {props.question}{' '}
      <TextButton className="text-[0.875rem]!" onClick={props.onClick}>
        {props.action}
      </TextButton>
    </p>
  );
}
