import type { Source } from '@noek/contract/chat/answers';
import type { Message } from '@noek/contract/chat/schemas';
import { memo, useMemo } from 'react';
import { exactLabel } from '../../../components/dates/date-labels.ts';
import { AnswerText } from '../markdown/answer-text.tsx';
import { CitedSourcesContext } from '../markdown/citations/cited-sources.ts';
import { safeLink } from '../markdown/safe-link.ts';
import { chatTexts } from '../texts.ts';
import { hasMarkup, OwnText } from '../thread/messages/own-text.tsx';
import { threadTexts } from '../thread/texts.ts';
import { printTexts } from './texts.ts';
import { isRunning } from './use-printed.ts';

/** A message as a part of a document: who wrote it and when, its text, and what belongs to it as lists. */
export const PrintedMessage = memo(function PrintedMessage({ message }: { message: Message }) {
  const { id, role, content, createdAt, files, sources } = message;
  const note = noteOf(message);
  return (
    <section data-message={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="flex flex-wrap items-baseline gap-x-3 text-base">
        {role === 'user' ? printTexts.question : chatTexts.assistant}
        <time dateTime={createdAt} className="font-normal text-sm text-text-muted">
          {exactLabel(createdAt)}
        </time>
      </h2>
      {files.length > 0 && (
        <div className="text-sm">
          <h3>{printTexts.files}</h3>
          <ul className="list-disc ps-5.5">
            {files.map((file) => (
              <li key={file.id} dir="auto" className="wrap-anywhere">
                {file.deleted ? printTexts.deleted(file.name) : file.name}
              </li>
            ))}
          </ul>
        </div>
      )}
      {role === 'user' ? <Question text={content} /> : <Answer message={message} />}
      {note !== null && <p className="text-sm text-text-muted italic">{note}</p>}
      {sources.length > 0 && (
        <div className="text-sm">
          <h3>{printTexts.sources}</h3>
          <ol className="grid gap-1">
            {sources.map((source) => (
              <SourceItem key={source.number} id={sourceId(id, source.number)} source={source} />
            ))}
          </ol>
        </div>
      )}
    </section>
  );
});

/** Keeps every space and line break; each paragraph has its own direction. */
const Question = ({ text }: { text: string }) =>
  text.trim() === '' ? null : (
    <div
      dir="auto"
      className="whitespace-pre-wrap text-prose leading-[1.6] [overflow-wrap:anywhere] [tab-size:4] [unicode-bidi:plaintext]"
    >
      {hasMarkup(text) ? <OwnText text={text} /> : text.trimEnd()}
    </div>
  );

/** The text of an answer. A press on a citation leads to its source below. */
function Answer({ message: { id, content, sources } }: { message: Message }) {
  const cited = useMemo(
    () => ({
      sources,
      show: (number: number) => document.getElementById(sourceId(id, number))?.scrollIntoView({ block: 'center' }),
    }),
    [id, sources],
  );
  return (
    <CitedSourcesContext value={cited}>
      {content !== '' && <AnswerText text={content} growing={false} />}
    </CitedSourcesContext>
  );
}

const sourceId = (messageId: string, number: number) => `${messageId}-source-${number}`;

/** The address is text, so that it can be read on paper. A passage of the knowledge base or of a file has none. */
function SourceItem({ id, source: { number, title, url, site } }: { id: string; source: Source }) {
  const target = safeLink(url);
  return (
    <li id={id} className="flex gap-2">
      <span className="tabular-nums">{number}.</span>
      <span className="min-w-0 wrap-anywhere">
        {target ? (
          <a href={target} target="_blank" rel="noopener noreferrer" className="underline underline-offset-3">
            {title}
          </a>
        ) : (
          title
        )}
        <span className="block text-text-muted">{target ?? site}</span>
      </span>
    </li>
  );
}

/** What became of an answer that did not end as usual. */
function noteOf(message: Message): string | null {
  const { status, error } = message;
  if (isRunning(message)) return printTexts.running;
  return error ?? (status === 'complete' || status === 'streaming' ? null : threadTexts.answer[status]);
}
