import { maxPrompts } from '@noek/contract/prompts/limits';
import type { Prompt, PromptFields } from '@noek/contract/prompts/schemas';
import { ArrowLeft, Plus } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { errorText, isUnauthorized } from '../../api/base/error-text.ts';
import { Button, buttonClass, TextButton } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
import { AlertDialog } from '../../components/dialogs/alert-dialog.tsx';
import { SearchInput } from '../../components/fields/search-input.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { PageLink } from '../../components/page/page-link.tsx';
import { CentredMessage } from '../../components/states/centred-message.tsx';
import { LoadingList } from '../../components/states/loading-list.tsx';
import { OutOfDate } from '../../components/states/out-of-date.tsx';
import { PaneBoundary } from '../../components/states/pane-boundary.tsx';
import { Unreadable } from '../../components/states/unreadable.tsx';
import { useAccountStream } from '../live/use-account-stream.ts';
import { useChangesElsewhere } from '../session/change-user.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { SignInLink } from '../session/start/sign-in-link.tsx';
import { OwnPrompts } from './list/own-prompts.tsx';
import { PromptRow } from './list/prompt-row.tsx';
import { PromptDialog } from './prompt-dialog.tsx';
import { filterPrompts, ownOf, publishedOf } from './prompt-list.ts';
import { promptTexts as texts } from './texts.ts';
import { TransferButtons } from './transfer/transfer-buttons.tsx';
import { usePromptChanges } from './use-prompt-changes.ts';
import { usePrompts } from './use-prompts.ts';

/** What the dialog edits: a prompt, or a new one of the person or for everybody. */
type Editing = Prompt | 'new' | 'publish';
type Changes = ReturnType<typeof usePromptChanges>;

/** The person's prompts, and those for everybody, which administrators change here. `chatHref`: the address of the chat. */
export function PromptsScreen(props: { chatHref: string; onSignOut: () => void }) {
  const changes = usePromptChanges();
  const [editing, setEditing] = useState<Editing | null>(null);
  useChangesElsewhere(props.onSignOut);
  useAccountStream();
  usePageTitle(texts.pageTitle);
  return (
    <>
      <PageFrame
        skipToContent={texts.skipToContent}
        back={
          <PageLink href={props.chatHref} className={buttonClass('ghost')}>
            <ArrowLeft className="icon" aria-hidden />
            {texts.backToChat}
          </PageLink>
        }
        className="mx-auto w-full max-w-(--container-thread) px-5 pt-8 pb-16"
      >
        <PaneBoundary>
          <Lists changes={changes} onEdit={setEditing} />
        </PaneBoundary>
      </PageFrame>
      <PaneBoundary floating>
        <Editor editing={editing} save={changes.save} onClose={() => setEditing(null)} />
      </PaneBoundary>
    </>
  );
}

