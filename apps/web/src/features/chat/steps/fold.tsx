import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

/** A quiet line that unfolds what is under it. */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mb-2 max-w-prose text-sm text-text-muted">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className="-ml-1 flex min-h-(--size-control-sm) max-w-full items-center gap-1.5 rounded-chip px-1 text-left hover:text-text coarse:min-h-10"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight
          className={clsx('icon flex-none transition-transform motion-reduce:transition-none', open && 'rotate-90')}
          aria-hidden
        />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </button>
      {open && (
        <div id={id} className="mt-1 ml-2 border-border border-l pl-4">
          {children}
        </div>
      )}
    </div>
  );
}
