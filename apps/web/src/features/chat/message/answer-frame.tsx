import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Logo } from '../../../components/base/logo.tsx';
import { chatTexts } from '../texts.ts';

/** The frame of an answer: an avatar and a column of text. While the answer grows, it reserves space for the actions. */
export function AnswerFrame({ children, growing = false }: { children: ReactNode; growing?: boolean }) {
  return (
    <article
      aria-busy={growing}
      className="group/message grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-4 max-md:grid-cols-[minmax(0,1fr)]"
    >
      <Logo soft className="mt-px size-6.5 max-md:mb-2.5 max-md:size-6" />
      {/* What is below a complete answer would move while its formulas wait for their code. */}
      <div
        className={clsx(
          '[&:has([data-caret=waits])>[data-answer-text]~*]:invisible min-w-0',
          growing && 'pb-[calc(0.5rem+var(--size-control-sm))]',
        )}
      >
        <h2 className="sr-only">{chatTexts.assistant}</h2>
        {children}
      </div>
    </article>
  );
}
