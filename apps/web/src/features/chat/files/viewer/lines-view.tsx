import { useMemo } from 'react';
import { VList } from 'virtua';
import { filesTexts } from '../texts.ts';

/** Longer lines are cut into pieces of this length: laying out a line of a million characters takes seconds. */
const longestPiece = 2_000;

type Piece = { number: number | null; text: string };

/** A text as it is, with the numbers of its lines. */
export function LinesView({ name, text }: { name: string; text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text]);
  const digits = String(pieces.findLast(({ number }) => number !== null)?.number ?? 1).length;
  return (
    <section aria-label={filesTexts.viewer.content(name)} className="flex min-h-0 flex-1 flex-col bg-surface-raised">
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
