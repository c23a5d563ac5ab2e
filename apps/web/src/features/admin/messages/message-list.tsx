import type { SharedMessage, SharedMessageDocument } from '@noek/contract/chat/sharing';
import { clsx } from 'clsx';
import { FileText } from 'lucide-react';
import { Badge } from '../../../components/base/badge.tsx';
import { adminTexts } from '../texts.ts';
import { MessageDocuments, type ReadDocument } from './message-documents.tsx';

const texts = adminTexts.messages;
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

type Shown = Pick<SharedMessage, 'id' | 'role' | 'content' | 'createdAt'> & {
  files?: readonly { id?: string | undefined; name: string; deleted?: true | undefined }[];
  documents?: readonly SharedMessageDocument[] | undefined;
};

/** The same function each time, so that it runs only when the message appears. */
const scrollTo = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'start' });

/**
 * A person's messages as plain text, with the names of their files. `marked`: a message that is highlighted and scrolled to, with a word that
 * says why. `addressOf`: where the files open. `readDocument`: how the text of a document is read.
 */
export function MessageList(props: {
  messages: readonly Shown[];
  marked?: { id: string | null; label: string };
  addressOf?: (fileId: string) => string;
  readDocument?: ReadDocument;
}) {
  const { messages, marked, addressOf, readDocument } = props;
  return (
    <ol className="grid gap-5">
      {messages.map(({ id, role, content, createdAt, files = [], documents = [] }) => (
        <li
          key={id}
          ref={id === marked?.id ? scrollTo : undefined}
          className={clsx(
            'grid gap-1.5',
            id === marked?.id && '-mx-2 rounded-control border border-danger-edge px-2 py-2.5',
          )}
        >
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={role === 'user' ? 'neutral' : 'accent'}>
              {role === 'user' ? texts.user : texts.assistant}
            </Badge>
            {id === marked?.id && <Badge tone="danger">{marked.label}</Badge>}
            <time dateTime={createdAt} className="text-text-muted text-xs tabular-nums">
              {time.format(new Date(createdAt))}
            </time>
          </div>
          <p dir="auto" className="whitespace-pre-wrap break-words">
            {content}
          </p>
          {files.length > 0 && (
            <ul aria-label={texts.files} className="flex flex-wrap gap-2">
              {files.map((file, at) => (
                <li key={file.id ?? at} className="flex max-w-full min-w-0 items-center gap-2 text-sm">
                  <FileText className="icon flex-none text-text-muted" aria-hidden />
                  {file.id !== undefined && addressOf && !file.deleted ? (
                    <a
                      dir="auto"
                      href={addressOf(file.id)}
                      target="_blank"
                      rel="noreferrer"
                      className="truncate rounded-chip font-medium underline underline-offset-3"
                    >
                      {file.name}
                    </a>
                  ) : (
                    <span dir="auto" className="truncate">
                      {file.name}
                    </span>
                  )}
                  {file.deleted && <span className="flex-none text-text-muted text-xs">{texts.deletedFile}</span>}
                </li>
              ))}
            </ul>
          )}
          {documents.length > 0 && (
            <MessageDocuments documents={documents} {...(readDocument && { read: readDocument })} />
          )}
        </li>
      ))}
    </ol>
  );
}
