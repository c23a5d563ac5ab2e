import type { Step } from '@noek/contract/chat/answers';
import type { Message } from '@noek/contract/chat/schemas';
import type { MadeDocument } from '@noek/contract/documents/schemas';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
import { useWrittenDocuments, type WrittenDocument, writtenId } from '../streaming/written-documents.ts';
import { DocumentIcon } from './document-icon.tsx';
import { documentsCode } from './documents-code.ts';
import { documentTexts } from './texts.ts';

const rowClass =
  'flex min-h-11 w-full min-w-0 items-center gap-3 rounded-card border border-border px-3.5 py-2 text-start text-[0.875rem]';

/**
 * The documents that an answer has made or changed, each as a quiet row that opens it as it was then. `steps`: those of a growing
 * answer, whose documents are rows of the same size.
 */
export function DocumentRows({ message, steps }: { message: Message; steps: readonly Step[] }) {
  const { documents, conversationId } = message;
  const unfinished = useWrittenDocuments(message.id).filter(
    ({ title }) => !steps.some(({ kind, text }) => kind === 'document' && text.includes(`“${title}”`)),
  );
  const said = useSaying(unfinished, documents);
  const writing = [
    ...new Set(steps.flatMap(({ kind, status, text }) => (kind === 'document' && status !== 'failed' ? [text] : []))),
  ];
  if (documents.length + writing.length + unfinished.length === 0 && said === '') return null;
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul aria-label={documentTexts.documents} className="mt-3 grid max-w-prose gap-1.5 empty:hidden">
        {documents.map((document) => (
          <li key={`${document.id} ${document.version}`}>
            <Row document={document} conversationId={conversationId} />
          </li>
        ))}
        {writing.map((text) => (
          <li key={text} className={`${rowClass} text-text-muted`}>
            <FileText className="icon" aria-hidden />
            <bdi className="min-w-0 flex-1 truncate">{text}</bdi>
          </li>
        ))}
        {unfinished.map((one) => (
          <li key={one.key}>
            <WritingRow document={one} messageId={message.id} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A document that is being written, whose growing source can be read. */
function WritingRow({ document, messageId }: { document: WrittenDocument; messageId: string }) {
  const { openDocument } = useChatNavigation();
  return (
    <button
      type="button"
      className={`${rowClass} text-text-muted hover:border-border-strong hover:bg-surface-hover`}
      onPointerEnter={() => void documentsCode.load()}
      onClick={() => openDocument({ id: writtenId(messageId, document.key) })}
    >
      <FileText className="icon" aria-hidden />
      <bdi className="min-w-0 flex-1 truncate">{documentTexts.writing.title(document.title)}</bdi>
    </button>
  );
}

/** What a screen reader says of the documents that an answer writes: once when one begins, and once when it is finished. */
function useSaying(writing: readonly WrittenDocument[], documents: readonly MadeDocument[]): string {
  const [begun, setBegun] = useState('');
  const title = writing.at(-1)?.title ?? '';
  if (title !== '' && title !== begun) setBegun(title);
  if (title !== '') return documentTexts.writing.title(title);
  return documents.some((document) => document.title === begun) ? documentTexts.writing.finished(begun) : '';
}

function Row({ document, conversationId }: { document: MadeDocument; conversationId: number }) {
  const { id, kind, version } = document;
  const { openDocument } = useChatNavigation();
  const { data: list } = trpc.documents.list.useQuery({ conversationId });
  const known = list?.find((one) => one.id === id);
  const title = known?.title ?? document.title;
  const name = (
    <>
      <DocumentIcon kind={kind} />
      <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
    </>
  );
  if (list && !known)
    return (
      <div className={`${rowClass} text-text-muted`}>
        {name}
        <span className="flex-none text-xs">{documentTexts.row.gone}</span>
      </div>
    );
  return (
    <button
      type="button"
      className={`${rowClass} hover:border-border-strong hover:bg-surface-hover`}
      onPointerEnter={() => void documentsCode.load()}
      onClick={() => openDocument({ id, ...(known && known.version > version && { version }) })}
    >
      {name}
      <span className="flex-none text-text-muted text-xs tabular-nums">
        {documentTexts.kinds[kind]} · {documentTexts.version(version)}
      </span>
    </button>
  );
}
