import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/trpc.ts';
import { usePageTitle } from '../../components/page-title.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { AuthCard, AuthFrame } from './auth-frame.tsx';
import { Outcome } from './outcome.tsx';
import { verifyRefusal } from './refusal-text.ts';

/** Redeems the token of a verification link, once, and says how it went. */
export function VerifyEmailScreen({ token }: { token: string | undefined }) {
  const { client } = trpc.useUtils();
  // A query of its own, because it is shared by two mounts of the screen: the token is good for one use.
  const verification = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => client.auth.verifyEmail.mutate({ token: token ?? '' }),
    enabled: token !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle('Verify email · Noek');

  return (
    <AuthFrame>
      <div role="status">
        {token === undefined ? (
          <Failure text="No verification token found in the URL" />
        ) : verification.isPending ? (
          <Loading />
        ) : verification.isError ? (
          <Failure text={verifyRefusal(verification.error)} />
        ) : (
          <AuthCard heading="Email Verified Successfully!" lead={`Welcome, ${verification.data.user.name}!`}>
            <Outcome good text="Your address is confirmed. You can sign in now." signIn="Continue to Sign In" />
          </AuthCard>
        )}
      </div>
    </AuthFrame>
  );
}

function Loading() {
  return (
    <AuthCard heading="Verifying your email…">
      <Skeleton className="mt-5 h-4 w-3/4" />
      <Skeleton className="mt-3 h-4 w-1/2" />
    </AuthCard>
  );
}

function Failure({ text }: { text: string }) {
  return (
    <AuthCard heading="Verification Failed">
      <Outcome good={false} text={text} signIn="Go to Sign In" />
    </AuthCard>
  );
}
