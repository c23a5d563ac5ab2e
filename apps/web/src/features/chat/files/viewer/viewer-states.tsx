import type { ReactNode } from 'react';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { filesTexts } from '../texts.ts';

export function Loading() {
  return (
    <div className="m-auto w-full max-w-prose p-6" role="status" aria-label={filesTexts.viewer.loading}>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

/** A sentence in place of a file's content. */
export function Message({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="m-auto max-w-prose text-balance p-6 text-center text-text-muted">
      {children}
    </p>
  );
}
