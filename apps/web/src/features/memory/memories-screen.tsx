import { emptyMemoryText } from '@noek/contract/memory/memory-text';
import type { Memory, MemoryFields, MemoryList } from '@noek/contract/memory/schemas';
import { clsx } from 'clsx';
import { ArrowLeft, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { errorText } from '../../api/base/error-text.ts';
import { Button, buttonClass, TextButton } from '../../components/base/button.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { PageLink } from '../../components/page/page-link.tsx';
import { CentredMessage } from '../../components/states/centred-message.tsx';
import { OutOfDate } from '../../components/states/out-of-date.tsx';
import { PaneBoundary } from '../../components/states/pane-boundary.tsx';
import { useAccountStream } from '../live/use-account-stream.ts';
import { useChangesElsewhere } from '../session/change-user.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { SignInLink } from '../session/start/sign-in-link.tsx';
import { MemoryDialog } from './editor/memory-dialog.tsx';
import { fieldsOf } from './editor/memory-form.ts';
import { DeleteQuestion } from './list/delete-question.tsx';
import { categoriesOf, filterMemories, isFiltering, noFilter } from './list/memory-filter.ts';
import { MemoryRow } from './list/memory-row.tsx';
import { isUnreadable, LoadingMemories, UnreadableMemories } from './list/memory-states.tsx';
import { MemoryToolbar } from './list/memory-toolbar.tsx';
import { useSelection } from './list/use-selection.ts';
import { isLimitReached } from './memory-limit.ts';
import { MemoryLimitNotice } from './memory-limit-notice.tsx';
import { MemoryOff } from './memory-off.tsx';
import { memoryTexts } from './texts.ts';
import { useMemories } from './use-memories.ts';
import { useMemoryChanges } from './use-memory-changes.ts';
import { useProjectNames } from './use-project-names.ts';

const texts = memoryTexts.selection;

type ChatHref = (conversationId: number | null, messageId?: string | null) => string;
type Changes = ReturnType<typeof useMemoryChanges>;

/** The full memory list of the signed-in user. `chatHref` returns the address of a conversation (null: of the chat), or of a message in it. */
export function MemoriesScreen(props: { chatHref: ChatHref; onSignOut: () => void }) {
  const query = useMemories();
  const changes = useMemoryChanges();
  const [editing, setEditing] = useState<Memory | 'new' | null>(null);
  useChangesElsewhere(props.onSignOut);
  useAccountStream();
  usePageTitle(memoryTexts.pageTitle);
  const add = (
    <Button onClick={() => setEditing('new')}>
      <Plus className="icon" aria-hidden />
      {memoryTexts.add}
    </Button>
  );

  return (
    <>
      <PageFrame
        skipToContent={memoryTexts.skipToContent}
        back={
          <PageLink href={props.chatHref(null)} className={buttonClass('ghost')}>
            <ArrowLeft className="icon" aria-hidden />
            {memoryTexts.backToChat}
          </PageLink>
        }
        className="mx-auto w-full max-w-(--container-thread) px-5 pt-8 pb-16"
      >
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl">{memoryTexts.heading}</h1>
          {query.data && query.data.memories.length > 0 && add}
        </div>
        <p className="mt-1 text-text-muted">{memoryTexts.intro}</p>
        <MemoryOff className="mt-6" />
        <PaneBoundary>
          <FullList query={query} add={add} chatHref={props.chatHref} remove={changes.remove} onEdit={setEditing} />
        </PaneBoundary>
      </PageFrame>
      <PaneBoundary floating>
        <Editor list={query.data} editing={editing} save={changes.save} onClose={() => setEditing(null)} />
      </PaneBoundary>
    </>
  );
}

function FullList(props: {
  query: ReturnType<typeof useMemories>;
  add: ReactNode;
  chatHref: ChatHref;
  remove: Changes['remove'];
  onEdit: (memory: Memory) => void;
}) {
  const { query } = props;
  const { user, isPending, unreached } = useCurrentUser();
  const [filter, setFilter] = useState(noFilter);
  const all = query.data?.memories ?? [];
  const categories = categoriesOf(all);
  const { projects, projectOf } = useProjectNames(all);
  const isThere = filter.project === 'none' || projects.some(({ id }) => id === filter.project);
  const applied = {
    ...filter,
    category: categories.includes(filter.category ?? '') ? filter.category : null,
    project: isThere && projects.length > 0 ? filter.project : null,
  };
  const shown = filterMemories(all, applied);
  const selection = useSelection(shown);
  const [deleting, setDeleting] = useState<readonly Memory[]>([]);
  const counter = useRef<HTMLParagraphElement>(null);

  const signIn = <SignInLink className={buttonClass('primary')}>{memoryTexts.signIn}</SignInLink>;
  if (!user && !unreached && !isPending && !query.isError)
    return (
      <CentredMessage title={memoryTexts.signedOut.title} text={memoryTexts.signedOut.description}>
        {signIn}
      </CentredMessage>
    );
  if (isUnreadable(query))
    return <UnreadableMemories error={query.error} onRetry={() => void query.refetch()} signIn={signIn} />;
  if (!query.data)
    return (
      <div className="mt-6">
        <LoadingMemories />
      </div>
    );
  if (all.length === 0)
    return (
      <CentredMessage title={memoryTexts.empty.title} text={memoryTexts.empty.hint}>
        {props.add}
      </CentredMessage>
    );

  const run = (memories: readonly Memory[]) => {
    selection.end();
    props.remove(memories);
    // The pressed button disappears with its memory.
    counter.current?.focus();
  };
  const filtering = isFiltering(applied);
  return (
    <>
      <div className="mt-6 grid gap-3">
        {query.isError && <OutOfDate text={errorText(query.error)} className="" />}
        {isLimitReached(query.data) && <MemoryLimitNotice />}
        <MemoryToolbar filter={applied} onFilter={setFilter} categories={categories} projects={projects} />
      </div>
      <div
        className={clsx(
          'mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-sm text-text-muted',
          // Keeps the actions visible while a long list is scrolled.
          selection.on && 'sticky top-14 z-(--z-sticky) bg-background',
        )}
      >
        <p ref={counter} tabIndex={-1} className="outline-none" aria-live="polite">
          {selection.on
            ? texts.count(selection.chosen.length)
            : [memoryTexts.counter(query.data), ...(filtering ? [memoryTexts.shown(shown.length)] : [])].join(', ')}
        </p>
        <span className="flex flex-wrap">
          {selection.on && (
            <>
              <TextButton className="px-2" onClick={selection.all}>
                {texts.all}
              </TextButton>
              <TextButton
                className="px-2 text-danger-ink! disabled:text-text-muted!"
                disabled={selection.chosen.length === 0}
                onClick={() => (selection.chosen.length > 1 ? setDeleting(selection.chosen) : run(selection.chosen))}
              >
                {texts.deleteAll}
              </TextButton>
            </>
          )}
          <TextButton className="px-2" onClick={selection.toggle}>
            {selection.on ? texts.cancel : texts.start}
          </TextButton>
        </span>
      </div>
      {shown.length === 0 ? (
        <CentredMessage title={memoryTexts.noMatch.title} text={memoryTexts.noMatch.hint}>
          <TextButton onClick={() => setFilter(noFilter)}>{memoryTexts.noMatch.showAll}</TextButton>
        </CentredMessage>
      ) : (
        <ul className="border-border border-b">
          {shown.map((memory) => (
            <MemoryRow
              key={memory.id}
              memory={memory}
              project={projectOf(memory)}
              sourceHref={
                memory.conversationId === null ? null : props.chatHref(memory.conversationId, memory.messageId)
              }
              onEdit={() => props.onEdit(memory)}
              onDelete={() => run([memory])}
              selected={selection.on ? selection.has(memory.id) : null}
              onSelect={(selected) => selection.set(memory.id, selected)}
            />
          ))}
        </ul>
      )}
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

/** The dialog for a new or existing memory. Keeps the typed values of each until they are saved or discarded. */
function Editor(props: {
  list: MemoryList | undefined;
  editing: Memory | 'new' | null;
  save: Changes['save'];
  onClose: () => void;
}) {
  const { list, editing, save } = props;
  const typed = useRef(new Map<string, MemoryFields>());
  if (!editing) return null;

  const id = editing === 'new' ? undefined : editing.id;
  const key = id ?? 'new';
  const close = (discard: boolean) => {
    if (discard) typed.current.delete(key);
    save.reset();
    props.onClose();
  };
  return (
    <MemoryDialog
      key={key}
      title={editing === 'new' ? memoryTexts.dialog.addTitle : memoryTexts.dialog.editTitle}
      fields={typed.current.get(key) ?? (editing === 'new' ? emptyMemoryText : fieldsOf(editing))}
      onTyped={(fields) => typed.current.set(key, fields)}
      categories={categoriesOf(list?.memories ?? [])}
      full={editing === 'new' && list !== undefined && isLimitReached(list)}
      saving={save.isPending}
      refusal={save.error}
      onSave={(fields) => save.mutate({ ...fields, id }, { onSuccess: () => close(true) })}
      onClose={close}
    />
  );
}
