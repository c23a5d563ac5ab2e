import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../api/base/error-text.ts';
import { currentUserKey } from '../../api/trpc.ts';
import { TextButton } from '../../components/base/button.tsx';
import { codePart } from '../../components/base/code-part.ts';
import { onFirstInput } from '../../components/base/on-first-input.ts';
import { usePageTitle } from '../../components/base/page-title.ts';
import { useFocusOnViewChange } from '../../components/forms/focus-on-view-change.ts';
import { useCurrentUser } from '../session/current-user.ts';
import type { AuthParameters } from '../session/start/auth-parameters.ts';
import { AuthCard, AuthFrame, authHeadingId } from './auth-frame.tsx';
import { useContinue } from './continue/use-continue.ts';
import { useSignedIn } from './continue/use-signed-in.ts';
import { verifiedEmail } from './continue/verified-email.ts';
import { CheckYourEmail } from './email-links/check-your-email.tsx';
import { preloadResolvers } from './forms/later-resolvers.ts';
import { providerErrorText } from './forms/refusal-text.ts';
import { OtherSignIn, useSignInWays } from './other-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { type SignInNotice, SignInNoticeBox } from './sign-in-notice.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SignedInCard } from './signed-in-card.tsx';
import { authTexts } from './texts.ts';
import { WhatApplies } from './what-applies.tsx';

export type AuthMode = 'sign-in' | 'sign-up';
/** The parameters of the address that this screen uses. */
export type ScreenParameters = Pick<AuthParameters, 'token' | 'action' | 'forceLogin' | 'returnTo' | 'error'> & {
  /** From a sign-in with Google or a company that needs a second factor. */
  challenge: string | null;
};

const SecondFactorCard = codePart(() => import('./second-factor/second-factor-card.tsx')).lazy();

const emptyValues = { name: '', email: '', password: '', confirmation: '' };

