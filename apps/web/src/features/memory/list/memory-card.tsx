import type { Memory } from '@noek/contract/memory/schemas';
import { clsx } from 'clsx';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { exactLabel, updatedLabel } from '../../../components/dates/date-labels.ts';
import { Checkbox } from '../../../components/fields/checkbox.tsx';
import { memoryTexts } from '../texts.ts';
import { ImportanceBadge } from './importance-badge.tsx';

/** A memory in the panel, with two lines of its content. */
export function MemoryCard(props: {
  memory: Memory;
  /** The name of the project whose chats alone use it; null: all other chats. */
  project: string | null;
  onDelete: () => void;
  /** Null: not selecting. */
  selected: boolean | null;
  onSelect: (selected: boolean) => void;
}) {
  const { memory, selected } = props;
  const box = `memory-${memory.id}`;
  const summary = (
    <>
      <span className="flex items-center gap-2">
        {selected !== null && (
          <Checkbox id={box} checked={selected} onCheckedChange={(value) => props.onSelect(value === true)} />
        )}
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-[0.875rem]">
          {memory.title}
        </span>
        <ImportanceBadge importance={memory.importance} className="h-5.5! px-2!" />
      </span>
      <span dir="auto" className="mt-1 line-clamp-2 break-words text-sm text-text-muted">
        {memory.content}
      </span>
    </>
  );
  return (
    <li
      className={clsx(
        'rounded-card border bg-surface-raised px-3 pt-2.5 pb-1.5',
        selected ? 'border-accent' : 'border-border',
      )}
    >
      {selected === null ? (
        summary
      ) : (
        <label htmlFor={box} className="block cursor-pointer">
          {summary}
        </label>
      )}
      <div className="flex min-h-8 items-center gap-1.5 text-text-muted text-xs coarse:min-h-10">
        <span dir="auto" className="min-w-0 truncate">
          {memory.category}
        </span>
        {props.project !== null && (
          <>
            <span aria-hidden>·</span>
            <span dir="auto" className="min-w-0 truncate">
              {memoryTexts.projects.only(props.project)}
            </span>
          </>
        )}
        <span aria-hidden>·</span>
        <time
          className="flex-1 whitespace-nowrap tabular-nums"
          dateTime={memory.createdAt}
          title={exactLabel(memory.createdAt)}
        >
          {updatedLabel(memory.createdAt)}
        </time>
        {selected === null && (
          <IconButton
            label={memoryTexts.row.delete(memory.title)}
            hint={memoryTexts.row.deleteHint}
            className="-mr-1.5"
            onClick={props.onDelete}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
    </li>
  );
}
