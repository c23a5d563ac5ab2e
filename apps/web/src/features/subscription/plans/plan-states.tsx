import { buttonClass } from '../../../components/base/button.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import { subscriptionTexts } from '../texts.ts';

/** The id of the heading of a view of plans, for `useFocusOnViewChange`. */
export const planHeadingId = 'plan-heading';

/** A placeholder while the plan is read. */
export function LoadingPlan({ className }: { className?: string }) {
  return (
    <div role="status" aria-label={subscriptionTexts.loading} className={className}>
      <div className="grid gap-3">
        <Skeleton className="h-7 w-1/2" />
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-40 w-full" />
      </div>
    </div>
  );
}

/** Shown instead of the plan when the session has ended. */
export function SignedOut() {
  const texts = subscriptionTexts.signedOut;
  return (
    <CentredMessage title={texts.title} text={texts.hint} heading>
      <SignInLink className={buttonClass('primary')}>{texts.signIn}</SignInLink>
    </CentredMessage>
  );
}
