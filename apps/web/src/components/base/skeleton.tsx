import { clsx } from 'clsx';

/** A placeholder for loading content; it appears only after 150 ms. Size it with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={clsx('animate-late rounded-chip bg-surface-active forced-colors:border', className)} />
  );
}
