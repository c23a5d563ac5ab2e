import type { SharedMessageDocument } from '@noek/contract/chat/sharing';
import type { ReadableDocument } from '@noek/contract/documents/sharing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { adminTexts } from '../texts.ts';

const texts = adminTexts.messages;

/** Reads a version of a document, for which the reading of the messages is on record. */
export type ReadDocument = (documentId: string, version: number) => Promise<ReadableDocument>;

/** The documents of a message, each with its text as it was then. `read` is absent where they cannot be read. */
export function MessageDocuments(props: { documents: readonly SharedMessageDocument[]; read?: ReadDocument }) {
  const { documents, read } = props;
  return (
    <ul aria-label={texts.documents} className="grid gap-1.5">
      {documents.map(({ id, title, version }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the documents of a message never change, and some have no id
        <li key={at} className="min-w-0 text-sm">
          {id !== undefined && version !== undefined && read ? (
            <Fold title={title} version={version} read={() => read(id, version)} name={`${id} ${version}`} />
          ) : (
            <span dir="auto" className="break-words">
              {title}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Fold(props: { name: string; title: string; version: number; read: () => Promise<ReadableDocument> }) {
  const { name, title, version, read } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-8 cursor-pointer rounded-chip py-1 font-medium">
        <bdi className="break-words">{title}</bdi>{' '}
        <span className="font-normal text-text-muted">{texts.documentVersion(version)}</span>
      </summary>
      {isOpen && <Content name={name} title={title} read={read} />}
    </details>
  );
}

function Content({ name, title, read }: { name: string; title: string; read: () => Promise<ReadableDocument> }) {
  const { data, error, refetch } = useQuery({ queryKey: ['read document', name], queryFn: read, gcTime: 0 });
  if (data) return <DocumentText title={title} content={data.content} />;
  if (error) return <Unreadable text={errorText(error)} onRetry={() => void refetch()} />;
  return (
    <p role="status" className="text-text-muted">
      {texts.loadingDocument}
    </p>
  );
}

/** The text of a document. Nothing of it is run. */
export function DocumentText({ title, content }: { title: string; content: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      aria-label={texts.documentText(title)}
      className="scroll-area max-h-80 rounded-control border border-border bg-background p-3"
    >
      <pre dir="auto" className="whitespace-pre-wrap break-words font-mono text-xs">
        {content}
      </pre>
    </section>
  );
}
