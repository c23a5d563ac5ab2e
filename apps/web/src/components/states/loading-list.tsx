import { Skeleton } from '../base/skeleton.tsx';

/** Placeholders of a list that is loading, two lines to a row. `label` says what is loading. */
export function LoadingList({ label, rows = 3 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label} className="grid border-border border-t">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike and never move
        <div key={row} className="grid gap-2.5 border-border border-b py-4">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      ))}
    </div>
  );
}
