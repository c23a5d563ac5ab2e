import { errorText } from '../../api/base/error-text.ts';
import { Button, buttonClass } from '../../components/base/button.tsx';
import { Skeleton } from '../../components/base/skeleton.tsx';
import { SignInLink } from '../session/start/sign-in-link.tsx';
import { subscriptionTexts } from './texts.ts';

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

/** Why the plan cannot be shown. */
export function Unreadable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 py-8 text-center">
      <p>{errorText(error)}</p>
      <Button variant="quiet" onClick={onRetry}>
        {subscriptionTexts.tryAgain}
      </Button>
    </div>
  );
}

/** Instead of the plan when the session has ended. */
export function SignedOut() {
  const texts = subscriptionTexts.signedOut;
  return (
    <div className="grid justify-items-center gap-1 py-8 text-center">
      <h1 className="text-xl">{texts.title}</h1>
      <p className="text-text-muted">{texts.hint}</p>
      <SignInLink className={buttonClass('primary', 'md', 'mt-4')}>{texts.signIn}</SignInLink>
    </div>
  );
}
