import type { SharedMessageDocument } from '@noek/contract/chat/sharing';
import { Suspense, useState } from 'react';
import { codePart } from '../../../../components/base/code-part.ts';
import { DocumentIcon } from '../../documents/document-icon.tsx';
import { documentTexts } from '../../documents/texts.ts';
import { sharedDocumentTexts } from './texts.ts';

const SharedDocumentDialog = codePart(() => import('./shared-document-dialog.tsx')).lazy();

const rowClass =
  'flex min-h-11 w-full min-w-0 items-center gap-3 rounded-card border border-border px-3.5 py-2 text-start text-[0.875rem]';

/** The documents of a message of a shared conversation. Those that its owner included open over the page. */
export function SharedDocumentRows(props: { documents: readonly SharedMessageDocument[]; conversationId: number }) {
  const { documents, conversationId } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  if (documents.length === 0) return null;
  return (
    <>
      <ul aria-label={documentTexts.documents} className="mt-3 grid max-w-prose gap-1.5">
        {documents.map((document, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the documents of a snapshot never change, and some have no id
          <li key={at}>
            <Row document={document} onOpen={setOpenId} />
          </li>
        ))}
      </ul>
      {openId !== null && (
        <Suspense fallback={null}>
          <SharedDocumentDialog
            conversationId={conversationId}
            documentId={openId}
            title={documents.find(({ id }) => id === openId)?.title ?? ''}
            onClose={() => setOpenId(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Row({ document, onOpen }: { document: SharedMessageDocument; onOpen: (id: string) => void }) {
  const { id, title, kind } = document;
  const content = (
    <>
      <DocumentIcon kind={kind} />
      <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
      <span className="flex-none text-text-muted text-xs">
        {id === undefined ? sharedDocumentTexts.inChat.notShared : documentTexts.kinds[kind]}
      </span>
    </>
  );
  if (id === undefined) return <div className={`${rowClass} text-text-muted`}>{content}</div>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${rowClass} hover:border-border-strong hover:bg-surface-hover`}
      onClick={() => onOpen(id)}
    >
      {content}
    </button>
  );
}
