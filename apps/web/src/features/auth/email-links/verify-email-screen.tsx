import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../api/trpc.ts';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { useFocusOnViewChange } from '../../../components/forms/focus-on-view-change.ts';
import { AuthCard, AuthFrame, authHeadingId } from '../auth-frame.tsx';
import { verifyRefusal } from '../forms/refusal-text.ts';
import { authTexts } from '../texts.ts';
import { NewLink } from './new-link.tsx';
import { Outcome } from './outcome.tsx';

const texts = authTexts.verifyEmail;

/** Redeems the token of a verification link once and shows the result. */
export function VerifyEmailScreen({ token }: { token: string | undefined }) {
  const { client } = trpc.useUtils();
  // A query, because Strict Mode mounts the screen twice and the token works once.
  const verification = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => client.auth.verifyEmail.mutate({ token: token ?? '' }),
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
          <Outcome good text={texts.confirmed} signIn={texts.continue} />
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
