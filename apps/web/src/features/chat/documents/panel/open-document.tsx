import type { DocumentWithContent } from '@noek/contract/documents/schemas';
import type { File } from '@noek/contract/files/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import {
  type KeyboardEvent,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { errorCode, errorText } from '../../../../api/base/error-text.ts';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button, TextButton } from '../../../../components/base/button.tsx';
import { codePart } from '../../../../components/base/code-part.ts';
import { Notice } from '../../../../components/base/notice.tsx';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { PaneBoundary } from '../../../../components/states/pane-boundary.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../components/tabs.tsx';
import { messagesIn } from '../../cache/message-cache.ts';
import type { DocumentPlace } from '../../chat-navigation.tsx';
import { useSession } from '../../session/session.ts';
import { useEditing } from '../editing/use-editing.ts';
import { SourceEditor, sourceCode } from '../source/source-code.ts';
import type { SourceHandle } from '../source/source-editor.tsx';
import { documentTexts } from '../texts.ts';
import { CloseButton } from './close-button.tsx';
import { Conflict } from './conflict.tsx';
import { DocumentHeader } from './document-header.tsx';
import { PrintedDocument } from './printed-document.tsx';
import { useAsk } from './use-ask.ts';
import { VersionsTab } from './versions-tab.tsx';

const Preview = codePart(() => import('../preview/preview.tsx')).lazy();

const { panel: texts, source: sourceTexts } = documentTexts;

export type PanelProps = {
  place: DocumentPlace;
  conversationId: number;
  /** The conversation is beside it. */
  isBeside: boolean;
  onOpen: (place: DocumentPlace) => void;
  onClose: () => void;
};

type TabName = 'preview' | 'source' | 'versions';

/** A document with its tabs. What is typed in it outlives the panel. */
export function OpenDocument(props: PanelProps) {
  const { place, conversationId, isBeside, onOpen, onClose } = props;
  const { editing, state, query, isReady } = useEditing(place.id);
  const [tab, setTab] = useState<TabName>(place.line !== undefined || place.find !== undefined ? 'source' : 'preview');
  const [opened, setOpened] = useState<ReadonlySet<TabName>>(new Set([tab]));
  const [said, setSaid] = useState('');
  const [isPrinted, setIsPrinted] = useState(false);
  const source = useRef<SourceHandle>(null);
  const files = useFilesOf(conversationId);
  const ask = useAsk(() => {
    if (!isBeside) onClose();
  });
  const older = useOlderVersion(place, state.document);
  const show = useCallback((name: TabName) => {
    setTab(name);
    setOpened((before) => new Set(before).add(name));
  }, []);
  const { line, find } = place;
  useEffect(() => {
    if (line !== undefined || find !== undefined) show('source');
  }, [line, find, show]);
  const onKeyDown = useEscapeFromEditor(() => setSaid(sourceTexts.leaving));
  useSayings(state, setSaid);

  const named = state.document ?? state.named;
  if (!isReady || !named) {
    return (
      <>
        <header className="flex h-(--size-header) flex-none items-center justify-end border-border border-b pr-2.5 pl-4">
          <CloseButton onClose={onClose} />
        </header>
        {query.isError ? <Missing error={query.error} onRetry={() => void query.refetch()} /> : <Loading />}
      </>
    );
  }
  const isGone = errorCode(query.error) === 'NOT_FOUND';
  const shownVersion = older ? older.number : state.baseVersion;
  const current = () => (older ? (older.content ?? '') : editing.text());
  const askForChange = () => {
    const selected = tab === 'source' ? (source.current?.selected() ?? '') : '';
    ask(named.title, selected);
  };
  const canSave = !older && (state.isChanged || state.save === 'waiting') && !state.theirs;
  const previewed = tab === 'preview' ? current() : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the editor inside it
    <div className="@container/document flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <DocumentHeader
        named={named}
        document={isGone ? null : state.document}
        version={shownVersion}
        text={current}
        onPrint={() => setIsPrinted(true)}
        onOpen={(id) => onOpen({ id })}
        onClose={onClose}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      {isGone && <NoticeLine>{documentTexts.row.gone}</NoticeLine>}
      {older && state.document && (
        <NoticeLine>
          {texts.older(older.number, state.document.version)}{' '}
          <TextButton onClick={() => onOpen({ id: place.id })}>{texts.showNewest}</TextButton>
        </NoticeLine>
      )}
      {state.theirs && !older && (
        <Conflict editing={editing} state={state} kind={named.kind} onCompare={() => show('source')} />
      )}
      <Tabs
        value={tab}
        onValueChange={(name) => show(name as TabName)}
        className="flex min-h-0 flex-1 flex-col"
        activationMode="manual"
      >
        <TabList className="flex-none px-4">
          {(Object.keys(texts.tabs) as TabName[]).map((name) => (
            <Tab key={name} value={name} onPointerEnter={() => name === 'source' && void sourceCode.load()}>
              {texts.tabs[name]}
            </Tab>
          ))}
        </TabList>
        <Panel name="preview" tab={tab} opened={opened}>
          <KeptPreview content={previewed}>
            {(content) => (
              <Preview
                document={{ id: place.id, conversationId, title: named.title, kind: named.kind }}
                content={content}
                files={files}
                onRepair={(error) => ask(named.title, error, texts.repair)}
              />
            )}
          </KeptPreview>
        </Panel>
        <Panel name="source" tab={tab} opened={opened}>
          {older ? (
            <SourceEditor
              key={older.number}
              kind={named.kind}
              label={documentTexts.versions.content(older.number)}
              text={older.content ?? ''}
              revision={older.content === undefined ? 0 : 1}
              isReadOnly
              place={place}
              handle={source}
              onEdit={() => {}}
              onSave={() => {}}
              onEscape={() => {}}
            />
          ) : (
            <SourceEditor
              kind={named.kind}
              label={sourceTexts.label}
              text={state.text}
              revision={state.revision}
              isReadOnly={false}
              place={place}
              handle={source}
              onEdit={(text) => editing.edit(text)}
              onSave={() => editing.save()}
              onEscape={() => {}}
            />
          )}
        </Panel>
        <Panel name="versions" tab={tab} opened={opened}>
          {state.document && <VersionsTab document={state.document} />}
        </Panel>
      </Tabs>
      {state.problem && !older && (
        <Problem editing={editing} problem={state.problem} named={named} onOpen={(id) => onOpen({ id })} />
      )}
      {tab !== 'versions' && (
        <footer className="flex flex-none flex-wrap items-center justify-end gap-2 border-border border-t px-3 py-2">
          <Status state={state} isOlder={older !== null} onDiscard={() => discard(editing)} />
          <Button variant="quiet" size="sm" onClick={askForChange}>
            <MessageSquarePlus className="icon" aria-hidden />
            {texts.ask}
          </Button>
          {(tab === 'source' || canSave) && !older && (
            <Button size="sm" disabled={!canSave || state.save === 'saving'} onClick={() => editing.save()}>
              {sourceTexts.save}
            </Button>
          )}
        </footer>
      )}
      {isPrinted && <PrintedDocument named={named} text={current()} onDone={() => setIsPrinted(false)} />}
    </div>
  );
}

