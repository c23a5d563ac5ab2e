import type { ReactNode } from 'react';
import { Folded } from './folded.tsx';
import { messageTexts } from './texts.ts';

/** The frame of a person's message: a column on the right, with the author's name for screen readers. */
export function MessageFrame({
  author = messageTexts.author,
  children,
}: {
  author?: string | undefined;
  children: ReactNode;
}) {
  return (
    <article className="group/message grid justify-items-end gap-1">
      <h2 className="sr-only">{author}</h2>
      {children}
    </article>
  );
}

/** The bubble with a person's text. Keeps every space and line break; each paragraph has its own direction. */
export function Bubble({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      dir="auto"
      data-text=""
      className="min-w-0 max-w-[min(85%,36rem)] whitespace-pre-wrap rounded-composer bg-bubble px-4 py-2.5 text-prose leading-[1.6] [overflow-wrap:anywhere] [tab-size:4] [unicode-bidi:plaintext] max-md:max-w-[88%] forced-colors:border"
    >
      <Folded text={text}>{children || text.trimEnd()}</Folded>
    </div>
  );
}
