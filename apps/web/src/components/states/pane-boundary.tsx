import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../base/button.tsx';
import { componentTexts } from '../base/texts.ts';
import { ErrorBoundary } from './error-boundary.tsx';

type PaneBoundaryProps = {
  /** When it changes, a failed pane is rendered again. */
  resetKey?: unknown;
  /** The children float over the page (a dialog), and so does their fallback. */
  floating?: boolean;
  children: ReactNode;
};

/** A part of a screen that can fail without affecting the rest. */
export function PaneBoundary({ resetKey, floating = false, children }: PaneBoundaryProps) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(retry) => <FailedPane floating={floating} retry={retry} />}>
      {children}
    </ErrorBoundary>
  );
}

function FailedPane({ floating, retry }: { floating: boolean; retry: () => void }) {
  return (
    <div
      role="alert"
      className={clsx(
        'grid place-content-center justify-items-center gap-3 p-5 text-center text-sm',
        floating &&
          'fixed inset-x-4 bottom-4 z-(--z-dialog) mx-auto max-w-96 rounded-card border border-border bg-surface-raised shadow-float',
      )}
    >
      <p>{componentTexts.failedPane.text}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="sm" variant="quiet" onClick={retry}>
          {componentTexts.tryAgain}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => window.location.reload()}>
          {componentTexts.failedPane.reload}
        </Button>
      </div>
    </div>
  );
}