/** One card that switches between sign-in and sign-up. The route owns the mode. Typed values survive a switch. */
export function AuthScreen(props: { mode: AuthMode; parameters: ScreenParameters; onMode: (mode: AuthMode) => void }) {
  const { parameters, onMode } = props;
  const queries = useQueryClient();
  const { user, expected } = useCurrentUser();
  const typed = useRef({ ...emptyValues, email: verifiedEmail.get() ?? '' });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [formForced, setFormForced] = useState(() => forcesForm(parameters));
  const { hasProvider, hasCompany, isOnlyCompany } = useSignInWays();
  const [notice, setNotice] = useState(() => noticeFor(parameters, hasCompany));
  /** The last administrator signs in with a password although only companies may. */
  const [withPassword, setWithPassword] = useState(false);
  /** Of a sign-in that waits for its second step. */
  const [challenge, setChallenge] = useState(parameters.challenge);
  const mode = isOnlyCompany ? 'sign-in' : props.mode;
  const continueToReturnTo = useContinue(parameters.returnTo);
  const signedIn = useSignedIn(continueToReturnTo);
  const view = challenge ? 'second-factor' : sentTo ? 'check-email' : formForced || !expected ? mode : 'signed-in';
  usePageTitle(
    {
      'sign-in': authTexts.pageTitles.signIn,
      'sign-up': authTexts.pageTitles.signUp,
      'check-email': authTexts.pageTitles.checkEmail,
      'signed-in': authTexts.pageTitles.signIn,
      'second-factor': authTexts.pageTitles.secondFactor,
    }[view],
  );
  // The card of the second step has a field, which takes the focus.
  useFocusOnViewChange(view, view === 'second-factor' ? '' : authHeadingId);
  useEffect(() => onFirstInput(preloadResolvers), []);

  const onContinue = useCallback(() => {
    continueToReturnTo().catch((error: unknown) => {
      setFormForced(true);
      setNotice({ tone: 'danger', text: errorText(error) });
    });
  }, [continueToReturnTo]);
  const leaveSecondFactor = (why: SignInNotice | null) => {
    setFormForced(true);
    setChallenge(null);
    setNotice(why);
  };
  const signInVerified = () => {
    // The link may have signed this browser in, in another tab.
    void queries.invalidateQueries({ queryKey: currentUserKey });
    switchTo('sign-in');
  };
  const switchTo = (mode: AuthMode) => {
    setSentTo(null);
    setNotice(null);
    onMode(mode);
  };

  return (
    <AuthFrame hasSupport={view === 'check-email'} isSignIn={view !== 'sign-up'}>
      {view === 'signed-in' && <SignedInCard user={user} onContinue={onContinue} />}
      {view === 'check-email' && (
        <CheckYourEmail email={sentTo ?? ''} onSignIn={signInVerified} onBack={() => switchTo('sign-up')} />
      )}
      {view === 'sign-in' && (
        <AuthCard heading={authTexts.signIn.heading} lead={authTexts.signIn.lead}>
          {isOnlyCompany && !withPassword && notice && (
            <div className="mt-4">
              <SignInNoticeBox notice={notice} />
            </div>
          )}
          {hasProvider && <OtherSignIn returnTo={parameters.returnTo} isAlone={isOnlyCompany && !withPassword} />}
          {isOnlyCompany && !withPassword ? (
            <WithPassword onClick={() => setWithPassword(true)} />
          ) : (
            <SignInForm
              email={typed.current.email}
              onEmail={(email) => {
                typed.current = { ...typed.current, email };
              }}
              notice={notice}
              hasProvider={hasProvider}
              onSignIn={() => setFormForced(true)}
              onSignedIn={signedIn}
              onSecondFactor={setChallenge}
            />
          )}
          {!isOnlyCompany && (
            <ModeSwitch
              question={authTexts.signIn.noAccount}
              action={authTexts.signIn.toSignUp}
              onClick={() => switchTo('sign-up')}
            />
          )}
        </AuthCard>
      )}
      {challenge && (
        <Suspense fallback={<AuthCard heading={authTexts.signIn.heading} lead={authTexts.signIn.submitting} />}>
          <SecondFactorCard
            challenge={challenge}
            onSignedIn={signedIn}
            onBack={() => leaveSecondFactor(null)}
            onExpired={(text) => leaveSecondFactor({ tone: 'danger', text })}
          />
        </Suspense>
      )}
      {view === 'sign-up' && (
        <AuthCard heading={authTexts.signUp.heading} lead={authTexts.signUp.lead}>
          {hasProvider && <OtherSignIn returnTo={parameters.returnTo} />}
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
          <WhatApplies />
          <ModeSwitch
            question={authTexts.signUp.haveAccount}
            action={authTexts.signUp.toSignIn}
            onClick={() => switchTo('sign-in')}
          />
        </AuthCard>
      )}
    </AuthFrame>
  );
}

/** Whether the form is shown even to a person who is already signed in. */
const forcesForm = ({ token, action, forceLogin }: ScreenParameters) =>
  token !== null || action === 'logout' || action === 'login_required' || forceLogin;

function noticeFor({ action, error }: ScreenParameters, hasCompany: boolean): SignInNotice | null {
  if (error) return { tone: 'danger', text: providerErrorText(error, hasCompany) };
  if (action === 'logout') return { tone: 'info', text: authTexts.signIn.signedOut };
  if (action === 'login_required') return { tone: 'info', text: authTexts.signIn.signInRequired };
  return null;
}

function WithPassword({ onClick }: { onClick: () => void }) {
  return (
    <p className="mt-4 text-center">
      <TextButton onClick={onClick}>{authTexts.company.withPassword}</TextButton>
    </p>
  );
}

function ModeSwitch(props: { question: string; action: string; onClick: () => void }) {
  return (
    <p className="mt-auto pt-4.5 text-center text-[0.875rem] text-text-muted">
      {props.question}{' '}
      <TextButton className="text-[0.875rem]!" onClick={props.onClick}>
        {props.action}
      </TextButton>
    </p>
  );
}
