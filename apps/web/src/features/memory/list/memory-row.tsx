import type { Memory } from '@noek/contract/memory/schemas';
import { clsx } from 'clsx';
import { Folder, MessageSquare, Pencil, Plug, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../components/base/badge.tsx';
import { TextButton } from '../../../components/base/button.tsx';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { exactLabel, updatedLabel } from '../../../components/dates/date-labels.ts';
import { Checkbox } from '../../../components/fields/checkbox.tsx';
import { PageLink } from '../../../components/page/page-link.tsx';
import { memoryTexts } from '../texts.ts';
import { ImportanceBadge } from './importance-badge.tsx';
import { MemoryBody } from './memory-body.tsx';
import { MemoryHistory } from './memory-history.tsx';

const texts = memoryTexts.row;

/** More than about four lines. */
const isLong = ({ content }: Memory) => content.length > 320 || content.split('\n').length > 4;

/** A memory in the full list, with its actions and a link to its source. */
export function MemoryRow(props: {
  memory: Memory;
  /** The name of the project whose chats alone use it; null: all other chats. */
  project: string | null;
  /** The message that the memory comes from; null if there is none. */
  sourceHref: string | null;
  onEdit: () => void;
  onDelete: () => void;
  /** Null: not selecting. */
  selected: boolean | null;
  onSelect: (selected: boolean) => void;
}) {
  const { memory, selected } = props;
  const [open, setOpen] = useState(false);
  const box = `memory-${memory.id}`;
  const [showsHistory, setShowsHistory] = useState(false);
  const edited = memory.updatedAt !== memory.createdAt;
  return (
    <li className="flex gap-3 border-border border-t py-4 [contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
      {selected !== null && (
        <Checkbox
          id={box}
          className="mt-1"
          aria-label={texts.select(memory.title)}
          checked={selected}
          onCheckedChange={(value) => props.onSelect(value === true)}
        />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <h2 dir="auto" className="min-w-0 text-wrap break-words pt-0.5 text-base">
            {selected === null ? memory.title : <label htmlFor={box}>{memory.title}</label>}
          </h2>
          <ImportanceBadge importance={memory.importance} className="flex-none" />
        </div>
        <MemoryBody said={memory} className={clsx('mt-1', !open && 'line-clamp-4')} />
        {isLong(memory) && (
          <TextButton className="-ml-1" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? texts.showLess : texts.showAll}
          </TextButton>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-text-muted text-xs">
          <Badge className="max-w-full">
            <span className="sr-only">{texts.categoryLabel} </span>
            <span dir="auto" className="truncate">
              {memory.category}
            </span>
          </Badge>
          {props.project !== null && (
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <Folder className="size-3.5 flex-none" aria-hidden />
              <bdi className="min-w-0 break-words">{memoryTexts.projects.only(props.project)}</bdi>
            </span>
          )}
          <span className="tabular-nums">
            <time dateTime={memory.createdAt} title={exactLabel(memory.createdAt)}>
              {updatedLabel(memory.createdAt)}
            </time>
            {edited && (
              <>
                {`, ${texts.edited} `}
                <time dateTime={memory.updatedAt} title={exactLabel(memory.updatedAt)}>
                  {updatedLabel(memory.updatedAt)}
                </time>
              </>
            )}
          </span>
          {props.sourceHref && (
            <PageLink
              href={props.sourceHref}
              className="inline-flex min-h-(--size-control-sm) items-center gap-1.5 font-medium text-accent-ink hover:underline hover:underline-offset-3"
            >
              <MessageSquare className="size-3.5" aria-hidden />
              {texts.source}
            </PageLink>
          )}
          {memory.app !== null && (
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <Plug className="size-3.5 flex-none" aria-hidden />
              <bdi className="min-w-0 break-words">{texts.app(memory.app)}</bdi>
            </span>
          )}
          {edited && (
            <TextButton className="text-xs" aria-expanded={showsHistory} onClick={() => setShowsHistory(!showsHistory)}>
              {showsHistory ? memoryTexts.history.hide : memoryTexts.history.show}
            </TextButton>
          )}
        </div>
        {edited && showsHistory && <MemoryHistory memory={memory} />}
      </div>
      {selected === null && (
        <div className="flex flex-none items-start max-sm:flex-col">
          <IconButton label={texts.edit(memory.title)} hint={texts.editHint} onClick={props.onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={texts.delete(memory.title)} hint={texts.deleteHint} onClick={props.onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      )}
    </li>
  );
}
