import type { Step } from '@noek/contract/chat/answers';
import type { Message } from '@noek/contract/chat/schemas';
import type { MadeDocument } from '@noek/contract/documents/schemas';
import { FileText } from 'lucide-react';
import { trpc } from '../../../api/trpc.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
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
  const writing = [
    ...new Set(steps.flatMap(({ kind, status, text }) => (kind === 'document' && status !== 'failed' ? [text] : []))),
  ];
  if (documents.length + writing.length === 0) return null;
  return (
    <ul aria-label={documentTexts.documents} className="mt-3 grid max-w-prose gap-1.5">
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
    </ul>
  );
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
