import type { Document } from '@noek/contract/documents/schemas';
import type { ReactNode } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { When } from '../../../../components/dates/when.tsx';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { LoadingList } from '../../../../components/states/loading-list.tsx';
import { OutOfDate } from '../../../../components/states/out-of-date.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { DocumentIcon } from '../document-icon.tsx';
import { documentTexts } from '../texts.ts';

/** What identifies a document in a list. */
export function DocumentLine({ document }: { document: Document }) {
  const { kind, title, version, updatedAt } = document;
  return (
    <>
      <DocumentIcon kind={kind} />
      <bdi className="min-w-0 flex-1 truncate">{title}</bdi>
      <span className="flex-none text-text-muted text-xs tabular-nums">
        {documentTexts.kinds[kind]} · {documentTexts.version(version)}
        <span className="max-sm:hidden">
          {' · '}
          <When at={updatedAt} />
        </span>
      </span>
    </>
  );
}

export const lineClass =
  'flex min-h-11 w-full min-w-0 items-center gap-3 rounded-control px-2.5 text-start text-[0.875rem] text-text no-underline hover:bg-surface-hover';

/** The documents of a conversation or of all chats of a project, the most recently changed first, with their states. */
export function DocumentStates(props: {
  of: { conversationId: number } | { projectId: string };
  emptyHint: string;
  children: (documents: readonly Document[]) => ReactNode;
}) {
  const query = trpc.documents.list.useQuery(props.of, { staleTime: 0 });
  const texts = documentTexts.list;
  if (query.isPending) return <LoadingList label={texts.loading} />;
  if (!query.data) return <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  return (
    <>
      {query.isError && <OutOfDate className="mb-2" text={errorText(query.error)} />}
      {query.data.length === 0 ? (
        <CentredMessage title={texts.empty} text={props.emptyHint} />
      ) : (
        props.children(query.data)
      )}
    </>
  );
}

/** The documents of a conversation, each a button. */
export function DocumentList(props: { conversationId: number; onOpen: (id: string) => void }) {
  const { conversationId, onOpen } = props;
  return (
    <DocumentStates of={{ conversationId }} emptyHint={documentTexts.list.emptyHint}>
      {(documents) => (
        <ul aria-label={documentTexts.documents}>
          {documents.map((document) => (
            <li key={document.id}>
              <button type="button" className={lineClass} onClick={() => onOpen(document.id)}>
                <DocumentLine document={document} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </DocumentStates>
  );
}
