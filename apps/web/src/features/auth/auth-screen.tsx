import { useCallback, useRef, useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { TextButton } from '../../components/button.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import type { Arrival } from '../session/arrival.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { AuthCard, AuthFrame } from './auth-frame.tsx';
import { CheckYourEmail } from './check-your-email.tsx';
import { useFocusOnTurn } from './focus-on-turn.ts';
import { GoogleButton } from './google-button.tsx';
import { providerErrorText } from './refusal-text.ts';
import { SignInForm } from './sign-in-form.tsx';
import type { SignInNotice } from './sign-in-notice.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SignedInCard } from './signed-in-card.tsx';
import { useContinue } from './use-continue.ts';

export type AuthMode = 'sign-in' | 'sign-up';
/** What the screen was opened for. */
export type AuthArrival = Pick<Arrival, 'token' | 'action' | 'forceLogin' | 'returnTo' | 'error'>;

const nothingTyped = { name: '', email: '', password: '', confirmation: '' };

/** One card that turns between signing in and signing up. The route owns which side is up; what was typed stays. */
export function AuthScreen(props: { mode: AuthMode; arrival: AuthArrival; onMode: (mode: AuthMode) => void }) {
  const { arrival, onMode } = props;
  const { user, expected } = useCurrentUser();
  const typed = useRef(nothingTyped);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [stays, setStays] = useState(() => staysHere(arrival));
  const [notice, setNotice] = useState(() => arrivalNotice(arrival));
  const goOn = useContinue(arrival.returnTo);
  const view = sentTo ? 'check-email' : stays || !expected ? props.mode : 'signed-in';
  usePageTitle(
    {
      'sign-in': 'Sign in · Noek',
      'sign-up': 'Create account · Noek',
      'check-email': 'Check your email · Noek',
      'signed-in': 'Sign in · Noek',
    }[view],
  );
  useFocusOnTurn(view);

  const onContinue = useCallback(() => {
    goOn().catch((error: unknown) => {
      setStays(true);
      setNotice({ tone: 'danger', text: errorText(error) });
    });
  }, [goOn]);
  const turn = (mode: AuthMode) => {
    setSentTo(null);
    setNotice(null);
    onMode(mode);
  };

  return (
    <AuthFrame>
      {view === 'signed-in' && <SignedInCard user={user} onContinue={onContinue} />}
      {view === 'check-email' && (
        <CheckYourEmail email={sentTo ?? ''} onSignIn={() => turn('sign-in')} onBack={() => turn('sign-up')} />
      )}
      {view === 'sign-in' && (
        <AuthCard heading="Welcome Back" lead="Sign in to continue to Noek.">
          <div className="mt-6 grid gap-4">
            <GoogleButton returnTo={arrival.returnTo} />
            <Divider />
          </div>
          <SignInForm
            email={typed.current.email}
            onEmail={(email) => {
              typed.current = { ...typed.current, email };
            }}
            notice={notice}
            onSignIn={() => setStays(true)}
            onSignedIn={goOn}
          />
          <Turn question="Don’t have an account?" action="Sign Up" onClick={() => turn('sign-up')} />
        </AuthCard>
      )}
      {view === 'sign-up' && (
        <AuthCard heading="Create Account" lead="Free, with 3,000 messages per day.">
          <SignUpForm
            typed={typed.current}
            onTyped={(values) => {
              typed.current = values;
            }}
            onSignedUp={(email) => {
              typed.current = { ...typed.current, password: '', confirmation: '' };
              setSentTo(email);
            }}
          />
          <Turn question="Already have an account?" action="Sign In" onClick={() => turn('sign-in')} />
        </AuthCard>
      )}
    </AuthFrame>
  );
}

/** Is even a signed-in visitor shown the form? */
const staysHere = ({ token, action, forceLogin }: AuthArrival) =>
  token !== null || action === 'logout' || action === 'login_required' || forceLogin;

function arrivalNotice({ action, error }: AuthArrival): SignInNotice | null {
  if (error) return { tone: 'danger', text: providerErrorText(error) };
  if (action === 'logout') return { tone: 'info', text: 'You are signed out.' };
  if (action === 'login_required') return { tone: 'info', text: 'Please sign in to continue.' };
  return null;
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
