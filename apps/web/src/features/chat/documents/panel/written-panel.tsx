import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { trpc } from '../../../../api/trpc.ts';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../components/tabs.tsx';
import { useWrittenDocuments, type WrittenDocument } from '../../streaming/written-documents.ts';
import { SourceEditor } from '../source/source-code.ts';
import type { SourceHandle } from '../source/source-editor.tsx';
import { documentTexts } from '../texts.ts';
import { CloseButton } from './close-button.tsx';
import { DocumentHeader } from './document-header.tsx';

const { panel: texts, source: sourceTexts, writing: writingTexts } = documentTexts;
const nothing = () => {};

/** The source of a document while a model writes it. When it is a document, that opens in its place, at the same line. */
export function WrittenPanel(props: {
  messageId: string;
  documentKey: string;
  conversationId: number;
  onOpen: (place: { id: string; line?: number }) => void;
  onClose: () => void;
}) {
  const { messageId, documentKey, conversationId, onOpen, onClose } = props;
  const now = useWrittenDocuments(messageId).find(({ key }) => key === documentKey);
  const last = useRef<WrittenDocument | undefined>(undefined);
  last.current = now ?? last.current;
  const shown = last.current;
  const handle = useRef<SourceHandle>(null);
  const { data: list } = trpc.documents.list.useQuery({ conversationId });
  const made = now
    ? undefined
    : list?.find((one) => one.messageId === messageId && (!shown || one.title === shown.title));
  const madeId = made?.id;
  const open = useEffectEvent(onOpen);
  const { documents } = trpc.useUtils();
  useEffect(() => {
    if (!madeId) return;
    let isOver = false;
    // Read before, so that one text replaces the other. If that fails, the document says why.
    const read = documents.document.ensureData({ documentId: madeId }).catch(() => {});
    void read.then(() => !isOver && open({ id: madeId, line: handle.current?.middleLine() ?? 1 }));
    return () => {
      isOver = true;
    };
  }, [madeId, documents]);
  if (!shown)
    return (
      <>
        <header className="flex h-(--size-header) flex-none items-center justify-end border-border border-b pr-2.5 pl-4">
          <CloseButton onClose={onClose} />
        </header>
        <CentredMessage title={texts.missing} text={writingTexts.over} />
      </>
    );
  const kind = shown.kind ?? 'markdown';
  return (
    <div className="@container/document flex min-h-0 flex-1 flex-col">
      <DocumentHeader
        named={{ id: '', title: shown.title || writingTexts.untitled, kind, conversationId }}
        document={null}
        version={0}
        text={() => shown.text}
        onOpen={(id) => onOpen({ id })}
        onClose={onClose}
      />
      <Tabs value="source" className="flex min-h-0 flex-1 flex-col">
        <TabList className="flex-none px-4">
          {(Object.keys(texts.tabs) as (keyof typeof texts.tabs)[]).map((name) => (
            <Tab key={name} value={name} disabled={name !== 'source'} className="disabled:opacity-50">
              {texts.tabs[name]}
            </Tab>
          ))}
        </TabList>
        <TabPanel value="source" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <Suspense>
            <SourceEditor
              key={`${kind} ${shown.replaced}`}
              kind={kind}
              label={sourceTexts.label}
              text={shown.text}
              revision={shown.text.length}
              isReadOnly
              grows
              place={{}}
              handle={handle}
              onEdit={nothing}
              onSave={nothing}
              onEscape={nothing}
            />
          </Suspense>
        </TabPanel>
        <footer className="flex min-h-13 flex-none items-center border-border border-t px-3 py-2 text-sm text-text-muted">
          {now || made ? writingTexts.now : writingTexts.unfinished}
        </footer>
      </Tabs>
    </div>
  );
}
