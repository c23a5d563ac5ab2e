import type { File } from '@noek/contract/files/schemas';
import { useMemo, useState } from 'react';
import { VList } from 'virtua';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { AnswerText } from '../../markdown/answer-text.tsx';
import type { FileKind, SharedIn } from '../file-kind.ts';
import { filesTexts } from '../texts.ts';
import { cellsOfSheet, separatedCells } from './table-cells.ts';
import { TableView } from './table-view.tsx';
import { Loading, Message } from './viewer-states.tsx';

const texts = filesTexts.viewer;
/** A longer document is shown as lines: laying out all of its formatted text would take seconds. */
const longestFormatted = 100_000;

/** The text that was read of a file, or of one of its pages. */
export function TextView(props: { file: File; sharedIn: SharedIn; kind: FileKind; page: number; note: string | null }) {
  const { file, sharedIn, kind, page, note } = props;
  const [from, setFrom] = useState(page);
  const ref = { fileId: file.id, from };
  const own = trpc.files.pages.useQuery(ref, { enabled: sharedIn === null, staleTime: Infinity });
  const shared = trpc.chat.sharedFilePages.useQuery(
    { ...ref, conversationId: sharedIn ?? 0 },
    { enabled: sharedIn !== null },
  );
  const { data, error, refetch } = sharedIn === null ? own : shared;
  const isRead = page >= from && (!data || data.nextFrom === null || page < data.nextFrom);
  if (!isRead) setFrom(page);
  if (error)
    return (
      <div className="m-auto p-6">
        <Unreadable text={errorText(error)} onRetry={() => void refetch()} />
      </div>
    );
  if (!data || !isRead) return <Loading />;
  const shown = data.pages.find(({ number }) => number === page);
  if (!shown) return <Message>{kind === 'text' ? texts.noTextInFile : texts.noText}</Message>;
  const { text, name } = shown;
  return (
    <>
      {note && <p className="flex-none px-5 pt-3 text-sm text-text-muted">{note}</p>}
      {name && (
        <h3 dir="auto" className="flex-none truncate px-5 pt-4 font-medium text-sm">
          {name}
        </h3>
      )}
      <Text key={page} {...{ kind, text }} name={name ?? file.name} fileName={file.name} />
    </>
  );
}

function Text({ kind, text, name, fileName }: { kind: FileKind; text: string; name: string; fileName: string }) {
  if (kind === 'sheets') return <TableView name={name} rows={cellsOfSheet(text)} />;
  if (kind === 'table') return <TableView name={name} rows={separatedCells(text, fileName)} />;
  if (kind === 'text' || text.length > longestFormatted) return <LinesView name={name} text={text} />;
  return (
    <section
      aria-label={texts.content(name)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className="scroll-area min-h-0 flex-1 overflow-y-auto p-5"
    >
      <div className="mx-auto max-w-prose rounded-card border border-border bg-surface-raised px-8 py-7 max-sm:px-5">
        {kind === 'document' ? (
          <AnswerText text={text} growing={false} />
        ) : (
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere leading-relaxed">
            {text}
          </p>
        )}
      </div>
    </section>
  );
}

/** Longer lines are cut into pieces of this length: laying out a line of a million characters takes seconds. */
const longestPiece = 2_000;

type Piece = { number: number | null; text: string };

/** A text as it is, with the numbers of its lines. */
function LinesView({ name, text }: { name: string; text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text]);
  const digits = String(pieces.findLast(({ number }) => number !== null)?.number ?? 1).length;
  return (
    <section aria-label={texts.content(name)} className="flex min-h-0 flex-1 flex-col bg-surface-raised">
      {/* A scroll container must be reachable by keyboard. */}
      <VList tabIndex={0} className="scroll-area py-3 font-mono text-sm leading-6" data={pieces}>
        {({ number, text }, at) => (
          <div key={at} className="flex">
            <span
              aria-hidden
              className="flex-none select-none pr-4 pl-4 text-end text-text-muted tabular-nums"
              style={{ width: `calc(${digits}ch + 2rem)` }}
            >
              {number}
            </span>
            <span dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap pr-4 [overflow-wrap:anywhere] [tab-size:4]">
              {text === '' ? '\u200b' : text}
            </span>
          </div>
        )}
      </VList>
    </section>
  );
}

function piecesOf(text: string): Piece[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, at) => {
    const count = Math.max(1, Math.ceil(line.length / longestPiece));
    return Array.from({ length: count }, (_, piece) => ({
      number: piece === 0 ? at + 1 : null,
      text: line.slice(piece * longestPiece, (piece + 1) * longestPiece),
    }));
  });
}
