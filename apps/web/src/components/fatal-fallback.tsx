import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Logo } from './logo.tsx';

/** What is left when the page itself fails. */
export function FatalFallback() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center px-6 py-8 text-center">
      <Logo className="mb-5 size-11" />
      <div role="alert">
        <h1 className="text-2xl">Something went wrong</h1>
        <p className="mt-2 text-text-muted">Please refresh the page to continue.</p>
      </div>
      <Button className="mt-7" onClick={() => window.location.reload()}>
        Refresh Page
      </Button>
    </main>
  );
}

/** Catches what nothing below it caught. */
export function FatalBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={() => <FatalFallback />}>{children}</ErrorBoundary>;
}
