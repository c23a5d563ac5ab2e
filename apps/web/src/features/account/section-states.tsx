import type { ReactNode } from 'react';
import { errorText } from '../../api/base/error-text.ts';
import { Skeleton } from '../../components/base/skeleton.tsx';
import { Unreadable } from '../../components/states/unreadable.tsx';
import { Items } from './item.tsx';

type Read<Data> = { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown };

/**
 * The content of a section: placeholders until it is read (`lines` of them, named `label`), or why it cannot be shown. When a later read
 * fails, the earlier content stays.
 */
export function ReadSection<Data>(props: {
  query: Read<Data>;
  label: string;
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  const { data, isError, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (isError) return <Unreadable text={errorText(error)} onRetry={() => void refetch()} />;
  return <LoadingItems label={props.label} lines={props.lines ?? 2} />;
}

/** Placeholders of lines that are loading. */
export function LoadingItems({ label, lines }: { label: string; lines: number }) {
  return (
    <div role="status" aria-label={label}>
      <Items>
        {Array.from({ length: lines }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike and never move
          <div key={at} className="grid content-center gap-2.5">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        ))}
      </Items>
    </div>
  );
}