function Lists({ changes, onEdit }: { changes: Changes; onEdit: (editing: Editing) => void }) {
  const query = usePrompts();
  const { user, isPending, unreached } = useCurrentUser();
  const [search, setSearch] = useState('');
  const own = ownOf(query.data ?? []);
  const isFull = own.length >= maxPrompts;
  const add = (
    <Button disabled={isFull} onClick={() => onEdit('new')}>
      <Plus className="icon" aria-hidden />
      {texts.new}
    </Button>
  );
  const head = (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{texts.heading}</h1>
        {query.data && own.length > 0 && add}
      </div>
      <p className="mt-1 text-text-muted">{texts.intro}</p>
    </>
  );
  const signedOut = (
    <CentredMessage title={texts.signedOut.title} text={texts.signedOut.description}>
      <SignInLink className={buttonClass('primary')}>{texts.signIn}</SignInLink>
    </CentredMessage>
  );
  const isGuest = !user && !unreached && !isPending && !query.isError;
  if (isGuest || (query.isError && isUnauthorized(query.error)))
    return (
      <>
        {head}
        {signedOut}
      </>
    );
  if (!query.data)
    return (
      <>
        {head}
        <div className="mt-6">
          {query.isError ? (
            <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />
          ) : (
            <LoadingList label={texts.loading} />
          )}
        </div>
      </>
    );

  const published = publishedOf(query.data);
  const isSearching = search.trim() !== '';
  const shown = filterPrompts(own, search);
  const shownPublished = filterPrompts(published, search);
  const isAdministrator = user?.accessLevel === 'admin';
  const nothing = isSearching && shown.length + shownPublished.length === 0;
  return (
    <>
      {head}
      <div className="mt-6 grid gap-3">
        {query.isError && <OutOfDate text={errorText(query.error)} />}
        {isFull && <Notice tone="warning">{texts.full}</Notice>}
        <div className="flex flex-wrap gap-2">
          {query.data.length > 0 && (
            <SearchInput
              label={texts.search}
              placeholder={texts.search}
              className="min-w-52 flex-1 max-sm:basis-full"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          <TransferButtons own={own} />
        </div>
      </div>
      {nothing ? (
        <CentredMessage title={texts.noMatch.title} text={texts.noMatch.hint}>
          <TextButton onClick={() => setSearch('')}>{texts.noMatch.showAll}</TextButton>
        </CentredMessage>
      ) : (
        <>
          <OwnSection count={own.length} shown={isSearching ? shown.length : null} add={add}>
            <OwnPrompts
              prompts={shown}
              isPart={isSearching}
              onEdit={onEdit}
              onDelete={changes.remove}
              onOrder={changes.order}
            />
          </OwnSection>
          {(published.length > 0 || isAdministrator) && (
            <ForEverybody
              prompts={shownPublished}
              isFull={published.length >= maxPrompts}
              isAdministrator={isAdministrator}
              onEdit={onEdit}
              onWithdraw={changes.remove}
            />
          )}
        </>
      )}
    </>
  );
}

/** The person's prompts. `shown`: how many match a search; null: nothing is searched. */
function OwnSection(props: { count: number; shown: number | null; add: ReactNode; children: ReactNode }) {
  const { count, shown } = props;
  const id = useId();
  if (count === 0)
    return (
      <CentredMessage title={texts.empty.title} text={texts.empty.hint}>
        {props.add}
      </CentredMessage>
    );
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="flex min-h-11 items-baseline justify-between gap-3">
        <h2 id={id} className="text-lg">
          {texts.own}
        </h2>
        <p className="text-sm text-text-muted" aria-live="polite">
          {[texts.count(count), ...(shown === null ? [] : [texts.shown(shown)])].join(', ')}
        </p>
      </div>
      {shown !== 0 && props.children}
    </section>
  );
}

/** What is published. Administrators publish, change and withdraw it here. */
function ForEverybody(props: {
  prompts: readonly Prompt[];
  isFull: boolean;
  isAdministrator: boolean;
  onEdit: (editing: Editing) => void;
  onWithdraw: (prompt: Prompt) => void;
}) {
  const { prompts, isFull, isAdministrator } = props;
  const [asking, setAsking] = useState<Prompt | null>(null);
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {texts.everybody.heading}
        </h2>
        {isAdministrator && (
          <Button variant="quiet" size="sm" disabled={isFull} onClick={() => props.onEdit('publish')}>
            <Plus className="icon" aria-hidden />
            {texts.everybody.publish}
          </Button>
        )}
      </div>
      <p className="mt-0.5 mb-3 text-sm text-text-muted">
        {isAdministrator ? texts.everybody.leadForAdministrators : texts.everybody.lead}
      </p>
      {isAdministrator && isFull && <Notice tone="warning">{texts.fullForEverybody}</Notice>}
      {prompts.length === 0 ? (
        <p className="border-border border-t py-4 text-sm text-text-muted">{texts.everybody.none}</p>
      ) : (
        <ul className="border-border border-b">
          {prompts.map((prompt) => (
            <PromptRow
              key={prompt.id}
              prompt={prompt}
              onDrag={null}
              actions={
                isAdministrator
                  ? {
                      onEdit: () => props.onEdit(prompt),
                      onDelete: () => setAsking(prompt),
                      onUp: null,
                      onDown: null,
                    }
                  : null
              }
            />
          ))}
        </ul>
      )}
      <AlertDialog
        open={asking !== null}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title={texts.withdraw.title}
        question={texts.withdraw.question(asking?.name ?? '')}
        confirm={texts.withdraw.confirm}
        destructive
        onConfirm={() => asking && props.onWithdraw(asking)}
      />
    </section>
  );
}

const none: PromptFields = { name: '', text: '' };

/** The dialog for a new or existing prompt. Keeps the typed values of each until they are saved or discarded. */
function Editor(props: { editing: Editing | null; save: Changes['save']; onClose: () => void }) {
  const { editing, save } = props;
  const typed = useRef(new Map<string, PromptFields>());
  if (!editing) return null;

  const prompt = typeof editing === 'string' ? null : editing;
  const published = prompt?.published ?? editing === 'publish';
  const key = prompt?.id ?? String(editing);
  const close = (discard: boolean) => {
    if (discard) typed.current.delete(key);
    save.reset();
    props.onClose();
  };
  const { addTitle, editTitle, publishTitle, editPublishedTitle } = texts.dialog;
  return (
    <PromptDialog
      key={key}
      title={published ? (prompt ? editPublishedTitle : publishTitle) : prompt ? editTitle : addTitle}
      submit={published && !prompt ? texts.dialog.publish : texts.dialog.save}
      fields={typed.current.get(key) ?? (prompt ? { name: prompt.name, text: prompt.text } : none)}
      onTyped={(fields) => typed.current.set(key, fields)}
      saving={save.isPending}
      refusal={save.error}
      onSave={(fields) => save.mutate({ ...fields, id: prompt?.id, published }, { onSuccess: () => close(true) })}
      onClose={close}
    />
  );
}
