import type { Memory } from '@noek/contract/memory/schemas';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { buttonClass, TextButton } from '../../components/base/button.tsx';
import { PageLink } from '../../components/page/page-link.tsx';
import { CentredMessage } from '../../components/states/centred-message.tsx';
import { DeleteQuestion } from './list/delete-question.tsx';
import { MemoryCard } from './list/memory-card.tsx';
import { isUnreadable, LoadingMemories, UnreadableMemories } from './list/memory-states.tsx';
import { useSelection } from './list/use-selection.ts';
import { MemoryOff } from './memory-off.tsx';
import { memoryTexts } from './texts.ts';
import { useMemories } from './use-memories.ts';
import { useMemoryChanges } from './use-memory-changes.ts';
import { useProjectNames } from './use-project-names.ts';

const texts = memoryTexts.selection;
const memoriesPage = '/memories';
const shownCount = 10;

/** The Memories tab of the sidebar: the ten newest memories. */
export function MemoryPanel() {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 flex-none items-center justify-between pr-2.5 pl-4.5">
        <h3 className="text-[0.875rem]">{memoryTexts.heading}</h3>
        <PageLink
          href={memoriesPage}
          className="inline-flex min-h-(--size-control-sm) items-center rounded-chip px-2 font-medium text-accent-ink text-sm hover:underline hover:underline-offset-3"
        >
          {memoryTexts.viewAll}
        </PageLink>
      </div>
      <MemoryOff className="mx-3 mb-1 flex-none" />
      <PanelList />
    </div>
  );
}

function PanelList() {
  const query = useMemories();
  const { remove } = useMemoryChanges();
  const shown = query.data?.memories.slice(0, shownCount) ?? [];
  const { projectOf } = useProjectNames(shown);
  const selection = useSelection(shown);
  const [deleting, setDeleting] = useState<readonly Memory[]>([]);
  const counter = useRef<HTMLParagraphElement>(null);

  if (isUnreadable(query)) return <UnreadableMemories error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data)
    return (
      <div className="px-3">
        <LoadingMemories />
      </div>
    );
  if (query.data.memories.length === 0)
    return (
      <>
        <p className="px-4.5 text-text-muted text-xs leading-10">{memoryTexts.counter(query.data)}</p>
        <CentredMessage title={memoryTexts.empty.title} text={memoryTexts.empty.hint}>
          <PageLink href={memoriesPage} className={buttonClass('quiet', 'sm')}>
            {memoryTexts.add}
          </PageLink>
        </CentredMessage>
      </>
    );

  const run = (memories: readonly Memory[]) => {
    selection.end();
    remove(memories);
    // The pressed button disappears with its memory.
    counter.current?.focus();
  };
  const more = query.data.memories.length - shown.length;
  return (
    <>
      <div className="flex min-h-10 flex-none items-center justify-between pr-2.5 pl-4.5 text-text-muted text-xs">
        <p ref={counter} tabIndex={-1} className="outline-none" aria-live="polite">
          {selection.on ? texts.count(selection.chosen.length) : memoryTexts.counter(query.data)}
        </p>
        <span className="flex">
          {selection.on && (
            <TextButton
              className="px-2 text-danger-ink! text-xs disabled:text-text-muted!"
              disabled={selection.chosen.length === 0}
              onClick={() => (selection.chosen.length > 1 ? setDeleting(selection.chosen) : run(selection.chosen))}
            >
              {texts.deleteAll}
            </TextButton>
          )}
          <TextButton className="px-2 text-text-muted! text-xs hover:text-text!" onClick={selection.toggle}>
            {selection.on ? texts.cancel : texts.start}
          </TextButton>
        </span>
      </div>
      <ul className="scroll-area grid min-h-0 flex-1 auto-rows-min grid-cols-[minmax(0,1fr)] gap-2 px-3 pb-3">
        {shown.map((memory) => (
          <MemoryCard
            key={memory.id}
            memory={memory}
            project={projectOf(memory)}
            onDelete={() => run([memory])}
            selected={selection.on ? selection.has(memory.id) : null}
            onSelect={(selected) => selection.set(memory.id, selected)}
          />
        ))}
        {more > 0 && (
          <li className="grid">
            <PageLink href={memoriesPage} className={buttonClass('ghost', 'sm')}>
              {memoryTexts.viewMore(more)}
            </PageLink>
          </li>
        )}
      </ul>
      <div className="flex-none border-border border-t p-2">
        <PageLink href={memoriesPage} className={buttonClass('ghost', 'sm', 'w-full')}>
          <Plus className="icon" aria-hidden />
          {memoryTexts.add}
        </PageLink>
      </div>
      <DeleteQuestion
        memories={deleting}
        onClose={() => setDeleting([])}
        onConfirm={(memories) => {
          setDeleting([]);
          run(memories);
        }}
      />
    </>
  );
}
