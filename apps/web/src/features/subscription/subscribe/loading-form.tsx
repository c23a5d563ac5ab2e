import { Skeleton } from '../../../components/base/skeleton.tsx';
import { subscriptionTexts } from '../texts.ts';

/** A placeholder while a card form loads. */
export function LoadingForm() {
  return (
    <div role="status" aria-label={subscriptionTexts.payment.preparing} className="grid gap-4">
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
