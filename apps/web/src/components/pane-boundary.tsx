import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

type PaneBoundaryProps = {
  /** When it changes, a pane that failed is shown once more. */
  resetKey?: unknown;
  /** What is in it floats over the page (a dialog), and so does what stands in its place. */
  floating?: boolean;
  children: ReactNode;
};

/** A part of a screen that may fail without taking the rest of the screen along. */
export function PaneBoundary({ resetKey, floating = false, children }: PaneBoundaryProps) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(again) => <FailedPane floating={floating} again={again} />}>
      {children}
    </ErrorBoundary>
  );
}

function FailedPane({ floating, again }: { floating: boolean; again: () => void }) {
  return (
    <div
      role="alert"
      className={clsx(
        'grid place-content-center justify-items-center gap-3 p-5 text-center text-sm',
        floating &&
          'fixed inset-x-4 bottom-4 z-(--z-dialog) mx-auto max-w-96 rounded-card border border-border bg-surface-raised shadow-float',
      )}
    >
      <p>This part of the page could not be shown.</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="sm" variant="quiet" onClick={again}>
          Show again
        </Button>
        <Button size="sm" variant="ghost" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    </div>
  );
}