/** A tab that stays as it was left while another one is on screen. */
function Panel(props: { name: TabName; tab: TabName; opened: ReadonlySet<TabName>; children: React.ReactNode }) {
  const { name, tab, opened, children } = props;
  return (
    <TabPanel
      value={name}
      forceMount
      hidden={name !== tab}
      // What is in it can be reached itself.
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col outline-none [&[hidden]]:hidden"
    >
      <PaneBoundary>{opened.has(name) && <Suspense fallback={<Loading />}>{children}</Suspense>}</PaneBoundary>
    </TabPanel>
  );
}

/** The preview, which gets what is typed when it is on screen. */
function KeptPreview(props: { content: string | null; children: (content: string) => React.ReactNode }) {
  const last = useRef('');
  if (props.content !== null) last.current = props.content;
  return props.children(last.current);
}

const NoticeLine = ({ children }: { children: React.ReactNode }) => (
  <p role="status" className="flex-none border-border border-b bg-surface px-4 py-2 text-sm">
    {children}
  </p>
);

const Loading = () => (
  <div role="status" aria-label={texts.loading} className="grid content-start gap-3 p-5">
    <Skeleton className="h-4 w-3/5" />
    <Skeleton className="h-4 w-2/5" />
    <Skeleton className="h-4 w-1/2" />
  </div>
);

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (errorCode(error) === 'NOT_FOUND') return <CentredMessage title={texts.missing} text={texts.missingHint} />;
  return (
    <div className="p-4">
      <Unreadable text={navigator.onLine ? errorText(error) : texts.offline} onRetry={onRetry} />
    </div>
  );
}

type Editing = ReturnType<typeof useEditing>['editing'];
type State = ReturnType<typeof useEditing>['state'];

