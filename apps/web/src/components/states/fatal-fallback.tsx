import type { ReactNode } from 'react';
import { Button } from '../base/button.tsx';
import { Logo } from '../base/logo.tsx';
import { componentTexts } from '../base/texts.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** Shown when the page itself fails. */
export function FatalFallback() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center px-6 py-8 text-center">
      <Logo className="mb-5 size-11" />
      <div role="alert">
        <h1 className="text-2xl">{componentTexts.fatal.title}</h1>
        <p className="mt-2 text-text-muted">{componentTexts.fatal.hint}</p>
      </div>
      <Button className="mt-7" onClick={() => window.location.reload()}>
        {componentTexts.fatal.refresh}
      </Button>
    </main>
  );
}

/** Catches errors that no inner boundary caught. */
export function FatalBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={() => <FatalFallback />}>{children}</ErrorBoundary>;
}
