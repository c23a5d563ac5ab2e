import type { ReactNode } from 'react';
import { errorText, isUnauthorized } from '../../../api/base/error-text.ts';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { memoryTexts } from '../texts.ts';

/** Whether there is no list, or it may no longer be shown. A cached list stays when a refetch fails. */
export const isUnreadable = (query: { isError: boolean; data: unknown; error: unknown }) =>
  query.isError && (!query.data || isUnauthorized(query.error));

/** Why the list cannot be shown. `signIn`: an action for a person whose session has ended. */
export function UnreadableMemories({
  error,
  onRetry,
  signIn,
}: {
  error: unknown;
  onRetry: () => void;
  signIn?: ReactNode;
}) {
  if (isUnauthorized(error))
    return (
      <CentredMessage title={memoryTexts.signedOut.title} text={memoryTexts.signedOut.description}>
        {signIn}
      </CentredMessage>
    );
  return <Unreadable text={errorText(error)} onRetry={onRetry} />;
}

/** Three placeholders while the list loads. */
export function LoadingMemories() {
  return (
    <div className="grid gap-2" role="status" aria-label={memoryTexts.loading}>
      {[1, 2, 3].map((place) => (
        <div
          key={place}
          className="grid gap-2.5 rounded-card border border-border p-3"
          data-testid="placeholder-memory"
        >
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      ))}
    </div>
  );
}