function discard(editing: Editing): void {
  const mine = editing.discard();
  toast({
    title: sourceTexts.discarded,
    action: { label: sourceTexts.undo, run: () => editing.bringBack(mine) },
  });
}

/** Whether the text is saved. */
function Status(props: { state: State; isOlder: boolean; onDiscard: () => void }) {
  const { state, isOlder, onDiscard } = props;
  const words =
    state.save === 'saving'
      ? sourceTexts.saving
      : state.save === 'waiting'
        ? sourceTexts.waiting
        : state.isChanged
          ? state.isRestored
            ? sourceTexts.restored
            : sourceTexts.unsaved
          : '';
  if (isOlder || words === '') return <span role="status" className="flex-1" />;
  return (
    <p className="min-w-0 flex-1 basis-40 text-sm text-text-muted">
      <span role="status">{words}</span>
      {state.isChanged && state.save === 'idle' && !state.theirs && state.document && (
        <TextButton onClick={onDiscard}>{sourceTexts.discard}</TextButton>
      )}
    </p>
  );
}

/** Why the text was not saved. If it cannot become a version here, it can become a document of its own. */
function Problem(props: {
  editing: Editing;
  problem: NonNullable<State['problem']>;
  named: Pick<DocumentWithContent, 'id' | 'conversationId' | 'title' | 'kind'>;
  onOpen: (id: string) => void;
}) {
  const { editing, problem, named, onOpen } = props;
  const create = trpc.documents.create.useMutation({
    onSuccess({ id }) {
      editing.discard();
      toast({ title: sourceTexts.savedAsNew });
      onOpen(id);
    },
    onError: (error) => tellFailure(documentTexts.open.failed, error),
  });
  const { conversationId, title, kind } = named;
  return (
    <Notice tone="danger" role="alert" className="mx-3 mb-2 flex-none">
      <p>{problem.text}</p>
      {problem.isFinal && (
        <TextButton
          className="-ml-1"
          disabled={create.isPending}
          onClick={() =>
            create.mutate({ conversationId, kind, title: sourceTexts.copyTitle(title), content: editing.text() })
          }
        >
          {sourceTexts.saveAsNew}
        </TextButton>
      )}
    </Notice>
  );
}

/** The version that the address names, if it is not the newest; its content while it is known. */
function useOlderVersion(place: PanelProps['place'], document: DocumentWithContent | null) {
  const number = place.version;
  const isOlder = number !== undefined && document !== null && number < document.version;
  const { data } = trpc.documents.version.useQuery(
    { documentId: place.id, version: number ?? 1 },
    { enabled: isOlder, staleTime: Number.POSITIVE_INFINITY },
  );
  return isOlder ? { number, content: data?.content } : null;
}

/** The files of a conversation that this page knows. */
function useFilesOf(conversationId: number): readonly File[] {
  const { cache } = useSession();
  const queries = useQueryClient();
  // Not as a query: another way to read the messages would be used for the conversation, too, when they are read again.
  const window = useSyncExternalStore(
    useCallback((onChange) => queries.getQueryCache().subscribe(onChange), [queries]),
    () => cache.windowOf(conversationId),
  );
  return useMemo(
    () => [
      ...new Map(
        messagesIn(window)
          .flatMap(({ files }) => files)
          .map((file) => [file.id, file]),
      ).values(),
    ],
    [window],
  );
}

/** Within this time, the second Escape closes the document, and Tab leaves the editor. In milliseconds. */
const leavingMs = 2_000;

/** In the editor, Escape lets Tab leave it, as it does in other editors; pressed twice, it closes the document. */
function useEscapeFromEditor(onFirst: () => void) {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  return (event: KeyboardEvent) => {
    const isInEditor = event.target instanceof Element && event.target.closest('.cm-content') !== null;
    if (event.key !== 'Escape' || !isInEditor) return;
    const isSecond = event.timeStamp - pressedAt.current < leavingMs;
    pressedAt.current = isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp;
    if (isSecond || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onFirst();
  };
}

/** Says what happens to the text without the person's doing. */
function useSayings(state: State, say: (words: string) => void): void {
  const last = useRef(state);
  useEffect(() => {
    const before = last.current;
    last.current = state;
    if (before.save === 'saving' && state.save === 'idle' && !state.theirs && !state.problem)
      say(sourceTexts.saved(state.baseVersion));
    else if (before.baseVersion > 0 && state.baseVersion > before.baseVersion && state.revision > before.revision)
      say(sourceTexts.changedBy(state.baseVersion));
  }, [state, say]);
}
