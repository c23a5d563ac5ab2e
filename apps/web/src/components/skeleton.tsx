import { clsx } from 'clsx';

/** A quiet stand-in for something that loads; it appears only after 150 ms. Size it with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={clsx('animate-late rounded-chip bg-surface-active forced-colors:border', className)} />
  );
}
