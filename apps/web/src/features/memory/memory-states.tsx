import type { ReactNode } from 'react';
import { errorText, isUnauthorized } from '../../api/error-text.ts';
import { TextButton } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { signedOutText } from './use-memory-changes.ts';

/** A sentence in the middle of where the memories would be, and what can be done about it. */
export function Centred({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-12 text-center">
      <p className="font-medium text-[0.875rem]">{title}</p>
      {hint && <p className="text-sm text-text-muted">{hint}</p>}
      {children && <div className="mt-3">{children}</div>}
    </div>
  );
}

/** Can nothing be shown, or may it not any more? A list that is there stays when reading it again fails. */
export const isUnreadable = (query: { isError: boolean; data: unknown; error: unknown }) =>
  query.isError && (!query.data || isUnauthorized(query.error));

/** Why the list cannot be shown. `signIn`: what somebody is offered whose session has ended. */
export function Unreadable({ error, onRetry, signIn }: { error: unknown; onRetry: () => void; signIn?: ReactNode }) {
  if (isUnauthorized(error))
    return (
      <Centred title={signedOutText.title} hint={signedOutText.description}>
        {signIn}
      </Centred>
    );
  return (
    <Centred title={errorText(error)}>
      <TextButton onClick={onRetry}>Try again</TextButton>
    </Centred>
  );
}

/** Three places that wait for memories. */
export function LoadingMemories() {
  return (
    <div className="grid gap-2" role="status" aria-label="Loading memories">
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
