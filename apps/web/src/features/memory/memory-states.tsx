import type { ReactNode } from 'react';
import { errorText, isUnauthorized } from '../../api/base/error-text.ts';
import { TextButton } from '../../components/base/button.tsx';
import { Skeleton } from '../../components/base/skeleton.tsx';
import { memoryTexts } from './texts.ts';

/** A centred message in place of the list, with an optional action. */
export function Centred({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-12 text-center">
      <p className="font-medium text-[0.875rem]">{title}</p>
      {hint && <p className="text-sm text-text-muted">{hint}</p>}
      {children && <div className="mt-3">{children}</div>}
    </div>
  );
}

/** Whether there is no list to show, or it may no longer be shown. A cached list stays when a refetch fails. */
export const isUnreadable = (query: { isError: boolean; data: unknown; error: unknown }) =>
  query.isError && (!query.data || isUnauthorized(query.error));

/** Why the list cannot be shown. `signIn`: an action for somebody whose session has ended. */
export function Unreadable({ error, onRetry, signIn }: { error: unknown; onRetry: () => void; signIn?: ReactNode }) {
  if (isUnauthorized(error))
    return (
      <Centred title={memoryTexts.signedOut.title} hint={memoryTexts.signedOut.description}>
        {signIn}
      </Centred>
    );
  return (
    <Centred title={errorText(error)}>
      <TextButton onClick={onRetry}>{memoryTexts.tryAgain}</TextButton>
    </Centred>
  );
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
