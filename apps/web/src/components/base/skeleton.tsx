import { clsx } from 'clsx';

/** A placeholder for loading content; unless `isLate` is false, it appears only after 150 ms. Size it with `className`. */
export function Skeleton({ className, isLate = true }: { className?: string; isLate?: boolean }) {
  return (
    <div
      aria-hidden
      className={clsx('rounded-chip bg-surface-active forced-colors:border', isLate && 'animate-late', className)}
    />
  );
}
