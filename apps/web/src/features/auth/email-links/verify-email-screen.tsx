import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { useFocusOnViewChange } from '../../../components/forms/focus-on-view-change.ts';
import { Input } from '../../../components/forms/input.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { clearRecentLogout } from '../../session/start/stored-user.ts';
import { AuthCard, AuthFrame, authHeadingId } from '../auth-frame.tsx';
import { returnToInput } from '../continue/remember-auth-parameters.ts';
import { verifiedEmail } from '../continue/verified-email.ts';
import { DevInboxLink } from '../forms/dev-inbox-link.tsx';
import { MailDelayed } from '../forms/mail-delayed.tsx';
import { resendRefusal, verifyRefusal } from '../forms/refusal-text.ts';
import { authTexts } from '../texts.ts';
import { Outcome } from './outcome.tsx';

const texts = authTexts.verifyEmail;

/** Redeems the token of a verification link once and shows the result. The browser that signed up is signed in. */
export function VerifyEmailScreen({ token }: { token: string | undefined }) {
  const { client } = trpc.useUtils();
  // A query, because Strict Mode mounts the screen twice and the token works once.
  const verification = useQuery({
    queryKey: ['verify-email', token],
    async queryFn() {
      const verified = await client.auth.verifyEmail.mutate({ token: token ?? '', signIn: true });
      // The sign-in page then knows the person, or the address.
      if (verified.signedIn) clearRecentLogout();
      else verifiedEmail.set(verified.email);
      return verified;
    },
    enabled: token !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(authTexts.pageTitles.verifyEmail);
  useFocusOnViewChange(verification.status, authHeadingId);

  return (
    <AuthFrame>
      {token === undefined ? (
        <Failure text={texts.noToken} />
      ) : verification.isPending ? (
        <Loading />
      ) : verification.isError ? (
        <Failure text={verifyRefusal(verification.error)} />
      ) : (
        <AuthCard heading={texts.done} lead={texts.welcome(verification.data.user.name)}>
          <Outcome good text={verification.data.signedIn ? texts.signedIn : texts.confirmed} signIn={texts.continue} />
        </AuthCard>
      )}
    </AuthFrame>
  );
}

function Loading() {
  return (
    <AuthCard heading={texts.loading}>
      <Skeleton className="mt-5 h-4 w-3/4" />
      <Skeleton className="mt-3 h-4 w-1/2" />
    </AuthCard>
  );
}

function Failure({ text }: { text: string }) {
  return (
    <AuthCard heading={texts.failed}>
      <Outcome good={false} text={text} signIn={authTexts.goToSignIn}>
        <NewLink />
      </Outcome>
    </AuthCard>
  );
}

/** Sends a new verification link. Asks for the address, because a link that does not work names no account. */
function NewLink() {
  const resend = trpc.auth.resendVerification.useMutation();
  const [email, setEmail] = useState('');
  const id = useId();
  const { onSubmit, problem } = useSubmit({
    send: () => resend.mutateAsync({ email: email.trim(), ...returnToInput() }),
    failed: resendRefusal,
  });
  return (
    <form onSubmit={onSubmit} className="mt-5 grid gap-2">
      <p className="text-text-muted">{authTexts.verifyEmail.newLink}</p>
      <label htmlFor={id} className="mt-2 font-medium text-sm">
        {authTexts.fields.email}
      </label>
      <Input
        id={id}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" className="mt-2 w-full" disabled={resend.isPending || !email.trim()}>
        {authTexts.resend.button}
      </Button>
      <p role="status" className="text-sm">
        {resend.isSuccess && <span className="text-success-ink">{authTexts.resend.sent}</span>}
        {problem && <span className="text-danger-ink">{problem}</span>}
      </p>
      {resend.isSuccess && <DevInboxLink />}
      {resend.isSuccess && <MailDelayed />}
    </form>
  );
}
