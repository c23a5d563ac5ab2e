import type { Memory } from '@noek/contract/memory/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { exactLabel, updatedLabel } from '../../../components/dates/date-labels.ts';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { memoryTexts } from '../texts.ts';
import { MemoryBody } from './memory-body.tsx';

const texts = memoryTexts.history;

/** What a memory said before, newest first. */
export function MemoryHistory({ memory }: { memory: Memory }) {
  const query = trpc.memory.history.useQuery({ id: memory.id }, { staleTime: 0 });
  if (query.isPending)
    return (
      <p className="mt-2 text-sm text-text-muted" role="status">
        {texts.loading}
      </p>
    );
  if (query.isError)
    return <Unreadable className="mt-2" text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <p className="mt-2 text-sm text-text-muted">{texts.none}</p>;
  return (
    <ol aria-label={texts.label(memory.title)} className="mt-2 grid gap-2 border-border border-l-2 pl-3">
      {query.data.map((version) => (
        <li key={version.replacedAt} className="min-w-0 text-sm">
          {version.title !== memory.title && (
            <p dir="auto" className="break-words font-medium">
              {version.title}
            </p>
          )}
          <MemoryBody said={version} />
          <p className="text-text-muted text-xs tabular-nums">
            {texts.until[version.replacedBy]}{' '}
            <time dateTime={version.replacedAt} title={exactLabel(version.replacedAt)}>
              {updatedLabel(version.replacedAt)}
            </time>
          </p>
        </li>
      ))}
    </ol>
  );
}
